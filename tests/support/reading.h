// What reading finds in files.
#pragma once

#include "semilin/corpus.h"

#include "support/workplace.h"

namespace semilin::test {

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

/// What stands beside a file, and what reading is told.
struct Beside {
  Beside() = default;
  template <std::convertible_to<Change> Told>
  Beside(Told told, Files more = {})  // NOLINT(google-explicit-constructor)
      : change(std::move(told)), files(std::move(more)) {}

  Change change;
  Files files;
};

/// The settings of a source that describe() names, each "name=value". A list
/// has several.
inline Change given(const Strings& settings) {
  return [=](Source& source) {
    std::map<std::string, Strings> values;
    for (const std::string& one : settings) {
      const std::size_t equals = one.find('=');
      values[one.substr(0, equals)].push_back(one.substr(equals + 1));
    }
    for (const Setting& setting : settings_of(source))
      if (const auto found = values.extract(setting.name))
        REQUIRE(setting.set(found.mapped()) == "");
    REQUIRE(values.empty());
  };
}
/// A table of labels, seed words, or votes.
inline Beside table(const std::string& file, const std::string& text) {
  return {given({"labels=" + file}), {{file, text}}};
}
inline Beside words(const std::string& file, const std::string& text) {
  return {given({"seed-words=" + file}), {{file, text}}};
}
inline Beside votes(const std::string& file, const std::string& text) {
  return {given({"votes=" + file}), {{file, text}}};
}

/// A file that is read, and what is found.
struct ReadingCase {
  std::string path, text;
  std::string labels = {};  ///< as Found's
  std::string said = {};    ///< a part of Found's; "": nothing
  Beside beside = {};
};

/// Checks each in a folder of its own.
inline void check_reading(const std::vector<ReadingCase>& cases) {
  for (const ReadingCase& one : cases) {
    const Workplace workplace;
    write_files(one.beside.files);
    if (!one.text.empty()) write_files({{one.path, one.text}});
    const Found found = found_in(one.path, one.beside.change);
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
