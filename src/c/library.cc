#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

#include "semilin/base/progress.h"
#include "semilin/c.h"
#include "semilin/learn/methods.h"
#include "semilin/matrix/label_sets.h"
#include "semilin/version.h"

#include "c/handles.h"
#include "c/json.h"
#include "io/json_text.h"

namespace semilin::c {
namespace {

// The text of this thread's last error. A long one is cut: what tells that
// there is no memory may not need any.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
thread_local char last_error[1024] = "";

semilin_status failed(semilin_status status, const char* why) noexcept {
  std::strncpy(last_error, why, sizeof last_error - 1);
  return status;
}

Json methods_json() {
  Json all = Json::array();
  for (const Method& method : methods()) {
    all.push_back({{"name", method.name},
                   {"help", method.help},
                   {"semisupervised", method.semisupervised},
                   {"linear", method.linear},
                   {"graph", method.graph},
                   {"label_sets", method.label_sets}});
  }
  return all;
}

std::string name_from(const Json& name) {
  if (name.is_array()) {
    return join_labels(name.get<std::vector<std::string>>());
  }
  return name.get<std::string>();
}

std::vector<std::string> names_from(const Json& list) try {
  std::vector<std::string> names;
  for (const Json& name : list)
    names.push_back(name_from(name));
  return names;
} catch (const Json::type_error&) {
  throw std::invalid_argument("names must be a list of texts and of lists");
}

}  // namespace

semilin_status status_of_exception() noexcept {
  try {
    throw;
  } catch (const std::invalid_argument& error) {
    return failed(SEMILIN_WRONG_ARGUMENT, error.what());
  } catch (const DataError& error) {
    return failed(SEMILIN_WRONG_DATA, error.what());
  } catch (const Interrupted& error) {
    return failed(SEMILIN_INTERRUPTED, error.what());
  } catch (const std::bad_alloc&) {
    return failed(SEMILIN_NO_MEMORY, "there is not enough memory");
  } catch (const std::exception& error) {
    return failed(SEMILIN_FAULT, error.what());
  } catch (...) {
    return failed(SEMILIN_FAULT, "an unknown error");
  }
}

void give(char** to, const char* name, const std::string& text) {
  char*& target = given(to, name);
  // NOLINTNEXTLINE(cppcoreguidelines-*): C frees it
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  target = copy;
}

void give_bytes(char** bytes, size_t* size, const Archive& archive) {
  const std::string all = archive_to_bytes(archive);
  given(size, "size") = all.size();
  give(bytes, "bytes", all);
}

Archive archive_of_bytes(const char* bytes, size_t size) {
  return archive_from_bytes({&given(bytes, "bytes"), size}, "bytes of a file");
}

void give_json(char** to, const Json& json) {
  give(to, "json", text_of(json));
}

Json json_from(const char* text, const char* name) {
  const std::string_view json(&given(text, name));
  if (const auto fault = io::json_fault(json))
    throw std::invalid_argument(
        std::string(name) + " must be JSON of at most " +
        std::to_string(io::kMostNested) + " levels, found " + fault->found +
        " at byte " + std::to_string(fault->at));
  return Json::parse(json);
}

Json object_from(const char* text, const char* name) {
  if (text == nullptr) return Json::object();
  Json object = json_from(text, name);
  require(object.is_object(),
          std::string(name) + " must be a JSON object, got " + text_of(object));
  return object;
}

std::vector<std::string> list_from(const Json& list, const char* name) try {
  require(list.is_array(), std::string(name) + " must be a list of texts");
  return list.get<std::vector<std::string>>();
} catch (const Json::type_error&) {
  throw std::invalid_argument(std::string(name) + " must be a list of texts");
}

}  // namespace semilin::c

using namespace semilin::c;  // NOLINT(google-*): of C

const char* semilin_version() {
  return semilin::version().data();
}

const char* semilin_last_error() {
  return last_error;
}

void semilin_free(void* text) {
  std::free(text);  // NOLINT(cppcoreguidelines-*)
}

semilin_status semilin_describe(const char* what, char** json) {
  return guarded([&] {
    const std::string name = &given(what, "what");
    give_json(json,
              name == "methods" ? methods_json() : described_options(name));
  });
}

semilin_status semilin_class_names(const char* names, char** json) {
  return guarded([&] {
    give_json(json,
              semilin::sort_class_names(names_from(json_from(names, "names"))));
  });
}
