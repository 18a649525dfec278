#include "semilin/corpus.h"

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/store.h"
#include "semilin/run.h"

#include "support/reading.h"

namespace semilin::test {
namespace {

constexpr const char* kNews =
    "id,text,label\n"
    "a,goal team match,sport\n"
    "b,goal match final,sport\n"
    "c,loan bank rate,money\n"
    "d,bank rate share,money\n"
    "e,team match goal,\n"
    "f,loan bank share,?\n";

// news.csv, read with what `change` adds.
Corpus news(const Change& change = {}) {
  write_file("news.csv", kNews);
  const Found found = found_in("news.csv", change);
  REQUIRE(found.labels != "");
  return found.corpus;
}

}  // namespace

TEST_CASE("a table becomes rows, labels, ids and a vocabulary") {
  const Workplace workplace;
  const Corpus corpus = news();

  CHECK(corpus.data.rows.rows() == 6);
  CHECK(labels_in(corpus) == "sport|sport|money|money||");
  CHECK(corpus.ids == Strings{"a", "b", "c", "d", "e", "f"});
  CHECK(corpus.lines == std::vector<Index>{2, 3, 4, 5, 6, 7});
  CHECK(vocabulary_from_archive(corpus.vocabulary).documents == 6);
  CHECK(corpus.doubts.empty());
}

TEST_CASE("a model is trained, written and read in three lines") {
  const Workplace workplace;
  const Corpus corpus = news();
  write_model(run(corpus).model, "news.model");

  const Model model = read_model("news.model");
  write_file("more.csv", "text\nmatch team\nshare loan\n");
  const Corpus more = read_corpus({"more.csv"}, model);
  const auto labels = predict(model, scores(model, more.data.rows));

  CHECK(labels == std::vector<std::int32_t>{1, 0});
  CHECK(more.vocabulary.kind == corpus.vocabulary.kind);
  CHECK(more.doubts.empty());
}

TEST_CASE("batches for a model are the rows of the whole") {
  const Workplace workplace;
  const Corpus corpus = news();
  const Model model = run(corpus).model;
  const Corpus whole = read_corpus({"news.csv"}, model);
  Strings ids;
  std::vector<double> outputs;

  for_each_batch({"news.csv"}, model, "m", [&](Index first, Corpus& some) {
    CHECK(first == static_cast<Index>(ids.size()));
    ids.insert(ids.end(), some.ids.begin(), some.ids.end());
    for (const double one : scores(model, some.data.rows))
      outputs.push_back(one);
  });

  CHECK(ids == whole.ids);
  CHECK(outputs == scores(model, whole.data.rows));
}

TEST_CASE("a table of labels, costs and words stand beside documents") {
  const Workplace workplace;
  write_file("labels.csv", "id,label,chosen,probability\nf,sport,all,0.5\n");
  write_file("costs", "1\n2\n3\n4\n5\n6\n");
  write_file("words.json", R"({"money": ["bank"], "war": ["army"]})");

  const Corpus corpus = news(given(
      {"labels=labels.csv", "row-weights=costs", "seed-words=words.json"}));

  CHECK(labels_in(corpus) == "sport|sport|money|money||sport");
  CHECK(corpus.drawn == std::vector<double>{0, 0, 0, 0, 0, 0.5});
  CHECK(corpus.data.costs == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(corpus.data.classes == Strings{"money", "sport"});
  CHECK(corpus.seeds.labels == std::vector<std::int32_t>{0});
  CHECK(to_json(corpus.seed_words) == R"({"money":["bank"],"war":["army"]})");
  CHECK(corpus.doubts.size() == 2);  // of the words: war, sport has none
}

TEST_CASE("a class that nothing tells is dropped for a training alone") {
  const Workplace workplace;
  write_file("empty.svm", "x 1:1\ny 2:1\nz\n");
  Source source{"empty.svm"};
  Strings told;
  source.doubt = [&](const std::string& text) { told.push_back(text); };

  const Corpus corpus = read_corpus(source);
  source.purpose = Purpose::Read;

  CHECK(corpus.data.classes == Strings{"x", "y"});
  CHECK(labels_in(corpus) == "x|y|");
  CHECK(corpus.doubts.size() == 2);
  CHECK(told == corpus.doubts);
  CHECK(read_corpus(source).data.classes == Strings{"x", "y", "z"});
}

TEST_CASE("a store brings its vocabulary, ids and words") {
  const Workplace workplace;
  const Corpus corpus = news();
  write_store(corpus.data, "news.store",
              {{kVocabularyKey, archive_to_bytes(corpus.vocabulary)},
               {kIdsKey, pack_ids(corpus.ids)},
               {"seed_words", R"({"money":["bank"]})"}});

  const Corpus stored = read_corpus({"news.store"});

  CHECK(stored.ids == corpus.ids);
  CHECK(stored.seeds.labels == std::vector<std::int32_t>{0});
  CHECK(vocabulary_from_archive(stored.vocabulary).terms ==
        vocabulary_from_archive(corpus.vocabulary).terms);
}

TEST_CASE("a source that cannot be read is refused in one sentence") {
  const auto refused = [](const std::string& text, const std::string& said,
                          const Beside& beside = {}) {
    return ReadingCase{"news.csv", text, "", said, beside};
  };
  const auto weighed = [&](const std::string& costs, const std::string& said) {
    return refused(kNews, said,
                   {given({"row-weights=costs"}), {{"costs", costs}}});
  };
  check_reading({
      refused(kNews, "labels: documents have their own",
              table("one", "a\na\na\na\na\na\n")),
      refused(kNews, "classes: only with seed words", given({"classes=war"})),
      refused("text,topic\ngoal team,x\nbank,y\n",
              "news.csv: there is no column 'label'"),
      refused("text,label\ngoal team,x\nbank,x\n",
              "at least two classes, found only 'x'"),
      refused("text,label\na,x\n",
              "no usable words: a word must occur in at least"),
      weighed("1\n", "expected 6 lines, one per row, found 1"),
      weighed("1\r\nx\r\n", "costs:2:1: expected a number >= 0, found 'x'"),
      weighed("1\n-1\n", "costs:2:1: expected a number >= 0, found '-1'"),
      refused("id,text\na,b c\na,c d\n", "expected an id for each document",
              given({"purpose=suggest"})),
  });
}

}  // namespace semilin::test
