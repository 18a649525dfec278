#include "semilin/corpus.h"

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
template <class Change>
Corpus news(Change change) {
  write_file("news.csv", kNews);
  Source source{"news.csv"};
  source.terms.min_documents = 1;
  change(source);
  return read_corpus(source);
}

Corpus news() {
  return news([](Source&) {});
}

// What the error says; "" if there is none.
template <class Change>
std::string fault(Change change) {
  try {
    static_cast<void>(news(change));
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
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

TEST_CASE("a model finds the columns that it was trained on") {
  const Workplace workplace;
  write_file("other.csv", "body,topic\ngoal team,x\nbank loan,y\n");
  Source source{"other.csv"};
  source.columns.text = {"body"};
  source.columns.label = "topic";
  source.terms.min_documents = 1;
  const Model model = run(read_corpus(source)).model;

  const Corpus again = read_corpus({"other.csv"}, model);

  CHECK(again.columns == R"({"text_column":["body"]})");
  CHECK(labels_in(again) == "x|y");
}

TEST_CASE("a table of labels, costs and words stand beside documents") {
  const Workplace workplace;
  write_file("labels.csv", "id,label,chosen,probability\nf,sport,all,0.5\n");
  write_file("costs", "1\n2\n3\n4\n5\n6\n");
  write_file("words.json", R"({"money": ["bank"], "war": ["army"]})");

  const Corpus corpus = news([](Source& source) {
    source.read.label_files = {"labels.csv"};
    source.row_weights = "costs";
    source.seed_words = "words.json";
  });

  CHECK(labels_in(corpus) == "sport|sport|money|money||sport");
  CHECK(corpus.drawn == std::vector<double>{0, 0, 0, 0, 0, 0.5});
  CHECK(corpus.data.costs == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(corpus.data.classes == Strings{"money", "sport"});
  CHECK(corpus.seeds.labels == std::vector<std::int32_t>{0});
  CHECK(corpus.seed_words == R"({"money":["bank"],"war":["army"]})");
  CHECK(corpus.doubts.size() == 4);  // of the words: army, war, sport has none
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
  const Workplace workplace;
  write_file("one", "a\na\na\na\na\na\n");
  const std::map<std::string, Change> cases = {
      {"labels: documents have their own", labels_of({"one"})},
      {"classes: only with seed words", [](Source& s) { s.classes = {"war"}; }},
      {"there is no format 'xml'", [](Source& s) { s.format = "xml"; }},
      {"news.csv: there is no column 'label'",
       [](Source& s) {
         write_file(s.path, "text,topic\ngoal team,x\nbank,y\n");
       }},
      {"at least two classes, found only 'x'",
       [](Source& s) {
         write_file(s.path, "text,label\ngoal team,x\nbank,\n");
       }},
      {"no usable words: a word must occur in at least",
       [](Source& s) { write_file(s.path, "text,label\na,x\n"); }},
      {"expected 6 lines, one per row, found 1",
       [](Source& s) {
         write_file("two", "1\n");
         s.row_weights = "two";
       }},
      {"bad:2:1: expected a number >= 0, found 'x'",
       [](Source& s) {
         write_file("bad", "1\r\nx\r\n");
         s.row_weights = "bad";
       }},
      {"negative:2:1: expected a number >= 0, found '-1'",
       [](Source& s) {
         write_file("negative", "1\n-1\n");
         s.row_weights = "negative";
       }},
      {"expected an id for each document",
       [](Source& s) {
         write_file(s.path, "id,text\na,b c\na,c d\n");
         s.purpose = Purpose::Suggest;
       }},
  };

  for (const auto& one : cases)
    CHECK_MESSAGE(contains(fault(one.second), one.first),
                  one.first << ": " << fault(one.second));
}

}  // namespace semilin::test
