#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"

#include "corpus/steps.h"

namespace semilin {
namespace {

constexpr const char* kDocumentsHint =
    " (documents on standard input need the option text, tables of them the "
    "option format csv, tsv or jsonl)";

// Has `read` read rows from the path; a fault on a line may mean that it is
// text.
template <class Read>
void with_hint(const std::string& path, const Read& read) {
  try {
    read();
  } catch (const DataError& error) {
    constexpr std::string_view kPlace = "standard input:";
    const std::string_view what = error.what();
    const bool placed = what.starts_with(kPlace) &&
                        what.size() > kPlace.size() &&
                        what[kPlace.size()] != ' ';
    if (path != "-" || !placed) throw;
    throw DataError(std::string(what) + kDocumentsHint);
  }
}

// A table of words looks like rows with sets of labels and no features.
[[noreturn]] void throw_no_features() {
  throw DataError(std::string("expected rows with features, found none") +
                  kDocumentsHint);
}

}  // namespace

FileKind kind_of(const std::string& path) {
  // a pipe can be read once only
  return path == "-" || !std::filesystem::is_regular_file(path)
             ? FileKind::Text
             : file_kind(path);
}

Dataset read_plain_rows(const std::string& path, const ReadOptions& read) {
  Dataset data;
  with_hint(path, [&] { data = read_dataset({path}, read); });
  if (path == "-" && data.rows.nonzeros() == 0) throw_no_features();
  return data;
}

void for_each_plain_rows(const std::string& path, const ReadOptions& read,
                         const std::function<void(const CsrStore& rows)>& use) {
  std::vector<CsrStore> empty;  // first rows of standard input
  bool waits = path == "-";
  with_hint(path, [&] {
    for_each_rows(path, read, [&](const CsrStore& rows) {
      waits = waits && rows.nonzeros() == 0;
      if (waits) return empty.push_back(rows);
      for (const CsrStore& one : std::exchange(empty, {}))
        use(one);
      use(rows);
    });
  });
  if (waits && !empty.empty()) throw_no_features();
}

Vocabulary read_vocabulary(const std::string& path) {
  Archive archive;
  if (kind_of(path) == FileKind::Store) {
    const Store store = open_store(path);
    const auto found = store.attachments.find(kVocabularyKey);
    if (found == store.attachments.end()) {
      throw DataError(path, "expected a store with a vocabulary, found none");
    }
    archive = archive_from_bytes(found->second, path);
  } else {
    archive = read_archive(path);
    if (archive.kind == "linear-model" || archive.kind == "kernel-model") {
      archive = model_from_archive(archive).head().attachments;
    }
  }
  try {
    return vocabulary_from_archive(archive);
  } catch (const DataError& error) {
    throw DataError(path, error.what());
  }
}

Vocabulary vocabulary_of(const ModelHead& model, const std::string& name) {
  if (!holds_vocabulary(model.attachments)) {
    throw DataError(name,
                    "expected a model with a vocabulary (train it on documents "
                    "or on data made by vectorize), found none");
  }
  return vocabulary_from_archive(model.attachments);
}

}  // namespace semilin
