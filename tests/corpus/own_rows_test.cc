// Each of several ranks reads rows of its own, with words, votes and vectors.
#include "semilin/advanced/corpus/evidence.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/store.h"
#include "semilin/run.h"

#include "support/npy.h"
#include "support/rank_threads.h"
#include "support/rows.h"
#include "support/workplace.h"

namespace semilin::test {
namespace {

constexpr Index kOwnTexts = 240;
constexpr int kRanks = 3;

bool of_space(Index i) {
  return i % 2 == 0;
}

std::string id_of(Index i) {
  return "d" + std::to_string(i);
}

// Texts of two topics; the first four have labels.
std::string texts_of_two() {
  std::string text = "id,text,label\n";
  for (Index i = 0; i < kOwnTexts; ++i)
    text += id_of(i) + (of_space(i) ? ",rocket orbit w" : ",puck ice w") +
            std::to_string(i % 30) + " v" + std::to_string(i * 7 % 53) + "," +
            (i >= 4        ? "\n"
             : of_space(i) ? "space\n"
                           : "hockey\n");
  return text;
}

// Two voters of rows begin to end - 1; `chess`, which hardly anybody names, is
// said of the last row; the third speaks of the first half only.
std::string votes_on(Index begin, Index end) {
  std::string text = "id,a,b,";
  text += begin < kOwnTexts / 2 ? "first\n" : "\n";
  for (Index i = begin; i < end; ++i) {
    const auto said = [&](int wrong) {
      return std::string(of_space(i) == (i % wrong != 0) ? "space" : "hockey");
    };
    text += id_of(i) + "," + (i % 3 == 0 ? "" : said(7)) + "," +
            (i + 1 == kOwnTexts ? "chess" : said(5)) + "," +
            (i < kOwnTexts / 2 && i % 2 == 0 ? said(11) : "") + "\n";
  }
  return text;
}

std::vector<float> vectors_of(Index begin, Index end) {
  std::vector<float> numbers;
  for (Index i = begin; i < end; ++i)
    for (int j = 0; j < 3; ++j)
      numbers.push_back((j == i % 2 ? 2.0F : 0.0F) +
                        static_cast<float>((i * 7 + j * 5) % 11) / 10);
  return numbers;
}

Index first_of(int rank) {
  return kOwnTexts * rank / kRanks;
}

// "whole" and a part for each rank: stores of one vocabulary, votes, vectors.
Corpus write_parts() {
  write_files(
      {{"d.csv", texts_of_two()}, {"words", "space: rocket\nhockey: puck\n"}});
  Corpus corpus = read_corpus({"d.csv"});
  const auto write = [&](const std::string& name, Index begin, Index end) {
    std::vector<Index> rows;
    std::vector<std::string> ids;
    for (Index i = begin; i < end; ++i) {
      rows.push_back(i);
      ids.push_back(id_of(i));
    }
    write_store(select(corpus.data, rows), name + ".store",
                {{kVocabularyKey, archive_to_bytes(corpus.vocabulary)},
                 {kIdsKey, pack_ids(ids)}});
    write_files({{name + ".csv", votes_on(begin, end)},
                 {name + ".npy",
                  npy(static_cast<int>(end - begin), vectors_of(begin, end))}});
  };
  write("whole", 0, kOwnTexts);
  for (int rank = 0; rank < kRanks; ++rank)
    write("part" + std::to_string(rank), first_of(rank), first_of(rank + 1));
  return corpus;
}

struct OwnCase {
  std::string seed_words, votes, vectors;  // endings of files; empty: none
};

Corpus read_rows(const std::string& name, const OwnCase& one,
                 const Dataset& data, const Ranks& ranks = {}) {
  Source source{name + ".store"};
  source.seed_words = one.seed_words;
  if (!one.votes.empty()) source.votes = name + one.votes;
  if (!one.vectors.empty()) source.vectors = name + one.vectors;
  source.read.classes = data.classes;
  source.read.features = data.rows.cols();
  source.ranks = ranks;
  return read_corpus(source);
}

}  // namespace

TEST_CASE("ranks read rows of their own as a single one reads all") {
  const Workplace place;
  const Dataset data = write_parts().data;
  for (const OwnCase& one : {OwnCase{"none", "", ""},
                             {"words", "", ""},
                             {"words", "", ".npy"},
                             {"none", ".csv", ""},
                             {"words", ".csv", ".npy"}}) {
    CAPTURE(one.seed_words);
    CAPTURE(one.votes);
    CAPTURE(one.vectors);
    const Corpus whole = read_rows("whole", one, data);
    std::vector<Corpus> parts(kRanks);
    run_ranks(kRanks, [&](const Ranks& ranks) {
      parts[ranks.rank()] =
          read_rows("part" + std::to_string(ranks.rank()), one, data, ranks);
    });
    for (int rank = 0; rank < kRanks; ++rank) {
      const Corpus& part = parts[rank];
      CHECK(part.data.classes == whole.data.classes);
      CHECK(to_json(part.seed_words) == to_json(whole.seed_words));
      CHECK(part.data.vectors.scale ==
            doctest::Approx(whole.data.vectors.scale));
      CHECK(part.data.labels ==
            std::vector(whole.data.labels.begin() + first_of(rank),
                        whole.data.labels.begin() + first_of(rank + 1)));
      CHECK(part.seeds.labels == whole.seeds.labels);
      CHECK(part.seeds.costs == whole.seeds.costs);
      CHECK(apart(values_of(part.seeds.rows), values_of(whole.seeds.rows)) <
            1e-5);
      CHECK(part.doubts.size() == whole.doubts.size());
      CHECK(part.votes.rows == whole.votes.rows);
      CHECK(part.votes.given == whole.votes.given);
      CHECK(apart(part.data.voted.class_sizes, whole.data.voted.class_sizes) <
            1e-5);
      REQUIRE(part.votes.voters.size() == whole.votes.voters.size());
      for (std::size_t v = 0; v < part.votes.voters.size(); ++v) {
        const VoterFigures& a = part.votes.voters[v];
        const VoterFigures& b = whole.votes.voters[v];
        CHECK(a.name == b.name);
        CHECK(a.rows == b.rows);
        CHECK(a.at_chance == b.at_chance);
        REQUIRE(a.others.has_value() == b.others.has_value());
        if (a.others) {
          CHECK(a.others->rows == b.others->rows);
          CHECK(a.others->kappa == doctest::Approx(b.others->kappa));
        }
        CHECK(a.says.size() == b.says.size());
        for (const auto& [named, of] : a.says)
          for (const auto& [name, p] : of)
            CHECK(p == doctest::Approx(b.says.at(named).at(name)));
      }
    }
  }
}

TEST_CASE("ranks resolve options by the rows of all") {
  const Workplace place;
  const Dataset data = write_parts().data;
  RunOptions given;
  given.c = 2;
  given.class_weight = "balanced";
  const OwnCase votes{"none", ".csv", ""};
  const TrainOptions whole =
      resolved(given, read_rows("whole", votes, data)).train;
  run_ranks(kRanks, [&](const Ranks& ranks) {
    const TrainOptions own =
        resolved(given, read_rows("part" + std::to_string(ranks.rank()), votes,
                                  data, ranks))
            .train;
    CHECK(own.linear.lambda.value() ==
          doctest::Approx(whole.linear.lambda.value()));
    CHECK(own.linear.class_weights == whole.linear.class_weights);
    CHECK(own.class_sizes.rows == whole.class_sizes.rows);
  });
}

}  // namespace semilin::test
