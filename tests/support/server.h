// Runs `semilin label --serve`, or `semilin serve`, and asks it, byte by byte.
#pragma once

#include <csignal>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "support/command.h"

namespace semilin::test {

/// How a server's table of labels begins.
inline constexpr const char* kHeader =
    "id\tlabel\tchosen\tdrawn_with\tanswer\tannotator\ttext\n";

struct Reply {
  int status = 0;  ///< 0: none came
  std::string head, body;
};

/// The command, running in the folder of a workshop.
class Server {
 public:
  /// `semilin COMMAND ARGUMENTS`; what it says goes to the file `said`.
  Server(const Workshop& shop, const std::string& arguments,
         const std::string& command = "label --serve")
      : shop_(shop) {
    shop.write("address", "");
    const std::string line = "cd '" + shop.path("") + "' && exec " +
                             Workshop::command() + " " + command + " " +
                             arguments + " > address 2> said";
    process_ = ::fork();
    if (process_ == 0) {
      ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      ::_exit(127);
    }
    REQUIRE(in_time([&] {
      address_ = shop_.read("address");
      return address_.ends_with("\n") || ended();
    }));
    REQUIRE_MESSAGE(!address_.empty(), shop_.read("said"));
    address_.pop_back();
    host_ = address_.substr(7, address_.find('/', 7) - 7);
    root_ = address_.substr(7 + host_.size());
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    if (!ended()) CHECK(stop(SIGINT) == 0);
    const std::string said = shop_.read("said");
    if (sanitizer_spoke(said)) FAIL_CHECK(said);
  }

  [[nodiscard]] const std::string& address() const { return address_; }
  [[nodiscard]] const std::string& host() const { return host_; }
  [[nodiscard]] const std::string& root() const { return root_; }

  /// A connection to it; -1 if there is none.
  [[nodiscard]] int connection() const {
    const int connection = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in there{};
    there.sin_family = AF_INET;
    there.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    there.sin_port =
        ::htons(static_cast<in_port_t>(std::stoi(host_.substr(10))));
    if (::connect(connection, reinterpret_cast<const sockaddr*>(&there),
                  sizeof there) == 0)
      return connection;
    ::close(connection);
    return -1;
  }
  /// So many connections.
  [[nodiscard]] std::vector<int> connections(int count) const {
    std::vector<int> all;
    for (int i = 0; i < count; ++i) {
      all.push_back(connection());
      REQUIRE(all.back() >= 0);
    }
    return all;
  }
  /// Sends these bytes; what comes back until the connection ends.
  [[nodiscard]] Reply send(const std::string& bytes) const {
    const int there = connection();
    if (there < 0) return {};
    (void)!::send(there, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    std::string all;
    char buffer[4096];
    for (ssize_t size = 1; size > 0;) {
      size = ::recv(there, buffer, sizeof buffer, 0);
      if (size > 0) all.append(buffer, size);
    }
    ::close(there);
    const std::size_t end = all.find("\r\n\r\n");
    if (!all.starts_with("HTTP/1.1 ") || end == all.npos) return {};
    return {std::stoi(all.substr(9, 3)), all.substr(0, end),
            all.substr(end + 4)};
  }
  /// "GET path" with these lines of the head.
  [[nodiscard]] Reply request(const std::string& what, const std::string& head,
                              const std::string& body = "") const {
    return send(what + " HTTP/1.1\r\n" + head + "\r\n" + body);
  }
  [[nodiscard]] Reply get(const std::string& name) const {
    return request("GET " + root_ + name, "Host: " + host_ + "\r\n");
  }
  [[nodiscard]] Reply post(const std::string& body,
                           const std::string& name = "labels") const {
    return request("POST " + root_ + name,
                   "Host: " + host_ + "\r\nOrigin: http://" + host_ +
                       "\r\nContent-Type: application/json\r\n" +
                       "Content-Length: " + std::to_string(body.size()) +
                       "\r\n",
                   body);
  }
  /// Gives a document a label; whether the server says that it is saved.
  [[nodiscard]] bool label(const std::string& id, const json& label,
                           const std::string& annotator = "",
                           const std::string& answer = "") const {
    return answers(200, {{"id", id},
                         {"label", label},
                         {"annotator", annotator},
                         {"answer", answer}});
  }
  /// Whether the answer to a posted object has this status.
  [[nodiscard]] bool answers(int status, const json& body,
                             const std::string& name = "labels") const {
    return post(body.dump(), name).status == status;
  }
  /// Whether what it tells of its last training begins so.
  [[nodiscard]] bool tells(const std::string& text) const {
    const json told = state()["told"];
    return !told.empty() && told[0].get<std::string>().starts_with(text);
  }
  [[nodiscard]] json rows() const { return json::parse(get("rows").body); }
  [[nodiscard]] json state() const { return json::parse(get("state").body); }

  /// The name that ps and pgrep show.
  [[nodiscard]] std::string process_name() const {
    std::string name;
    std::ifstream("/proc/" + std::to_string(process_) + "/comm") >> name;
    return name;
  }

  /// Its exit status; -1 if the signal ended it.
  int stop(int signal) {
    ::kill(process_, signal);
    int status = 0;
    ::waitpid(process_, &status, 0);
    ended_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  bool ended() {
    if (!ended_) ended_ = ::waitpid(process_, nullptr, WNOHANG) == process_;
    return ended_;
  }

  const Workshop& shop_;
  pid_t process_ = -1;
  bool ended_ = false;
  std::string address_, host_, root_;
};

}  // namespace semilin::test
