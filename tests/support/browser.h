// A browser without a window (Chromium) that is told what to do, step by step.
#pragma once

#include <array>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include "support/command.h"

namespace semilin::test {

/// Chromium without a window.
inline const std::string kBrowser =
    "chromium --headless --no-sandbox --disable-gpu ";

/// False, and says so, where Chromium is absent.
inline bool has_browser() {
  const bool found = std::system("command -v chromium >/dev/null") == 0;
  if (!found) MESSAGE("SKIPPED: needs chromium");
  return found;
}

/// Talks with Chromium by the DevTools protocol: it reads messages from its
/// descriptor 3 and writes them to 4, each a JSON object and a zero byte. One
/// that has ended fails the test at the next step.
class DrivenBrowser {
 public:
  /// What it keeps is in the folder `profile` of the workshop.
  DrivenBrowser(const Workshop& shop, const std::string& profile,
                const std::string& program = kBrowser) {
    std::array<int, 2> ends{};
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) ==
            0);
    const std::string command = "exec " + program +
                                " --remote-debugging-pipe --user-data-dir='" +
                                shop.path(profile) + "'";
    process_ = ::fork();
    if (process_ == 0) {
      const int line = ::fcntl(ends[1], F_DUPFD, 10);
      const int nowhere = ::open("/dev/null", O_RDWR);
      for (const auto& [from, to] : {std::array{line, 3}, std::array{line, 4},
                                     std::array{nowhere, STDOUT_FILENO},
                                     std::array{nowhere, STDERR_FILENO}})
        ::dup2(from, to);
      ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    line_ = ends[0];
  }
  DrivenBrowser(const DrivenBrowser&) = delete;
  DrivenBrowser& operator=(const DrivenBrowser&) = delete;
  ~DrivenBrowser() {
    send("Browser.close", json::object());
    ::shutdown(line_, SHUT_WR);
    ::waitpid(process_, nullptr, 0);
    ::close(line_);
  }

  /// Goes to the address and waits for the page.
  void open(const std::string& address) {
    const auto target = call("Target.createTarget", {{"url", address}});
    session_ = call("Target.attachToTarget", {{"targetId", target["targetId"]},
                                              {"flatten", true}})["sessionId"];
    REQUIRE(in_time([&] {
      return run("location.href !== 'about:blank' && "
                 "document.readyState === 'complete'") == true;
    }));
  }
  /// The value of the expression, or of what it promises.
  json run(const std::string& script) {
    const auto found = call("Runtime.evaluate", {{"expression", script},
                                                 {"returnByValue", true},
                                                 {"awaitPromise", true}});
    REQUIRE_MESSAGE(!found.contains("exceptionDetails"), found.dump());
    return found["result"].value("value", json());
  }

 private:
  void send(const std::string& method, const json& parameters) {
    json message = {
        {"id", ++calls_}, {"method", method}, {"params", parameters}};
    if (!session_.empty() && method.starts_with("Runtime."))
      message["sessionId"] = session_;
    const std::string text = message.dump();
    ::send(line_, text.c_str(), text.size() + 1, MSG_NOSIGNAL);
  }

  json call(const std::string& method, const json& parameters) {
    send(method, parameters);
    for (;;) {
      const json message = next();
      if (message.value("id", 0) != calls_) continue;  // an event
      REQUIRE_MESSAGE(message.contains("result"), message.dump());
      return message["result"];
    }
  }

  json next() {
    constexpr int kPatience = 30000;  // milliseconds
    std::size_t end = 0;
    while ((end = heard_.find('\0')) == heard_.npos) {
      pollfd ready = {line_, POLLIN, 0};
      REQUIRE_MESSAGE(::poll(&ready, 1, kPatience) == 1, "Chromium is silent");
      std::array<char, 4096> buffer{};
      const ssize_t size = ::read(line_, buffer.data(), buffer.size());
      REQUIRE_MESSAGE(size > 0, "Chromium has ended");
      heard_.append(buffer.data(), size);
    }
    const auto message = json::parse(heard_.substr(0, end));
    heard_.erase(0, end + 1);
    return message;
  }

  pid_t process_ = -1;
  int line_ = -1, calls_ = 0;
  std::string session_, heard_;
};

/// Opens the workshop's file `page`, runs `script` in it and returns what that
/// leaves in `result`. `options` are Chromium's. What the page keeps in the
/// browser stays in the workshop.
inline json in_browser(const Workshop& shop, const std::string& page,
                       const std::string& script,
                       const std::string& options = "") {
  DrivenBrowser browser(shop, "profile", kBrowser + options);
  browser.open("file://" + shop.path(page));
  return browser.run("{" + script + "\nresult; }");
}

}  // namespace semilin::test
