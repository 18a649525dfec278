#include "semilin/text/documents.h"

#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"

namespace semilin {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

// An empty folder, gone with the object.
class Folder {
 public:
  Folder() : path_(fs::absolute("documents_test.tmp")) {
    fs::remove_all(path_);
    fs::create_directory(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }

  std::string write(const std::string& name, const std::string& text) const {
    const fs::path file = path_ / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

DocumentBatch read_all(const std::string& path,
                       TextFormat format = TextFormat::Auto, Index bytes = 16) {
  DocumentReader reader(path, format);
  DocumentBatch all;
  DocumentBatch batch;
  while (reader.next(batch, bytes)) {
    all.labels.insert(all.labels.end(), batch.labels.begin(),
                      batch.labels.end());
    all.texts.insert(all.texts.end(), batch.texts.begin(), batch.texts.end());
  }
  return all;
}

std::string error_of(const std::string& path,
                     TextFormat format = TextFormat::Auto) {
  try {
    (void)read_all(path, format);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

TEST_CASE("lines of label, tab and text; the label may be missing") {
  const Folder folder;
  const std::string text =
      "a\tfirst text\n?\tsecond\n\tthird\r\nb\tfourth\twith tab\nb\t";
  const std::string plain = folder.write("x.tsv", text);
  const std::string gz = folder.path() + "/x.gz";
  OutputFile file(gz, Compression::Gzip);
  file.write(text);
  file.commit();

  for (const std::string& path : {plain, gz}) {
    const DocumentBatch all = read_all(path);
    CHECK(all.labels == Strings{"a", "", "", "b", "b"});
    CHECK(all.texts ==
          Strings{"first text", "second", "third", "fourth\twith tab", ""});
  }
}

TEST_CASE("lines without a tab are documents without labels") {
  const Folder folder;
  const std::string path = folder.write("x.txt", "one line\n\nthe third\n");

  const DocumentBatch all = read_all(path);

  CHECK(all.labels == Strings{"", "", ""});
  CHECK(all.texts == Strings{"one line", "", "the third"});
  CHECK(read_all(folder.write("y", "a\tb\n"), TextFormat::Plain).texts ==
        Strings{"a\tb"});
  CHECK(read_all(folder.write("empty", "")).texts.empty());
}

TEST_CASE("a line or label that cannot be is refused with its place") {
  const Folder folder;
  const std::string path = folder.write("x", "a\tb\nno tab here\n");
  CHECK(error_of(path) ==
        path +
            ":2:1: expected label<TAB>text, found 'no tab here' without "
            "a tab");
  const std::string blank = folder.write("y", "a\tb\ntwo words\ttext\n");
  CHECK(error_of(blank) ==
        blank +
            ":2:4: expected a label without blanks, '#' or ':' before "
            "the tab, found 'two words'");
  CHECK(error_of(folder.write("z", "a\tb\n\n")).ends_with("an empty line"));
  CHECK(error_of(folder.write("c", "c#\tb\n")).find(":1:2:") !=
        std::string::npos);
  CHECK(error_of(folder.path() + "/absent") != "no error");
  CHECK(error_of(path, TextFormat::Folders) ==
        path + ": expected a folder of documents");
}

TEST_CASE("a folder of folders gives a class for each") {
  const Folder folder;
  folder.write("corpus/b/2.txt", "b two\n");
  folder.write("corpus/b/10/x.txt", "b deep");
  folder.write("corpus/a/1.txt", "a one,\nin two lines\n");
  folder.write("corpus/?/u.txt", "unknown");
  folder.write("corpus/loose.txt", "loose");
  folder.write("corpus/.hidden", "not read");
  folder.write("corpus/.git/x", "not read");

  const DocumentBatch all = read_all(folder.path() + "/corpus");

  CHECK(all.labels == Strings{"", "a", "b", "b", ""});
  CHECK(all.texts == Strings{"unknown", "a one,\nin two lines\n", "b deep",
                             "b two\n", "loose"});
}

TEST_CASE("folders that cannot be are refused") {
  const Folder folder;
  folder.write("corpus/two words/1.txt", "text");
  CHECK(error_of(folder.path() + "/corpus") ==
        folder.path() +
            "/corpus/two words: expected as a folder's name a label "
            "without blanks, '#' or ':', found 'two words'");
  fs::create_directory(folder.path() + "/empty");
  CHECK(error_of(folder.path() + "/empty") ==
        folder.path() + "/empty: the folder holds no documents");
}

TEST_CASE("label names become classes in the usual order") {
  Dataset data;

  set_labels({"b", "", "10", "9", "+9", "b"}, data);

  CHECK(data.classes == Strings{"9", "10", "b"});
  CHECK(data.labels == std::vector<std::int32_t>{2, kUnlabeled, 1, 0, 0, 2});
}

}  // namespace
}  // namespace semilin
