// Votes as people write them: tables of the column id and one for each voter.
#include "semilin/io/archive_file.h"
#include "semilin/io/store.h"
#include "semilin/run.h"

#include "support/reading.h"

namespace semilin::test {
namespace {

// Rows of two topics, of which the first four tell the words.
const std::string kDocuments =
    "id,text\np,ball goal\nq,goal match\nr,vote law\ns,law court\nt,ball "
    "match\nu,court vote\n";
const std::string kVoted = "art|art|law|law||";

}  // namespace

TEST_CASE("a table of votes gives its rows labels, in every format") {
  const std::string csv =
      "id,a,b\np,art,art\nq,art,\nr,,law\ns,law, law \nt,?,\n";
  std::string tsv = csv, semicolons = csv;
  for (char& c : tsv)
    if (c == ',') c = '\t';
  for (char& c : semicolons)
    if (c == ',') c = ';';
  const std::string lines =
      "{\"id\":\"p\",\"b\":\"art\"}\n{\"id\":\"q\",\"a\":\"art\",\"b\":null}"
      "\n\n"
      "{\"id\":\"r\",\"b\":\"law\"}\n{\"a\":\"law\",\"b\":\"law\",\"id\":\"s\"}"
      "\n";
  const std::string order = "B,Id,A\nart,p,art\n,q,art\nlaw,r\nlaw,s,\"law\"\n";
  const std::string others =
      "id,text,label,a,b\np,ball,x,art,art\nq,goal,x,art,\nr,,,,law\ns,,,law,"
      "\n";
  check_reading({
      {"d.csv", kDocuments, kVoted, "", votes("v.csv", csv)},
      {"d.csv", kDocuments, kVoted, "", votes("v.tsv", tsv)},
      {"d.csv", kDocuments, kVoted, "", votes("v.gz", csv)},
      {"d.csv", kDocuments, kVoted, "", votes("v.csv", csv + ",,\n")},
      {"d.csv", kDocuments, kVoted, "", votes("v", semicolons)},
      {"d.csv", kDocuments, kVoted, "", votes("v", lines)},
      {"d.csv", kDocuments, kVoted, "", votes("v", order)},
      {"d.csv", kDocuments, kVoted, "", votes("v", others)},
  });
}

TEST_CASE("a table may have a line for each vote, or be a list of JSON") {
  const std::string lines =
      "id,worker,label,time\np,1,art,3\np,2,law,5\np,2,art,6\nq,1,art,2\n"
      "r,2,law,1\ns,1,law,4\ns,2,law,4\nt,1,,9\n";
  const std::string own =
      "id\tlabel\tanswer\tannotator\ttext\np\tart\t\tann\tball goal\n"
      "q\tart\t\tann\tgoal match\nr\tlaw\t\tbob\tvote law\n"
      "s\tlaw\t\tann\tlaw court\ns\t\tunsure\tbob\tlaw court\n";
  const std::string objects =
      "[{\"id\":\"p\",\"a\":\"art\"},\n {\"id\":\"q\",\"a\":\"art\"},"
      "{\"id\":\"r\",\n  \"a\":\"law\"}, {\"id\":\"s\",\"a\":\"law\"}]\n";
  const std::string each =
      "{\"id\":\"p\",\"annotator\":\"x\",\"label\":\"art\"}\n"
      "{\"id\":\"q\",\"annotator\":\"y\",\"label\":\"art\"}\n"
      "{\"id\":\"r\",\"annotator\":\"x\",\"label\":\"law\"}\n"
      "{\"id\":\"s\",\"annotator\":\"y\",\"label\":\"law\"}\n";
  check_reading({
      {"d.csv", kDocuments, kVoted, "", votes("v.csv", lines)},
      {"d.csv", kDocuments, kVoted, "", votes("v.tsv", own)},
      {"d.csv", kDocuments, kVoted, "", votes("v.json", objects)},
      {"d.csv", kDocuments, kVoted, "", votes("v.jsonl", each)},
      {"d.csv", kDocuments, "", "v:2:7: expected the name of a voter",
       votes("v", "id,label,worker\np,art,\n")},
  });
  const Workplace workplace;
  write_files({{"d.csv", kDocuments}, {"v.csv", lines}});
  const Corpus corpus = found_in("d.csv", given({"votes=v.csv"})).corpus;
  CHECK(corpus.voters.names == Strings{"1", "2"});
  CHECK(corpus.voters.votes[1].size() == 3);  // the last of p counts
}

TEST_CASE("votes meet labels, numbers and words for abstaining") {
  const auto abstaining = given({"votes=v", "unlabeled-label=-1"});
  const std::string labeled =
      "id,text,label\np,ball goal,art\nq,goal match,\nr,vote law,law\ns,law "
      "court,\n";
  const std::string rows = "+1 1:1\n? 1:1 2:1\n-1 3:1\n? 3:1 4:1\n";
  check_reading({
      {"d.csv", labeled, "art|art|law|law", "",
       votes("v", "id,a\np,law\nq,art\nr,law\ns,law\n")},
      {"d.csv", labeled, "art|new|law|new", "",
       votes("v", "id,a\nq,new\ns,new\n")},
      {"d.svm", rows, "+1|+1|-1|-1", "", votes("v", "id,a\n2,1.0\n4,-1\n")},
      {"d.svm", rows, "+1|+1|-1|", "",
       votes("v", "id,a,b\n2,1,1\n4,0,\n1,1,\n")},
      {"d.csv",
       kDocuments,
       kVoted,
       "",
       {abstaining,
        {{"v", "id,a,b\np,art,-1\nq,art,-1\nr,-1,law\ns,law,law\nt,-1,-1\n"}}}},
  });
}

TEST_CASE("a word for abstaining is no class of votes") {
  // what a and b say of p, q, r and s; c always names the class
  const auto said = [](const std::string& data, const Strings& cells,
                       const std::string& labels, const std::string& doubt) {
    std::string csv = "id,a,b,c\n";
    for (std::size_t i = 0; i < cells.size(); ++i)
      csv += std::string(1, static_cast<char>('p' + i)) + "," + cells[i] + "\n";
    return ReadingCase{"d.csv", data, labels, doubt, votes("v", csv)};
  };
  const std::string means = " means that a voter abstains (";
  check_reading({
      said(kDocuments, {"0,-1,0", "0,-1,0", "-1,1,1", "-1,1,1"}, "0|0|1|1||",
           "votes: -1" + means + "4 cells)\n"),
      said(kDocuments, {"0,-1.0,0", "0,,0", ",1,1", ",1,1"}, "0|0|1|1||",
           "votes: -1.0" + means + "1 cell)\n"),
      said(kDocuments, {"art,-1,art", "art,,art", ",law,law", ",law,law"},
           kVoted, "votes: -1" + means + "1 cell)\n"),
      said(kDocuments, {"art,NaN,art", "art,,art", ",law,law", ",law,law"},
           kVoted, "votes: NaN" + means + "1 cell)\n"),
      said(kDocuments,
           {"art,None,art", "art,ABSTAIN,art", "null,law,law", "Null,law,law"},
           kVoted,
           "votes: ABSTAIN, None, Null, null mean that a voter abstains (4 "
           "cells)\n"),
      // the data or the other votes know better
      said(kDocuments, {"-1,-1,-1", "-1,-1,-1", "1,1,1", "1,1,1"},
           "-1|-1|1|1||", "voters that say the same as another"),
      said("id,text,label\np,ball goal,none\nq,goal match,\nr,vote law,\n"
           "s,law court,law\n",
           {"none,,none", "none,none,none", ",law,law", ",law,law"},
           "none|none|law|law", ""),
      // other words are asked about
      said(kDocuments,
           {"art,unknown,art", "art,,art", ",law,law", "unknown,law,law"},
           "art|art|law|law||",
           "votes: 2 of 3 voters say 'unknown', which is a class; if it means "
           "that a voter abstains, add the option unlabeled_label 'unknown'"),
      said(kDocuments, {"art,-,-", "art,-,-", "-,law,-", "-,law,lax"},
           "art|art|law|lax||", "votes: 3 of 3 voters say '-', which is"),
  });
}

TEST_CASE("a column that names no class is no voter") {
  const std::string header = "id,a,b,", kRows = "pqrs";
  const auto beside = [&](const std::string& names, const Strings& cells) {
    std::string csv = "id,a,b," + names + "\n";
    const Strings own = {"art,art,", "art,art,", "law,,", ",law,"};
    for (std::size_t i = 0; i < cells.size(); ++i)
      csv += kRows.substr(i, 1) + "," + own[i] + cells[i] + "\n";
    return csv;
  };
  const auto ignored = [&](const std::string& names, const Strings& cells) {
    std::string listed = names;
    if (const auto comma = listed.find(','); comma != listed.npos)
      listed.insert(comma + 1, " ");
    return ReadingCase{"d.csv", kDocuments, kVoted,
                       "votes: columns that are ignored, because neither "
                       "labels nor other columns have their names: " +
                           listed + "; name the voters with the option voters",
                       votes("v", beside(names, cells))};
  };
  const auto heard = [&](const std::string& csv, const std::string& labels,
                         const Strings& voters = {}) {
    return ReadingCase{"d.csv",
                       kDocuments,
                       labels,
                       "",
                       {[=](Source& source) {
                          source.votes = "v";
                          source.voters = voters;
                        },
                        {{"v", csv}}}};
  };
  const std::string figures =
      "\",\"score\":1,\"terms\":2,\"classes\":{\"art\":1}}\n";
  check_reading({
      ignored("source", {"web", "web", "web", "web"}),
      ignored("source", {"web", "mail", "web", "mail"}),
      ignored("date,length", {"2020-01-02,9", "2020-01-03,8", ",7", ",9"}),
      ignored("sure,surer", {"0.9,0.9", "0.8,0.9", "0.9,0.8", "0.7,0.8"}),
      ignored("who", {"ana", "ana", "law", "ben"}),
      heard(beside("source", {"web", "web", "web", "web"}), kVoted, {"a", "b"}),
      heard(beside("label", {"web", "web", "web", "art"}), kVoted),
      heard("id,label\np,art\nq,art\nr,law\ns,law\n", kVoted, {"label"}),
      // strangers alone, and a class that one voter has found
      heard("id,a,b\np,art,\nq,art,\nr,,law\ns,,law\n", kVoted),
      heard("id,a,b,c\np,art,art,\nq,art,,\nt,,art,\nr,,,law\ns,,,law\n",
            "art|art|law|law|art|"),
      // tables of predict
      heard("id,label,probability,terms,art,law\np,art,0.9,2,0.9,0.1\n"
            "q,art,0.8,2,0.8,0.2\nr,law,0.9,3,0.1,0.9\ns,law,0.7,2,0.3,0.7\n",
            kVoted),
      heard("id,label,given,score,terms\np,art,law,1.2,2\nq,art,,2.1,2\n"
            "r,law,,1.2,2\ns,law,,1.2,2\n",
            kVoted),
      heard("{\"id\":\"p\",\"label\":\"art" + figures +
                "{\"id\":\"q\",\"label\":\"art" + figures +
                "{\"id\":\"r\",\"label\":\"law" + figures +
                "{\"id\":\"s\",\"label\":\"law" + figures,
            kVoted),
  });
}

TEST_CASE("votes of a line belong to the text that they name") {
  const std::string texts =
      "text\nball goal\ngoal match\nvote law\nlaw court\n";
  const std::string right =
      "id,text,a\n2,ball goal,art\n3,goal match,art\n4,vote law,law\n5,,law\n";
  const std::string lines =
      "{\"id\":2,\"text\":\"ball goal\",\"a\":\"art\"}\n"
      "{\"id\":4,\"text\":\"law court\",\"a\":\"law\"}\n";
  const std::string moved =
      ": expected the text of id '4' in the data, found another one, that of "
      "'5'; did the data change since?";
  std::string other = right;
  other.replace(other.find("vote law"), 8, "law court");
  check_reading({
      {"d.csv", texts, "art|art|law|law", "", votes("v", right)},
      {"d.csv", texts, "", "v:4:1" + moved, votes("v", other)},
      {"d.csv", texts, "", "v:2:1" + moved, votes("v", lines)},
  });
}

TEST_CASE("votes find the rows of a store by their ids") {
  const Workplace workplace;
  write_files({{"d.csv", kDocuments},
               {"v", "id,a\nq,art\np,art\ns,law\nr,law\n"},
               {"numbers", "id,a\n2,art\n1,art\n4,law\n3,law\n"}});
  const Corpus corpus = found_in("d.csv", given({"purpose=read"})).corpus;
  const Attachments words = {
      {kVocabularyKey, archive_to_bytes(corpus.vocabulary)}};
  Attachments ids = words;
  ids[kIdsKey] = pack_ids(corpus.ids);
  write_store(corpus.data, "named", ids);
  write_store(corpus.data, "numbered", words);
  const auto voted = [](const std::string& data, const std::string& votes) {
    return found_in(data, given({"votes=" + votes}));
  };
  CHECK(voted("named", "v").labels == kVoted);
  CHECK(voted("numbered", "numbers").labels == kVoted);
  CHECK(contains(voted("named", "numbers").said,
                 "numbers:2:1: expected the id of a row, such as 'p'"));
}

TEST_CASE("votes train a model, whatever is left to them") {
  const Workplace workplace;
  const std::string votes = "id,a,b\np,art,art\nq,art,\nr,law,law\ns,,law\n";
  write_files({{"d.csv", kDocuments},
               {"v", votes},
               {"one left", votes + "u,law,law\n"},
               {"single", votes + "t,misspelled,\n"},
               {"w.csv", "class,words\nnew,vote\nart,ball\n"}});
  struct Case {
    std::string votes, words;
    std::size_t classes;
  };
  for (const Case& one : {Case{"v", "", 2},
                          {"one left", "", 2},
                          {"single", "", 3},
                          {"v", "w.csv", 3}}) {
    CAPTURE(one.votes);
    CAPTURE(one.words);
    const Corpus corpus =
        found_in("d.csv",
                 given({"votes=" + one.votes, "seed-words=" + one.words}))
            .corpus;
    CHECK(corpus.votes.alone());
    CHECK(corpus.data.classes.size() == one.classes);
    const Run trained = run(corpus);
    CHECK(trained.labels.size() == 6);
    if (one.words.empty())  // a report compares them
      CHECK(trained.report.options.class_sizes.sizes ==
            corpus.data.voted.class_sizes);
    for (const double size : trained.report.summary.class_sizes)
      CHECK(size > 0);
    // words may bring classes of which no vote tells the size
    CHECK(trained.report.summary.class_sizes_source ==
          (one.words.empty() ? SizeSource::Votes : SizeSource::Estimate));
  }
}

TEST_CASE("votes on new rows count together with their text") {
  const Workplace workplace;
  // a is often right, b less often, "same" and its like count once
  std::string texts = "id,text\n", votes = "id,a,b,same\n";
  for (int i = 0; i < 48; ++i) {
    const auto name = [&](bool right) {
      return (i % 2 == 0) == right ? "art," : "law,";
    };
    const std::string row = std::to_string(i);
    texts += row + (i % 2 == 0 ? ",ball goal match w" : ",vote law court w") +
             std::to_string(i % 3) + "\n";
    const std::string a = name(i % 8 < 6);
    if (i < 40)
      votes += row + "," + a + name(i % 8 < 4) + a.substr(0, 3) + "\n";
  }
  write_files({{"d.csv", texts},
               {"v", votes},
               {"new.csv", "id,text\nx,ball law\ny,ball law\nz,goal\n"}});
  const Corpus corpus = found_in("d.csv", given({"votes=v"})).corpus;
  RunOptions options;
  options.train.method = kSvm;
  const Model uncalibrated = run(corpus, options).model;
  options.probabilities = true;
  const Model model =
      model_from_archive(to_archive(run(corpus, options).model));
  const auto read = [](const std::string& table, const Model& by) {
    write_files({{"n", table}});
    return found_in("new.csv", given({"votes=n"}), &by);
  };
  const Corpus alone = read_corpus({"new.csv"}, model);
  const std::vector<double> before = scores(model, alone);
  CHECK(before == scores(model, alone.data.rows));

  // what x gains for law, of two classes the second
  const auto gain = [&](const std::string& header, const std::string& line) {
    const Found found = read("id," + header + "\nx," + line + "\n", model);
    CHECK(found.said == "");
    const std::vector<double> all = scores(model, found.corpus);
    CHECK(all[1] == before[1]);
    std::vector<double> in_parts;
    for_each_batch({.path = "new.csv", .votes = "n"}, model, "m",
                   [&](Index /*first*/, Corpus& some) {
                     for (const double one : scores(model, some))
                       in_parts.push_back(one);
                   });
    CHECK(in_parts == all);
    return all[0] - before[0];
  };
  const double a = gain("a", "law");
  CHECK(a > 0);
  CHECK(gain("a", "art") < 0);
  CHECK(gain("b", "law") < a);
  CHECK(gain("b,a", "law,law") ==
        doctest::Approx(a + gain("b", "law")).epsilon(1e-9));
  CHECK(gain("a,b", ",?") == 0);
  CHECK(gain("same", "law") == 0);
  CHECK(
      scores(model, read("{\"id\":\"x\",\"a\":\"art\",\"a\":\"law\"}\n", model)
                        .corpus)[0] == before[0] + a);
  const Found silent = read("id,a,b\nx,law,nan\ny,None,-1\n", model);
  CHECK(silent.said ==
        "votes: -1, None, nan mean that a voter abstains (3 cells)\n");
  CHECK(scores(model, silent.corpus)[0] == before[0] + a);
  const auto& says = corpus.votes.voters[0].says.at("law");
  CHECK(a == doctest::Approx(std::log(says.at("law") / says.at("art")) /
                             model.head().calibration.slopes[0]));
  CHECK(corpus.votes.voters[2].says.empty());

  CHECK(contains(read("id,a,other\nx,law,misspelled\n", model).said,
                 "voters that the model does not know, which are ignored: "
                 "other"));
  struct Fault {
    std::string votes, said;
    const Model& model;
  };
  Corpus labeled = corpus;  // by nobody
  labeled.votes = {};
  const Model voteless = run(labeled, options).model;
  for (const Fault& one :
       {Fault{"id,a\nx,sports\n",
              "n: expected votes for classes of the model, found 'sports'",
              model},
        {"id,a\nz,law\nq,law\n",
         "n:3:1: expected the id of a row, such as 'x', found 'q'", model},
        {"id,a\nx,law\nx,law\n", "n:3:1: expected each id once, found 'x'",
         model},
        {"id,label\nx,law\n",
         "n:1:1: expected a column for each voter beside 'id', found 'label'",
         model},
        {"id,a\nx,law\n",
         "m: expected a model trained with the option votes and the option "
         "probabilities, as votes on new rows need, found one without votes",
         voteless},
        {"id,a\nx,law\n", "found one without probabilities", uncalibrated}})
    CHECK(contains(read(one.votes, one.model).said, one.said));
  write_files({{"new.csv", "text\nball law\nball\n"}});
  const std::string moved = "id,text,a\n3,ball law,law\n";
  CHECK(contains(read(moved, model).said,
                 "n:2:1: expected the text of id '3' in the data, found "
                 "another"));
  CHECK_THROWS_AS(
      for_each_batch({.path = "new.csv", .votes = "n"}, model, "m", {}),
      DataError);
  write_files({{"new.csv", "id,text\nx,ball law\nx,ball\n"}});
  CHECK(contains(read("id,a\nx,law\n", model).said,
                 "n:2:1: expected the id of one row, found 'x', which several "
                 "have"));
}

TEST_CASE("a table that is none of votes is refused in one line") {
  const auto refused = [](const std::string& table, const std::string& said) {
    return ReadingCase{"d.csv",
                       "id,text,label\np,ball goal,art\nq,goal match,law\n", "",
                       said, votes("v", table)};
  };
  check_reading({
      refused("id,a\nx,art\n",
              "v:2:1: expected the id of a row, such as 'p', found 'x'"),
      refused("id,a\n,art\n", "v:2:1: expected the id of a row"),
      refused("id,a\np,art\np,art\n",
              "v:3:1: expected each id once, found 'p'"),
      refused("id,label\np,art\n",
              "v:1:1: expected a column for each voter beside 'id', found "
              "'label'; give a table of labels with the option labels"),
      refused("id\np\n",
              "expected a column for each voter beside 'id', found none"),
      refused("a,b\nart,law\n", "v:1:1: expected a column 'id', found none"),
      refused("id,a,a\np,art,art\n",
              "v:1:6: expected a single column 'a', found a second one"),
      {"d.csv",
       "id,text,label\np,ball goal,art\nq,goal match,law\n",
       "",
       "v:1:1: expected a column of the voter 'b', found none",
       {given({"votes=v", "voters=a", "voters=b"}),
        {{"v", "id,a,c\np,art,law\n"}}}},
      refused("id,a\np,a\tb\n", "v:2:3: expected the name of a class, found"),
      refused("", "v: expected a header, found an empty file"),
      refused("sep=;\n", "v: expected a header, found an empty file"),
      refused("{\"id\":\"p\",\"a\":[\"x\"]}\n",
              "v:1:1: expected a class in 'a', found a list"),
      refused("{\"id\":\"p\",\n", "v:1:"),
  });
}

TEST_CASE("votes that tell little are warned of") {
  check_reading({
      {"d.csv", kDocuments, kVoted, "voters without a vote: b",
       votes("v", "id,a,b\np,art,\nq,art,\nr,law,\ns,law,\n")},
      {"d.csv", kDocuments, kVoted, "of which one counts: b as a",
       votes("v", "id,a,b\np,art,art\nq,art,art\nr,law,law\ns,law,law\n")},
      {"d.csv", kDocuments, "art|art|law|lwa||law",
       "classes with a single vote and no label; misspelled? lwa",
       votes("v", "id,a\np,art\nq,art\nr,law\ns,lwa\nu,law\n")},
      {"d.csv",
       "id,text,label\np,ball goal,x;y\nq,law,z\n",
       "",
       "votes: not with several labels per row",
       {given({"votes=v", "label-separator=;"}), {{"v", "id,a\np,x\n"}}}},
  });
}

}  // namespace semilin::test
