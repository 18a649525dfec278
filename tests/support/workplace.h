// Files in a folder of their own.
#pragma once

#include <filesystem>

#include <unistd.h>

#include "semilin/advanced/io/output_file.h"

#include "support/test.h"

namespace semilin::test {

/// An empty folder to work in, gone with the object.
class Workplace {
 public:
  Workplace() : before_(std::filesystem::current_path()) {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "semilin_XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    std::filesystem::current_path(folder_ = pattern);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  ~Workplace() {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }

 private:
  std::filesystem::path before_, folder_;
};

using Files = std::map<std::string, std::string>;  // contents by name

/// Writes files, whose folders are made; a name that ends in .gz: compressed.
inline void write_files(const Files& files) {
  for (const auto& [name, text] : files) {
    const auto folder = std::filesystem::path(name).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder);
    OutputFile file(name, compression_of(name));
    file.write(text);
    file.commit();
  }
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace semilin::test
