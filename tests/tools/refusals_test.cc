// What each command refuses: wrong usage with status 2, what cannot be done
// with status 1; always in one line, and nothing is left behind.
#include "support/command.h"
#include "support/npy.h"

namespace semilin::test {
namespace {

// Each of the lines, behind the same beginning, ends with this status (0: any
// but 0).
void check_refused(const Workshop& shop, int status, const std::string& begin,
                   const Strings& lines) {
  const int files = shop.files();
  for (const std::string& line : lines) {
    CAPTURE(line);
    shop.refused(begin + " " + line, status);
    CHECK(shop.files() == files);
  }
}

const std::string kLiblinear =
    "solver_type L2R_LR\nnr_class 2\nlabel 1 2\nnr_feature 1\nbias -1\nw\n1\n";

}  // namespace

TEST_CASE("wrong usage has status 2 and one line on standard error") {
  const Workshop shop({{"data", topic_rows(2, 30, 20)},
                       {"bare", "1:1\n2:1\n"},
                       {"labels", "1\n-1\n"},
                       {"model", kLiblinear},
                       {"g", "1 2 1\n"},
                       {"t", "a\tx y\nb\tx z\n"}});
  shop.run("convert data d.store");
  check_refused(shop, 2, "",
                {"", "nonsense", "train", "train data", "graph data",
                 "evaluate model", "evaluate model data extra"});
  check_refused(
      shop, 2, "predict model",
      {"", "data --top 0", "data -o said.xlsx", "data --top 1 --scores"});
  check_refused(
      shop, 2, "convert",
      {"data out.unknown", "data out --to nonsense", "data out.liblinear",
       "d.store out.graph", "model out.svm", "model out.graph"});
  check_refused(shop, 2, "inspect", {"data --features 3", "--nonsense data"});
  check_refused(shop, 2, "explain model", {"", "text --row 1"});
  check_refused(
      shop, 2, "train data -o m",
      {"--set lambda=0", "--set lambda=x", "--set lambda=nan",
       "--set lambda=inf", "--set lambda-u=-1", "--set max-iterations=1.5",
       "-C 0", "--threads -1", "--method foo",
       "--method svm -C 1 --set lambda=1", "--class-sizes 0.5,0.6",
       "--class-sizes c7=0.5,c1=0.5", "--class-sizes c1=x",
       "--class-weight c3=1", "--class-weight c1=1,c1=2"});
  check_refused(
      shop, 2, "train data -o m --method",
      {"tv-rls -C 1", "tv-rls --class-weight balanced",
       "tv-rls --set lambda-u=1", "tv-rls --class-sizes c0=0.5,c=0.5",
       "tv-rls --class-sizes 0.5,0.6", "tv-rls --set gamma=-1",
       "tv-rls --set gamma=1e308", "cheeger-rls --set step=1e-310",
       "tv-rls --set sweeps=2147483647", "tv-rls --threads 100000",
       "tv-rls --set kernel=gauss", "tv-rls --graph g --set weights=cosine",
       "da --set kernel=rbf", "da --set gamma=1", "svm --graph g"});
  check_refused(
      shop, 2, "tune data -q -o x",
      {"--folds 1", "--folds x", "--folds 2.5", "--repeats -1",
       "--set lambda=0", "--set lambda-u=-1", "--set lambda=0.1,,1",
       "--set lambda=0.1,", "-C ,1", "--set lambda=1,x", "--set lambda=1 -C 1",
       "--choose worst", "--class-weight c0=-1", "--method svm --set gamma=1",
       "--method tv-rls --set lambda-u=1", "--method cheeger-rls --set gamma=1",
       "--method tv-rls --set neighbors=0",
       "--method tv-rls --set kernel=none --set kernel-width=1"});
  check_refused(shop, 2, "graph data -o g2",
                {"-k 0", "--metric manhattan", "--mean-degree -1", "--to model",
                 "--metric euclidean --weights cosine -k 1"});
  check_refused(
      shop, 2, "vectorize t",
      {"", "-o d.svm --format other", "-o d.svm --to other",
       "-o d.svm --min-documents 0", "-o d.svm --max-fraction 2",
       "-o d.svm --min-length 0", "-o d.svm --vocabulary v --min-documents 3"});
  check_refused(
      shop, 2, "svmlin",
      {"bare", "-A 4 bare labels", "-W 0 bare labels", "-R 2 bare labels",
       "-A 3 -Cp 2 bare labels", "-Cx 2 bare labels", "-Cp -1 bare labels"});
  check_refused(shop, 2, "suggest data --model model",
                {"-n 0", "--for x", "--random 2", "--to labels"});
  CHECK(holds(shop.refused("predict model 'a text'", 2),
              "there is no file 'a text'; a text is read from standard input"));
  CHECK(shop.run("help train") == shop.run("train --help"));
  CHECK(shop.run("help") == shop.run("--help"));
  for (const char* option :
       {"row-weights", "class-sizes", "labels", "summary", "class-weight"})
    CHECK(holds(
        shop.refused("train data -o m --" + std::string(option) + " ''", 2),
        "expected a value, found an empty one"));
}

TEST_CASE("what cannot be done has status 1 and one line") {
  const Workshop shop({{"d", "a 1:1\nb 2:1\n? 1:1 2:1\n"},
                       {"one", "a 1:1\n? 1:2\na 2:1\n"},
                       {"none", "? 1:1\n? 1:2\n"},
                       {"empty", ""},
                       {"bad", "a 1:x\n"},
                       {"full", "a 1:1\nb 2:1\n"},
                       {"sets", "a,b 1:1\na 2:1\nb 3:1\n? 1:1\n"},
                       {"pairs", "a 1:1\na 1:2\nb 2:1\nb 2:2\n"},
                       {"few", "a 1:1\nb 1:2\n? 1:3\n? 1:4\n? 1:5\n"},
                       {"w", "-1\n"},
                       {"w3", "1\n2\n3\n"},
                       {"bare", "1:1\n2:1\n"},
                       {"lib", kLiblinear},
                       {"t.csv", "text,label\nrocket w1,a\npuck w1,b\n"},
                       {"table", "id,body,class\n1,x,a\n2,y,b\n"},
                       {"same.csv", "text,label\nx x,a\nx y,a\n"},
                       {"once", "a\tone\n?\ttwo\n?\tsix\n"},
                       {"e.npy", npy(2, {1, 2, 3, 4})},
                       {"many.npy", npy(3, {1, 2, 3, 4, 5, 6})}});
  shop.run("train d -q -o m --method svm");
  shop.run("train t.csv -q -o mt --method svm --min-documents 1");
  shop.run("train t.csv -q -o mv --method svm --vectors e.npy");
  shop.run("convert d d.store");
  check_refused(
      shop, 1, "train -o x",
      {"one", "none", "empty", "nofile", "table", "same.csv",
       "d --summary no/such/folder", "d --vocabulary d", "d --labels nofile",
       "d --test nofile", "d --test bad", "t.csv --vectors many.npy"});
  check_refused(shop, 1, "train -o x --method tv-rls --set neighbors=5",
                {"sets", "one", "few"});
  check_refused(shop, 1, "tune -q -o x",
                {"d --folds 2", "d --folds loo", "sets", "d --row-weights w"});
  check_refused(shop, 1, "predict",
                {"d d", "nofile d", "empty d", ". d",
                 "mv t.csv -o x --vectors many.npy"});
  check_refused(shop, 1, "svmlin",
                {"bare w3", "nofile w", "-f once bare", "-f nofile bare"});
  check_refused(shop, 1, "explain",
                {"lib text", "nofile text", "mv 'rocket w1'"});
  check_refused(shop, 1, "suggest",
                {"full --model m", "d --model nofile", "d --model d"});
  check_refused(shop, 1, "vectorize -o x.svm",
                {"absent", "t.csv --vocabulary once"});
  check_refused(shop, 1, "",
                {"convert table x.store", "graph table -o x", "inspect table"});
  check_refused(shop, 0, "explain mt",
                {"--data t.csv --row 9", "x --class other"});
  check_refused(shop, 0, "explain mt", {"--data t.csv --row 1.5"});
  struct Said {
    std::string line, error;
  };
  shop.write("cut", kLiblinear.substr(0, kLiblinear.size() - 2));
  shop.write("control", "a\tx\na\x01\tx\n");
  shop.write("edges", "1 2 -1\n");
  shop.write("l.tsv", "sport\n");
  for (const Said& one :
       {Said{"predict cut d", "cut:7:1: expected a weight, found the end"},
        {"predict m d --text", "m: expected a model with a vocab"},
        {"graph d -k 6 -o x",
         "neighbors: expected at least 6 other rows for 6 neighbors, found 2"},
        {"convert edges x.graph",
         "edges:1:5: expected a finite weight >= 0, found '-1'"},
        {"convert nofile x.graph",
         "nofile: cannot open: No such file or directory"},
        {"vectorize control -o x.svm",
         "control:2:1: expected a label in UTF-8"},
        {"vectorize once -o x.svm", "no usable words"},
        {"tune pairs -o x -q", "; label more, or set --folds "},
        {"evaluate m d --sample l.tsv",
         "l.tsv:1:1: expected a column 'label'"}})
    CHECK_MESSAGE(holds(shop.refused(one.line), one.error), one.line);
}

}  // namespace semilin::test
