// Answers browsers and programs over HTTP.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

namespace semilin::cli {

struct Answer {
  int status = 200;
  std::string type, text;
};

/// One line that says why.
[[nodiscard]] Answer refused(int status, const std::string& why);

/// "GET name" or "POST name", and the function that answers the body of such a
/// request, one at a time. An exception becomes status 500 with its message.
using Routes =
    std::map<std::string, std::function<Answer(const std::string& body)>>;

struct ServerOptions {
  std::string host = "127.0.0.1";  ///< the machine's address that it has
  int port = 0;                    ///< 0: any free port
  /// It has pages, to which it answers alone: 403 for another token, Host or
  /// Origin. Otherwise it has no token and answers programs, but no page: 403
  /// for any Origin.
  bool has_pages = true;
  std::size_t most_bytes = std::size_t{1} << 16;  ///< of a body; above: 413
  int most_seconds = 5;  ///< that a connection may be silent
};

/// Serves http://HOST:PORT/TOKEN/NAME, TOKEN being 128 random bits, or
/// http://HOST:PORT/NAME: 404 for other names, 405 for other methods, 411 and
/// 415 for a body that is not JSON of known length. Calls `started` with the
/// address of the name "", and returns when `ended`, which is called all the
/// time, returns true. Throws DataError if the port is not available.
void serve(const Routes& routes, const ServerOptions& options,
           const std::function<void(const std::string& address)>& started,
           const std::function<bool()>& ended);

/// Throws UsageError in a build without libevent, where nothing is served.
void require_server();

}  // namespace semilin::cli
