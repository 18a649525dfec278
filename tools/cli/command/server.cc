#include "cli/command/server.h"

#ifdef SEMILIN_WITH_SERVER
#include <array>
#include <cstdio>
#include <exception>
#include <memory>
#include <random>
#include <string_view>

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "semilin/base/error.h"
#endif

#include "cli/command/command.h"

namespace semilin::cli {

Answer refused(int status, const std::string& why) {
  return {status, "text/plain", why + "\n"};
}

#ifdef SEMILIN_WITH_SERVER
namespace {

constexpr std::size_t kMostHeadBytes = std::size_t{1} << 16;
constexpr timeval kPause{0, 50'000};

template <auto release>
struct Release {
  template <class Handle>
  void operator()(Handle* handle) const {
    release(handle);
  }
};
template <class Handle, auto release>
using Owner = std::unique_ptr<Handle, Release<release>>;

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

// The value of a line of the request's head; empty: there is none.
std::string_view header(evhttp_request* request, const char* name) {
  const char* value =
      evhttp_find_header(evhttp_request_get_input_headers(request), name);
  return value == nullptr ? std::string_view() : value;
}

bool is_json(std::string_view type) {
  return type.substr(0, type.find(';')) == "application/json";
}

std::string path_of(evhttp_request* request) {
  const evhttp_uri* uri = evhttp_request_get_evhttp_uri(request);
  const char* path = uri == nullptr ? nullptr : evhttp_uri_get_path(uri);
  return path == nullptr ? "" : path;
}

std::string body_of(evhttp_request* request) {
  evbuffer* buffer = evhttp_request_get_input_buffer(request);
  std::string body(evbuffer_get_length(buffer), '\0');
  evbuffer_remove(buffer, body.data(), body.size());
  return body;
}

// The loop that answers all connections, one request at a time.
class Server {
 public:
  Server(const Routes& routes, const ServerOptions& options,
         const std::function<bool()>& ended)
      : routes_(routes), options_(options), ended_(ended) {
    listen();
    evhttp_set_max_headers_size(http_.get(), kMostHeadBytes);
    evhttp_set_max_body_size(http_.get(), options.most_bytes);
    evhttp_set_timeout(http_.get(), options.most_seconds);
    evhttp_set_default_content_type(http_.get(), nullptr);
    evhttp_set_allowed_methods(http_.get(), 0xffff);  // refused by refusal()
    evhttp_set_gencb(
        http_.get(),
        [](evhttp_request* request, void* self) {
          static_cast<Server*>(self)->reply(request);
        },
        this);
  }

  [[nodiscard]] std::string address() const {
    return "http://" + host_ + root_;
  }

  void run() {
    const Owner<event, event_free> watch(event_new(
        base_.get(), -1, EV_PERSIST,
        [](evutil_socket_t, short, void* self) {
          auto& server = *static_cast<Server*>(self);
          if (server.ended_()) event_base_loopbreak(server.base_.get());
          evconnlistener_enable(server.listener_);
        },
        this));
    event_add(watch.get(), &kPause);
    event_base_dispatch(base_.get());
  }

 private:
  // No second server gets the port, which SO_REUSEPORT would allow.
  void listen() {
    int port = options_.port;
    sockaddr_in here{};
    here.sin_family = AF_INET;
    if (::inet_pton(AF_INET, options_.host.c_str(), &here.sin_addr) != 1)
      throw UsageError(
          "--host: expected an address such as 127.0.0.1, found '" +
          options_.host + "'");
    here.sin_port = htons(static_cast<in_port_t>(port));
    auto* address = reinterpret_cast<sockaddr*>(&here);
    listener_ = evconnlistener_new_bind(
        base_.get(), nullptr, nullptr,
        LEV_OPT_REUSEABLE | LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, -1,
        address, sizeof here);
    if (listener_ == nullptr) {
      throw DataError(
          options_.host +
          (port == 0 ? ": no port is free"
                     : ": port " + std::to_string(port) + " is not available"));
    }
    evhttp_bind_listener(http_.get(), listener_);  // which owns it
    // out of descriptors: no more connections until some have ended
    evconnlistener_set_error_cb(listener_, [](evconnlistener* one, void*) {
      evconnlistener_disable(one);
    });
    socklen_t size = sizeof here;
    ::getsockname(evconnlistener_get_fd(listener_), address, &size);
    port = ntohs(here.sin_port);
    host_ = options_.host;  // as browsers write it
    if (port != 80) host_ += ":" + std::to_string(port);
    root_ = options_.has_pages ? "/" + random_token() + "/" : "/";
  }

  [[nodiscard]] bool may_ask(evhttp_request* request) const {
    const std::string_view origin = header(request, "Origin");
    if (!options_.has_pages) return origin.empty();
    return header(request, "Host") == host_ &&
           (origin.empty() || origin == "http://" + host_) &&
           path_of(request).starts_with(root_);
  }

  // Why a request is refused; status 200: it is answered.
  [[nodiscard]] Answer refusal(evhttp_request* request) const {
    if (!may_ask(request)) return refused(403, "not for other pages");
    const evhttp_cmd_type method = evhttp_request_get_command(request);
    if (method == EVHTTP_REQ_GET) return {};
    if (method != EVHTTP_REQ_POST) return refused(405, "expected POST");
    if (header(request, "Content-Length").empty() ||
        !header(request, "Transfer-Encoding").empty())
      return refused(411, "expected a Content-Length");
    if (!header(request, "Content-Encoding").empty() ||
        !is_json(header(request, "Content-Type")))
      return refused(415, "expected Content-Type: application/json");
    return {};
  }

  [[nodiscard]] Answer answer(evhttp_request* request) const {
    if (Answer found = refusal(request); found.status != 200) return found;
    const bool get = evhttp_request_get_command(request) == EVHTTP_REQ_GET;
    const auto route = routes_.find((get ? "GET " : "POST ") +
                                    path_of(request).substr(root_.size()));
    if (route == routes_.end())
      return refused(404, "there is no " + path_of(request));
    try {
      return route->second(body_of(request));
    } catch (const std::exception& error) {
      return refused(500, error.what());
    }
  }

  // Connections end with their answer and are not kept open.
  void reply(evhttp_request* request) const {
    const Answer found = answer(request);
    event_base_update_cache_time(base_.get());  // timeouts begin now
    evkeyvalq* head = evhttp_request_get_output_headers(request);
    const std::string type = found.type + "; charset=utf-8";
    for (const auto& [name, value] : std::array<std::array<const char*, 2>, 6>{
             {{"Content-Type", type.c_str()},
              {"Connection", "close"},
              {"Cache-Control", "no-store"},
              {"Referrer-Policy", "no-referrer"},
              {"X-Content-Type-Options", "nosniff"},
              // a notebook on this machine may show the page
              {"Content-Security-Policy",
               "frame-ancestors http://localhost:* http://127.0.0.1:*"}}})
      evhttp_add_header(head, name, value);
    evbuffer_add(evhttp_request_get_output_buffer(request), found.text.data(),
                 found.text.size());
    evhttp_send_reply(request, found.status, nullptr, nullptr);
  }

  const Routes& routes_;
  const ServerOptions& options_;
  const std::function<bool()>& ended_;
  Owner<event_base, event_base_free> base_{event_base_new()};
  Owner<evhttp, evhttp_free> http_{evhttp_new(base_.get())};
  evconnlistener* listener_ = nullptr;  // http_ owns it
  std::string host_, root_;
};

}  // namespace

void serve(const Routes& routes, const ServerOptions& options,
           const std::function<void(const std::string& address)>& started,
           const std::function<bool()>& ended) {
  Server server(routes, options, ended);
  started(server.address());  // it may throw; early requests wait
  server.run();
  if (!ended()) throw DataError("the server ended by itself");
}

void require_server() {}
#else
void serve(const Routes& /*routes*/, const ServerOptions& /*options*/,
           const std::function<void(const std::string&)>& /*started*/,
           const std::function<bool()>& /*ended*/) {}

void require_server() {
  throw UsageError("this build has no server, which needs libevent");
}
#endif

}  // namespace semilin::cli
