// Files in a folder of their own, and what reading finds in them.
#ifndef SEMILIN_TESTS_SUPPORT_READING_H_
#define SEMILIN_TESTS_SUPPORT_READING_H_

#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include "semilin/advanced/io/output_file.h"
#include "semilin/corpus.h"

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

/// The label of each row with "|" between, "" for none.
inline std::string labels_in(const Corpus& corpus) {
  std::string all;
  for (std::size_t i = 0; i < corpus.data.labels.size(); ++i) {
    const std::int32_t label = corpus.data.labels[i];
    all += (i == 0 ? "" : "|") +
           (label == kUnlabeled ? "" : corpus.data.classes[label]);
  }
  return all;
}

/// What reading finds.
struct Found {
  Corpus corpus;
  std::string labels;  ///< labels_in
  std::string said;    ///< the doubts, each on a line, or the error
};

using Change = std::function<void(Source&)>;

/// Reads the path, with terms of single documents and what `change` adds; for a
/// model if there is one.
inline Found found_in(const std::string& path, const Change& change = {},
                      const Model* model = nullptr) {
  Source source{path};
  source.terms.min_documents = 1;
  if (change) change(source);
  Found found;
  try {
    found.corpus = model != nullptr ? read_corpus(source, *model, "m")
                                    : read_corpus(source);
    found.labels = labels_in(found.corpus);
    for (const std::string& doubt : found.corpus.doubts)
      found.said += doubt + "\n";
  } catch (const std::exception& error) {
    found.said = error.what();
  }
  return found;
}

/// A file that is read, and what is found.
struct ReadingCase {
  std::string path, text;
  std::string labels = {};  ///< as Found's
  std::string said = {};    ///< a part of Found's; "": nothing
  Change change = {};
  Files beside = {};  ///< more files
};

/// Checks each in a folder of its own.
inline void check_reading(const std::vector<ReadingCase>& cases) {
  for (const ReadingCase& one : cases) {
    const Workplace workplace;
    write_files(one.beside);
    if (!one.text.empty()) write_files({{one.path, one.text}});
    const Found found = found_in(one.path, one.change);
    INFO(one.path << ": " << one.text);
    CHECK(found.labels == one.labels);
    if (one.said.empty())
      CHECK(found.said == "");
    else
      CHECK_MESSAGE(contains(found.said, one.said),
                    found.said << " lacks " << one.said);
  }
}

}  // namespace semilin::test

#endif  // SEMILIN_TESTS_SUPPORT_READING_H_
