#include "linear/attachments.h"

#include <string>

#include "semilin/base/error.h"

namespace semilin {
namespace {

using Json = nlohmann::json;

const std::string kAttachmentPrefix = "attachments/";

}  // namespace

void put_attachments(const Archive& attachments, Json& header, Archive& out) {
  if (attachments.kind.empty() && attachments.arrays.empty()) return;
  require(Json::parse(attachments.header, nullptr, false).is_object(),
          "model: the attachments' header must be a JSON object");
  header["attachments"] = {{"kind", attachments.kind},
                           {"header", Json::parse(attachments.header)}};
  for (const auto& [name, array] : attachments.arrays) {
    out.arrays[kAttachmentPrefix + name] = array;
  }
}

Archive get_attachments(const Json& header, const Archive& archive) {
  Archive attachments;
  if (!header.contains("attachments")) return attachments;
  const Json& part = header.at("attachments");
  attachments.kind = part.at("kind").get<std::string>();
  attachments.header = part.at("header").dump();
  for (const auto& [name, array] : archive.arrays) {
    if (name.starts_with(kAttachmentPrefix)) {
      attachments.arrays[name.substr(kAttachmentPrefix.size())] = array;
    }
  }
  return attachments;
}

}  // namespace semilin
