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

TEST_CASE("labels are what people write") {
  const Folder folder;
  folder.write("corpus/two words: #1/1.txt", "text");

  CHECK(read_all(folder.path() + "/corpus").labels == Strings{"two words: #1"});
  CHECK(read_all(folder.write("x",
                              " Cars: parts \tx\n\"a #b\"\tx\n"
                              "\xC3\x9C & \"R\"\tx\n"))
            .labels == Strings{"Cars: parts", "a #b", "\xC3\x9C & \"R\""});
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
  const std::string control = folder.write("y", "a\tb\na\x01z\ttext\n");
  CHECK(error_of(control) ==
        control +
            ":2:1: expected a label in UTF-8 without control characters before "
            "the tab, found 'a\\x01z'");
  CHECK(error_of(folder.write("z", "a\tb\n\n")).ends_with("an empty line"));
  CHECK(error_of(folder.write("c", "\xFC\tb\n")).find(":1:1:") !=
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
