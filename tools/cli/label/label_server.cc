#include "cli/label/label_server.h"

#ifdef SEMILIN_WITH_SERVER
#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <future>
#include <map>
#include <random>

#include <httplib.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "semilin/base/error.h"
#else
#include "cli/command/command.h"
#endif

namespace semilin::cli {

#ifdef SEMILIN_WITH_SERVER
namespace {

constexpr const char* kHere = "127.0.0.1";
constexpr std::size_t kMostBytes = std::size_t{1} << 16;
constexpr auto kPause = std::chrono::milliseconds(50);

std::string random_token() {
  std::random_device device;
  std::string token;
  for (int i = 0; i < 4; ++i) {
    std::array<char, 9> digits{};
    std::snprintf(digits.data(), digits.size(), "%08x", device());
    token += digits.data();
  }
  return token;
}

// The status with which a request is refused unread; 0: it is read.
int refusal(const httplib::Request& request, const std::string& host,
            const std::string& root) {
  if (request.get_header_value("Host") != host) return 403;
  if (request.has_header("Origin") &&
      request.get_header_value("Origin") != "http://" + host)
    return 403;
  if (!request.path.starts_with(root)) return 403;
  if (request.method == "GET") return 0;
  if (request.method != "POST") return 405;
  if (!request.has_header("Content-Length") ||
      request.has_header("Transfer-Encoding"))
    return 411;
  const bool plain = !request.has_header("Content-Encoding");
  const bool json =
      request.get_header_value("Content-Type") == "application/json";
  return plain && json ? 0 : 415;
}

void add_routes(const Routes& routes, const std::string& root,
                httplib::Server& server) {
  for (const auto& [name, answer] : routes) {
    const std::size_t blank = name.find(' ');
    const auto handler = [&answer = answer](const httplib::Request& request,
                                            httplib::Response& response) {
      Answer found;
      try {
        found = answer(request.body);
      } catch (const std::exception& error) {
        found = {500, "text/plain", error.what()};
      }
      response.status = found.status;
      response.set_content(found.text, found.type + "; charset=utf-8");
    };
    const std::string path = root + name.substr(blank + 1);
    if (name.starts_with("GET"))
      server.Get(path, handler);
    else
      server.Post(path, handler);
  }
}

// Connections end with their answer and are not kept open, so that the server
// can end.
void set_up(httplib::Server& server) {
  server.set_payload_max_length(kMostBytes);
  server.set_keep_alive_max_count(1);
  server.set_keep_alive_timeout(1);
  server.set_read_timeout(2);
  server.set_default_headers({{"Cache-Control", "no-store"},
                              {"Referrer-Policy", "no-referrer"},
                              {"X-Content-Type-Options", "nosniff"},
                              {"X-Frame-Options", "DENY"}});
  // no second server gets the port, which SO_REUSEPORT would allow
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
}

// Ends connections that last longer than an answer takes: each holds one of a
// few threads, and the server waits for them when it ends.
class Connections {
 public:
  explicit Connections(int port) : port_(port) {}

  void end_old() { end(kLongest); }
  void end_all() { end(std::chrono::seconds(0)); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kLongest{5};
  struct Known {
    in_port_t peer = 0;
    Clock::time_point since;
  };

  // The port of the other side of an open file that is a connection of the
  // server; 0 if it is not one.
  [[nodiscard]] in_port_t peer_of(int open_file) const {
    sockaddr_in here{}, there{};
    socklen_t size = sizeof here, other = sizeof there;
    if (::getsockname(open_file, reinterpret_cast<sockaddr*>(&here), &size) !=
            0 ||
        here.sin_family != AF_INET || ntohs(here.sin_port) != port_ ||
        ::getpeername(open_file, reinterpret_cast<sockaddr*>(&there), &other) !=
            0)
      return 0;
    return there.sin_port;
  }

  void end(std::chrono::seconds age) {
    std::error_code ignored;
    const auto now = Clock::now();
    std::map<int, Known> found;
    for (const auto& entry :
         std::filesystem::directory_iterator("/proc/self/fd", ignored)) {
      const int open_file = std::stoi(entry.path().filename().string());
      const in_port_t peer = peer_of(open_file);
      if (peer == 0) continue;
      const auto before = known_.find(open_file);
      const bool same = before != known_.end() && before->second.peer == peer;
      found[open_file] = same ? before->second : Known{peer, now};
      if (now - found[open_file].since >= age) ::shutdown(open_file, SHUT_RDWR);
    }
    known_ = std::move(found);
  }

  int port_;
  std::map<int, Known> known_;
};

}  // namespace

void serve(const Routes& routes, int port,
           const std::function<void(const std::string& address)>& started,
           const std::function<bool()>& ended) {
  httplib::Server server;
  set_up(server);
  if (port == 0)
    port = server.bind_to_any_port(kHere);
  else if (!server.bind_to_port(kHere, port))
    throw DataError("--serve: port " + std::to_string(port) +
                    " of this machine is not available");
  if (port < 0) throw DataError("--serve: no port of this machine is free");
  // as browsers write it
  const std::string host =
      kHere + (port == 80 ? "" : ":" + std::to_string(port));
  const std::string root = "/" + random_token() + "/";
  server.set_pre_routing_handler(
      [&](const httplib::Request& request, httplib::Response& response) {
        const int status = refusal(request, host, root);
        if (status == 0) return httplib::Server::HandlerResponse::Unhandled;
        response.status = status;
        return httplib::Server::HandlerResponse::Handled;
      });
  add_routes(routes, root, server);
  started("http://" + host + root);  // it may throw; early requests wait
  auto listening = std::async(std::launch::async,
                              [&] { return server.listen_after_bind(); });
  Connections connections(port);
  for (bool stopped = false;
       listening.wait_for(kPause) == std::future_status::timeout;) {
    if (stopped)
      connections.end_all();
    else
      connections.end_old();
    if (stopped || !ended() || !server.is_running()) continue;
    server.stop();
    stopped = true;
  }
  if (!ended()) throw DataError("--serve: the server ended by itself");
}

void require_server() {}
#else
void serve(const Routes& /*routes*/, int /*port*/,
           const std::function<void(const std::string&)>& /*started*/,
           const std::function<bool()>& /*ended*/) {}

void require_server() {
  throw UsageError(
      "--serve: this build has no server, which needs cpp-httplib");
}
#endif

}  // namespace semilin::cli
