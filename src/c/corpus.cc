#include "semilin/corpus.h"

#include <array>
#include <type_traits>

#include "semilin/c.h"

#include "c/handles.h"
#include "c/json.h"

namespace semilin::c {
namespace {

// Takes the member out of `rest`, if it is there.
template <class Value, class To>
void take(Json& rest, const char* name, To& to) {
  const Json value = rest.value(name, Json());
  rest.erase(name);
  if (value.is_null()) return;
  try {
    if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
      if (value.is_string()) {  // a list of one
        to = {value.get<std::string>()};
        return;
      }
    }
    to = value.get<Value>();
  } catch (const Json::exception&) {
    throw std::invalid_argument("source: " + std::string(name) +
                                " has another type, got " + text_of(value));
  }
}

Purpose purpose_from(Json& rest) {
  constexpr std::array kNames = {"train", "suggest", "read"};
  std::string name = kNames[0];
  take<std::string>(rest, "purpose", name);
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (name == kNames[i]) return static_cast<Purpose>(i);
  throw std::invalid_argument(
      "source: purpose must be train, suggest or read, got '" + name + "'");
}

Source source_from(Json rest) {
  using Text = std::string;
  using Texts = std::vector<std::string>;
  Source source;
  Texts paths;
  take<Texts>(rest, "path", paths);
  require(!paths.empty() && !paths[0].empty(), "source: there is no path");
  source.path = paths[0];
  source.more.assign(paths.begin() + 1, paths.end());
  source.purpose = purpose_from(rest);
  take<Texts>(rest, "labels", source.read.label_files);
  take<Texts>(rest, "unlabeled", source.read.unlabeled_files);
  take<Text>(rest, "unlabeled_label", source.read.unlabeled_label);
  take<bool>(rest, "zero_based", source.read.zero_based);
  take<int>(rest, "threads", source.read.threads);
  take<bool>(rest, "text", source.text);
  take<Text>(rest, "format", source.format);
  take<Texts>(rest, "text_columns", source.columns.text);
  take<Text>(rest, "label_column", source.columns.label);
  take<Text>(rest, "id_column", source.columns.id);
  take<Text>(rest, "label_separator", source.columns.label_separator);
  take<bool>(rest, "header", source.columns.header);
  take<bool>(rest, "backslash", source.columns.backslash);
  take<Text>(rest, "vectors", source.vectors);
  take<Text>(rest, "vocabulary", source.vocabulary);
  take<Text>(rest, "seed_words", source.seed_words);
  take<Text>(rest, "votes", source.votes);
  take<Texts>(rest, "classes", source.classes);
  take<Text>(rest, "row_weights", source.row_weights);
  source.terms = vocabulary_options(rest);
  return source;
}

}  // namespace
}  // namespace semilin::c

using namespace semilin::c;  // NOLINT(google-*): of C

semilin_status semilin_corpus_read(const char* source,
                                   const semilin_model* model,
                                   semilin_data** data, char** about) {
  return guarded([&] {
    const semilin::Source from = source_from(object_from(source, "source"));
    given(data, "data");
    semilin::Corpus corpus = model != nullptr ? read_corpus(from, *model->model)
                                              : semilin::read_corpus(from);
    if (about != nullptr)
      give(about, "about",
           text_of({{"ids", corpus.ids},
                    {"lines", corpus.lines},
                    {"drawn", corpus.drawn},
                    {"doubts", corpus.doubts},
                    {"labels", Json::parse(to_json(corpus.label_doubts))}}));
    give_new(data, "data", std::move(corpus));
  });
}
