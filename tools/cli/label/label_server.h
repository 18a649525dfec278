// Answers one browser on this machine.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace semilin::cli {

struct Answer {
  int status = 200;
  std::string type, text;
};

/// "GET name" or "POST name", and the function that answers the body of such a
/// request, one at a time. An exception becomes status 500 with its message.
using Routes =
    std::map<std::string, std::function<Answer(const std::string& body)>>;

/// Serves http://127.0.0.1:PORT/TOKEN/NAME, TOKEN being 128 random bits, to
/// pages from there alone: 403 for another token, Host or Origin, 405 for other
/// methods, 411 and 415 for a body that is not JSON of known length, 413 for
/// one above 64 KiB. Calls `started` with the address of the name "", and
/// returns when `ended`, which is called all the time, returns true. Port 0 is
/// any free port. Throws DataError if the port is not available.
void serve(const Routes& routes, int port,
           const std::function<void(const std::string& address)>& started,
           const std::function<bool()>& ended);

/// Throws UsageError in a build without libevent, where nothing is served.
void require_server();

}  // namespace semilin::cli
