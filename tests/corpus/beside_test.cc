// What stands beside documents and rows: tables of labels, vectors, words; and
// rows that a model or a store gives again.
#include "semilin/io/store.h"
#include "semilin/run.h"

#include "support/npy.h"
#include "support/reading.h"
#include "support/rows.h"

namespace semilin::test {
namespace {

const std::string kTable =
    "id,text,label\n"
    "a1,\"the cat sat, \"\"softly\"\",\nwith the dog\",Pets: small\n"
    "a2,a dog and a cat,Pets: small\n"
    "b1,the engine of the car,Cars\n"
    "b2,car with a new engine,Cars\n"
    "u1,my dog has a cat,\n"
    "u2,engine oil for my car,?\n";

}  // namespace

TEST_CASE("records with line ends inside stay in order, with their ids") {
  const Workplace workplace;
  constexpr int kRecords = 20'000;
  std::string text = "id,text,label\n", labels;
  Strings ids;
  for (int i = 0; i < kRecords; ++i) {
    const std::string word = "w" + std::to_string(i % 97);
    ids.push_back("doc, " + std::to_string(i));
    text += "\"" + ids.back() + "\",";
    text += i % 3 == 0 ? "\"" + word + "\n\"\"common\"\", more\"" : word;
    text += i % 2 == 0 ? ",even\n" : ",odd\n";
    labels += std::string(i == 0 ? "" : "|") + (i % 2 == 0 ? "even" : "odd");
  }
  write_files({{"t.csv", text}});

  const Found found = found_in("t.csv");

  CHECK((found.labels == labels));
  CHECK((found.corpus.ids == ids));
}

TEST_CASE("a model keeps how terms are cut and weighed") {
  const Workplace workplace;
  write_files({{"t.csv", kTable}});
  const std::vector<Change> cuts = {given({"ngrams=2"}),
                                    given({"char-ngrams=4"}),
                                    given({"stem=english", "weighting=bm25"}),
                                    given({"hash-bits=4", "weighting=counts"})};
  for (const Change& cut : cuts) {
    const Corpus corpus = found_in("t.csv", cut).corpus;
    const Model model = run(corpus).model;
    CHECK(same_rows(found_in("t.csv", {}, &model).corpus.data.rows,
                    corpus.data.rows));
  }
}

TEST_CASE("labels in a table are those of the ids in it") {
  const std::string data = "id,text\nd0,rocket\nd1,puck\nd2,rocket\nd3,puck\n";
  const auto with = [&](const std::string& file, const std::string& text,
                        const std::string& labels, const std::string& said) {
    return ReadingCase{"d.csv", data, labels, said, table(file, text)};
  };
  check_reading({
      with("l.tsv", "label\tid\nspace\td0\nhockey\td1\n\td3\n",
           "space|hockey||", ""),
      with("stray.csv", "id,label\nd9,space\n", "",
           "stray.csv:2:1: expected the id of a row, such as 'd0', found 'd9'"),
      with("one.csv", "id,label\nd0,space\n", "space|||", ""),
      with("none.csv", "id,name\nd0,space\n", "",
           "none.csv:1:1: expected a column 'label', found the columns "
           "'id', 'name'"),
  });
}

TEST_CASE("the answer none is a class where it has a name") {
  const Workplace workplace;
  write_files(
      {{"d.csv", "id,text\nd0,rocket\nd1,puck\nd2,rocket\nd3,puck\n"},
       {"l.csv", "id,label,answer\nd0,space,\nd1,,none\nd2,,unsure\n"}});
  const auto take = given({"labels=l.csv", "none= strange "});
  const Found found = found_in("d.csv", take);
  CHECK(found.labels == "space|strange||");
  CHECK(found.corpus.data.cost(1) == 1);
  CHECK(found.corpus.data.cost(2) == 0);
  // a model remembers the name
  const Model model = run(found.corpus).model;
  const auto again = given({"labels=l.csv"});
  CHECK(found_in("d.csv", again, &model).labels == "space|strange||");
  CHECK(found_in("d.csv", again).labels == "space|||");
}

TEST_CASE("how rows were drawn travels with a table, and with its store") {
  const Workplace workplace;
  write_files(
      {{"d.csv",
        "id,text,label,chosen,probability\na,puck,hockey,random,0.5\n"
        "b,rocket,space,random,0.25\nc,orbit,,random,0.5\n"},
       {"comma.csv",
        "id;text;label;chosen;probability\na;puck;hockey;random;0,5\n"
        "b;rocket;space;random;0,25\nc;orbit;;random;0,5\n"},
       {"two.csv",
        "id,text,label,chosen,probability\na,puck,hockey,random,\"0,2,5\"\n"},
       {"odd.csv",
        "id,text,label,chosen,probability\na,puck,hockey,random,2\n"},
       {"lines", "space\nhockey\n?\n"}});
  const std::vector<double> drawn = {0.5, 0.25, 0};
  const Corpus corpus = found_in("d.csv").corpus;
  CHECK(corpus.drawn == drawn);
  CHECK(found_in("comma.csv").corpus.drawn == drawn);
  CHECK(contains(found_in("two.csv").said, "two.csv:2:22: expected a prob"));
  write_store(corpus.data, "d.store", {{kDrawnKey, pack_drawn(drawn)}});
  CHECK(found_in("d.store").corpus.drawn == drawn);
  // other labels are another matter
  CHECK(found_in("d.store", given({"labels=lines"})).corpus.drawn.empty());
  CHECK(contains(found_in("odd.csv").said,
                 "odd.csv:2:22: expected a probability in [0, 1], found '2'"));
}

TEST_CASE("vectors that do not fit the rows or the model are refused") {
  const Workplace workplace;
  const auto numbers = [](int count) {
    std::vector<float> all;
    for (int i = 0; i < count; ++i)
      all.push_back(static_cast<float>(i % 3 + 1));
    return all;
  };
  std::vector<float> odd = numbers(12);
  odd[7] = NAN;
  write_files(
      {{"t.csv", "text,label\nrocket orbit,a\npuck ice,b\nrocket,\npuck,\n"},
       {"e.npy", npy(4, numbers(12))},
       {"few.npy", npy(3, numbers(9))},
       {"many.npy", npy(5, numbers(15))},
       {"wide.npy", npy(4, numbers(16))},
       {"nan.npy", npy(4, odd)}});
  const Model both =
      run(found_in("t.csv", given({"vectors=e.npy"})).corpus).model;
  const Model words = run(found_in("t.csv").corpus).model;

  // by no model, by one that needs vectors, and by one that has none
  struct Case {
    const Model* model;
    std::string vectors, said;
  };
  const std::vector<Case> cases = {
      {nullptr, "e.npy", ""},
      {nullptr, "few.npy",
       "few.npy: expected 4 rows, as many as t.csv has, found 3"},
      {nullptr, "many.npy", "found 5"},
      {nullptr, "nan.npy", "nan.npy:3:2: expected a finite number, found nan"},
      {nullptr, "t.csv", "t.csv: expected a matrix in NumPy's format"},
      {nullptr, "none.npy", "none.npy: "},
      {&both, "e.npy", ""},
      {&both, "",
       "m: expected vectors of 3 columns beside t.csv, as the model was "
       "trained "
       "with, found none"},
      {&both, "wide.npy", "wide.npy: expected 3 columns"},
      {&both, "few.npy", "few.npy: expected "},
      {&both, "many.npy",
       "many.npy: expected 4 rows, as many as t.csv has, found 5"},
      {&words, "e.npy",
       "m: expected a model that was trained with vectors, found one "
       "without"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.vectors);
    const Found found =
        found_in("t.csv", given({"vectors=" + one.vectors}), one.model);
    CHECK_MESSAGE((one.said.empty() ? found.said.empty()
                                    : contains(found.said, one.said)),
                  found.said);
    if (one.model == nullptr) continue;
    std::string said;  // in batches
    try {
      for_each_batch({.path = "t.csv", .vectors = one.vectors}, *one.model, "m",
                     [](Index, const Corpus&) {});
    } catch (const std::exception& error) {
      said = error.what();
    }
    CHECK_MESSAGE((one.said.empty() ? said.empty() : contains(said, one.said)),
                  said);
  }
  CHECK(contains(
      found_in("t.csv", given({"vectors=e.npy", "unlabeled=t.csv"})).said,
      "expected 8 rows, as many as t.csv with its unlabeled files has"));
}

TEST_CASE("words that tell little are warned of") {
  const Workplace workplace;
  write_files({{"t.csv",
                "text,label\nrocket orbit moon,space\npuck ice goalie,hockey\n"
                "rocket ice,\nmoon puck,\n"},
               {"w",
                "space: orbit ice unheard\nhockey: ice\nspcae: moon\n"
                "chess: gambit\n"}});
  const Found found = found_in("t.csv", given({"seed-words=w"}));

  for (const std::string part :
       {"not among the labels: spcae\n", "or in all of them: unheard\n",
        "shared by several classes", "ice (2 classes)",
        "none of their seed words occurs: chess"})
    CHECK_MESSAGE(contains(found.said, part), found.said);
  CHECK(found.corpus.data.classes == Strings{"hockey", "space", "spcae"});
}

TEST_CASE("words of rows need the names of their features") {
  const Workplace workplace;
  write_files({{"d", "? 1:1\n? 2:1\n? 3:1\n"},
               {"names", "w1\nw2\nw3\n"},
               {"w.txt", "c0: W1\nc1: w2 w3\n"}});
  const auto with = [](const std::string& names) {
    return given({"seed-words=w.txt", "vocabulary=" + names});
  };
  CHECK(contains(found_in("d", with("")).said,
                 "seed words: the features of d have no names"));
  const Found found = found_in("d", with("names"));
  CHECK(found.said == "");
  CHECK(found.corpus.seeds.labels == std::vector<std::int32_t>{0, 1, 1});
}

TEST_CASE("marks of byte order are no part of labels") {
  const std::string mark = "\xef\xbb\xbf";
  check_reading({
      {"d.svm", mark + "a 1:1\nb 2:1\n" + mark + "a 1:1\n", "a|b|a"},
      {"d.svm", "x 1:1\nx 2:1\nx 1:1\n", "a|b|a", "",
       table("l", mark + "a\nb\na\n")},
      {"n.svm", "a\u00a01:1\n", "", "n.svm:1:1: "},
      {"c.svm", "a 1:1\nb 2:1\na, 1:1\n", "a|b|a",
       "the labels are sets, and every labeled row has one label"},
  });
}

}  // namespace semilin::test
