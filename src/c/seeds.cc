#include <span>
#include <string>
#include <utility>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"
#include "semilin/c.h"
#include "semilin/text/seed_words.h"

#include "c/handles.h"
#include "c/json.h"

namespace semilin::c {
namespace {

// The words of the classes; null stands for those of the class's name.
std::vector<ClassWords> words_from(const Json& given, const Archive& terms) {
  const WordOptions options = holds_vocabulary(terms)
                                  ? vocabulary_from_archive(terms).words
                                  : WordOptions();
  std::vector<ClassWords> all;
  for (const auto& [name, list] : given.items()) {
    if (list.is_null())
      all.push_back(words_of_names(std::span(&name, 1), options)[0]);
    else
      all.push_back({name, list_from(list, "words")});
  }
  return all;
}

void set_seed_words(semilin_data& data, const semilin_vocabulary* vocabulary,
                    const char* columns, const Json& given) {
  Corpus worded = data.corpus;  // as a whole, or nothing
  std::vector<std::string> names;
  if (vocabulary != nullptr) {
    worded.vocabulary = to_archive(*vocabulary->vocabulary);
    worded.data.pieces = vocabulary->vocabulary->pieces;
  } else if (columns != nullptr) {
    names = list_from(json_from(columns, "columns"), "columns");
    worded.vocabulary = {};
  }
  require(columns != nullptr || holds_vocabulary(worded.vocabulary),
          "seed words: what are the columns called? Give vocabulary or "
          "columns");
  const auto warnings =
      take_words(words_from(given, worded.vocabulary), names, worded);
  worded.doubts.insert(worded.doubts.end(), warnings.begin(), warnings.end());
  if (vocabulary == nullptr) worded.vocabulary = data.corpus.vocabulary;
  data.corpus = std::move(worded);
}

NamedVotes votes_from(const Json& given, Index rows) {
  NamedVotes all;
  for (const auto& [name, list] : given.items()) {
    require(
        can_name_class(name),
        "votes: expected names of voters without control characters, found " +
            text_of(name));
    require(list.is_array() && std::ssize(list) == rows,
            "votes: expected a list of " + std::to_string(rows) +
                " classes or null, one per row, of " + name);
    for (Index i = 0; i < rows; ++i) {
      if (list[i].is_null()) continue;
      require(list[i].is_string(),
              "votes: expected names of classes, found " + text_of(list[i]));
      std::string label = normal_name(list[i].get<std::string>());
      if (label.empty()) continue;
      require(can_name_class(label),
              "votes: expected names of classes, found " + text_of(list[i]));
      all.votes.push_back({i, all.voters.size(), std::move(label)});
    }
    all.voters.push_back(name);
  }
  return all;
}

void set_votes(semilin_data& data, const semilin_model* model,
               const Json& given) {
  Corpus voted = data.corpus;  // as a whole, or nothing
  NamedVotes votes = votes_from(given, voted.data.rows.rows());
  const auto warnings =
      model == nullptr ? take_votes(std::move(votes), voted)
                       : take_votes(std::move(votes), *model->model, voted);
  voted.doubts.insert(voted.doubts.end(), warnings.begin(), warnings.end());
  data.corpus = std::move(voted);
}

}  // namespace
}  // namespace semilin::c

using namespace semilin::c;  // NOLINT(google-*): of C

semilin_status semilin_read_seed_words(const char* path, char** json) {
  return guarded([&] {
    give_json(json,
              semilin::json_of(semilin::read_seed_words(&given(path, "path"))));
  });
}

semilin_status semilin_data_set_seed_words(semilin_data* data,
                                           const semilin_vocabulary* vocabulary,
                                           const char* columns,
                                           const char* words) {
  return guarded([&] {
    set_seed_words(given(data, "data"), vocabulary, columns,
                   object_from(&given(words, "words"), "words"));
  });
}

semilin_status semilin_data_set_votes(semilin_data* data,
                                      const semilin_model* model,
                                      const char* votes) {
  return guarded([&] {
    set_votes(given(data, "data"), model,
              object_from(&given(votes, "votes"), "votes"));
  });
}
