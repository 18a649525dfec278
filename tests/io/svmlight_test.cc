#include "semilin/io/svmlight.h"

#include "semilin/advanced/io/line_source.h"

#include "io/io_support.h"

namespace semilin::test {
namespace {

// Lines of every kind: labels, comments, blanks, long and empty rows.
std::string random_text(Random& random, int lines) {
  const std::string labels[] = {"1", "-1", "+1", "?", "sports", "1.0"};
  std::string text;
  for (int i = 0; i < lines; ++i) {
    const bool windows = random.below(3) == 0;
    if (random.below(10) == 0)
      text += random.below(2) ? "# comment" : "  \t";
    else {
      text += labels[random.below(6)];
      if (random.below(5) == 0) text += " qid:12";
      Index index = 0;
      for (Index k = random.below(random.below(20) == 0 ? 200 : 8); k > 0;
           --k) {
        index += 1 + random.below(50);
        text += random.below(9) == 0 ? "\t  " : " ";
        text += std::to_string(index) + ":" + std::to_string(random.normal()) +
                (k % 4 == 0 ? "e-2" : "");
      }
      if (random.below(9) == 0) text += " # 7:8 note";
    }
    text += windows ? "\r\n" : "\n";
  }
  return text;
}

std::string error_of_text(const std::string& text, const ReadOptions& options) {
  const TempFile file("", text);
  const std::string message =
      error_of([&] { (void)read_svmlight(file.path(), options); });
  return message.substr(std::min(message.size(), file.path().size()));
}

}  // namespace

TEST_CASE("a small file is read with its labels and zeros dropped") {
  const Dataset data = read_from_text(
      "+1 1:0.5 3:-2e1 # first\n"
      "\n"
      "# a comment\n"
      "-1 qid:7 2:0 4:1\r\n"
      "?");
  CHECK(data.rows.rows() == 3);
  CHECK(data.rows.cols() == 4);
  CHECK(data.rows.nonzeros() == 3);
  CHECK(data.classes == Strings{"-1", "+1"});
  CHECK(data.labels == Labels{1, 0, kUnlabeled});
  CHECK(entries_of(data.rows) == Doubles{0.5, 0, -20, 0,  //
                                         0, 0, 0, 1,      //
                                         0, 0, 0, 0});
}

TEST_CASE("what stands in quotes is a name, and commas make sets of labels") {
  const Dataset names = read_from_text(
      "\"a,b\" 1:1\n\"1.0\" 1:1\n\"+1\" 1:1\n\"0\" 1:1\n-1 1:1\n1.00 1:1\n");
  CHECK_FALSE(names.multi_label);
  CHECK(names.classes == Strings{"-1", "0", "+1", "1.0", "a,b"});
  CHECK(names.labels == Labels{4, 3, 2, 1, 0, 2});
  const Dataset sets =
      read_from_text("b,\"a, c\" 1:1\n\"a, c\",b 1:1\n?, 1:1\nb 1:1\n? 1:1\n");
  CHECK(sets.multi_label);
  CHECK(sets.classes == Strings{"\"a, c\",b", ",", "b"});
  CHECK(sets.labels == Labels{0, 0, 1, 2, kUnlabeled});
}

TEST_CASE("labels that are the same number are written apart") {
  const TempFile file(".svm");
  for (const bool sets : {false, true}) {
    Dataset data = read_from_text("a 1:1\nb 1:1\nc 1:1\n");
    data.classes = {"+1", "1.00", sets ? "1.00,x" : "x"};
    data.multi_label = sets;
    write_svmlight(data, file.path());
    const Dataset read = read_svmlight(file.path());
    CHECK(read.classes == data.classes);
    CHECK(read.labels == data.labels);
    CHECK(read.multi_label == sets);
  }
}

// What is read; where a list is empty, anything.
struct Reading {
  std::string text;
  Strings classes;
  Labels labels;
  Doubles rows;
  ReadOptions options = {};
};

ReadOptions options_with(const auto& change) {
  ReadOptions options;
  change(options);
  return options;
}

TEST_CASE("labels and features are read as they are meant") {
  const auto zero = options_with([](auto& o) { o.unlabeled_label = "0"; });
  const auto model = options_with([](auto& o) {
    o.classes = Strings{"-1", "+1", "x"};
  });
  const auto ignored = options_with([](auto& o) {
    o.ignore_labels = true;
    o.classes = Strings{"a", "b"};
  });
  const auto from_zero = options_with([](auto& o) { o.zero_based = true; });
  const auto seven = options_with([](auto& o) { o.features = 7; });
  const auto doubles = options_with([](auto& o) { o.double_values = true; });
  const std::int32_t none = kUnlabeled;
  for (const Reading& one : {
           // a zero is a column, and not stored
           Reading{"a 1:1 3:0\nb 2:-0.0 3:1e-60\n", {}, {}, {1, 0, 0, 0, 0, 0}},
           {" a\t1:1 \t 2:2  \n\tb  3:3\t\r\n",
            {"a", "b"},
            {0, 1},
            {1, 2, 0, 0, 0, 3}},
           {"a# 1:1\nb 1:2#c 2:1\n", {"a", "b"}, {0, 1}, {0, 2}},
           {"comp.sys.mac 1:1\na,b 1:1\nlib::x 1:1\ncaf\xC3\xA9 1:1\n",
            {"a,b", "caf\xC3\xA9", "comp.sys.mac", "lib::x"},
            {2, 0, 3, 1},
            {}},
           // spellings of a number are a class
           {"1.0 1:1\n+1 1:1\n2 1:1\n1 1:1\n", {"1", "2"}, {0, 0, 1, 0}, {}},
           // 0 is unlabeled beside +1 and -1 alone
           {"+1 1:1\n0 1:1\n-1 1:1\n", {"-1", "+1"}, {1, none, 0}, {}},
           {"1.0 1:1\n0.0 1:1\n-1 1:1\n", {}, {1, none, 0}, {}},
           {"1 1:1\n0 1:1\n", {"0", "1"}, {1, 0}, {}},
           {"-1 1:1\n0 1:1\n", {"-1", "0"}, {0, 1}, {}},
           {"-1 1:1\n0 1:1\n1 1:1\n2 1:1\n", {"-1", "0", "1", "2"}, {}, {}},
           {"-1 1:1\n0 1:1\n1 1:1\nx 1:1\n", {"-1", "0", "1", "x"}, {}, {}},
           {"-1 1:1\n0 1:1\n1 1:1\n? 1:1\n", {}, {0, none, 1, none}, {}},
           {"0 1:1\n1 1:1\n0.0 1:1\n2 1:1\n",
            {"1", "2"},
            {none, 0, none, 1},
            {},
            zero},
           {"x 1:1\n1.0 1:1\n? 1:1\n",
            {"-1", "+1", "x"},
            {2, 1, none},
            {},
            model},
           {"z 1:1\n2:1\na 3:1\n",
            {"a", "b"},
            {none, none, none},
            {1, 0, 0, 0, 1, 0, 0, 0, 1},
            ignored},
           {"a 0:1 2:3\nb 1:2\n", {}, {}, {1, 0, 3, 0, 2, 0}, from_zero},
           {"a 3:1\n", {}, {}, {0, 0, 1, 0, 0, 0, 0}, seven},
           {"a 8:1\n", {}, {}, {0, 0, 0, 0, 0, 0, 0, 1}, seven},
           {"a 1:0.1\n", {}, {}, {0.1}, doubles},
           {"a 1:1e300\n", {}, {}, {1e300}, doubles},
           {"a 1:0.1\n", {}, {}, {double{0.1F}}},
       }) {
    CAPTURE(one.text);
    const TempFile packed(".gz", gzip(one.text));
    for (const Dataset& data : {read_from_text(one.text, one.options),
                                read_svmlight(packed.path(), one.options)}) {
      if (!one.classes.empty()) CHECK(data.classes == one.classes);
      if (!one.labels.empty()) CHECK(data.labels == one.labels);
      if (!one.rows.empty()) CHECK(entries_of(data.rows) == one.rows);
    }
  }
  CHECK(read_from_text("a 1:1 9:0\nb 2:-0.0\n").rows.nonzeros() == 1);
  CHECK(read_from_text("a 2147483647:1\n").rows.cols() == 2147483647);
  CHECK(error_of_text("x 1:1\n\n1 1:1\n  y 1:1\ny 1:1", model) ==
        ":4:3: expected a class of the model (-1, +1, x), found 'y'");
  CHECK(error_of_text("a 0:1 0:2\n", from_zero) ==
        ":1:7: expected an index above 0, found '0:2' (a duplicate)");
  CHECK(error_of_text("a 1:1e309\n", doubles) ==
        ":1:5: expected a number that fits 8 bytes (up to 1.7e308), found "
        "'1e309'");
}

TEST_CASE("threads, block size and gzip do not change the data") {
  Random random(1);
  for (int round = 0; round < 4; ++round) {
    std::string text = random_text(random, 30);
    if (round == 1) {  // a line longer than all blocks
      text += "a";
      for (int index = 1; index <= 20'000; ++index)
        text += " " + std::to_string(index) + ":1";
      text += "\nb 1:1\n";
    }
    if (round % 2 == 0) text.pop_back();  // no newline at the end
    const TempFile plain("", text);
    const TempFile packed("", gzip(text.substr(0, text.size() / 2)) +
                                  gzip(text.substr(text.size() / 2)));
    const Dataset expected = read_svmlight(plain.path());
    for (const int threads : {1, 2, 4}) {
      for (const Index block_bytes : {3, 64, 1000, 1 << 20}) {
        ReadOptions options;
        options.threads = threads;
        options.block_bytes = block_bytes;
        CAPTURE(threads);
        CAPTURE(block_bytes);
        CHECK(same_data(read_svmlight(plain.path(), options), expected));
        CHECK(same_data(read_svmlight(packed.path(), options), expected));
      }
    }
  }
}

TEST_CASE("the first fault of the file is reported, whoever finds it") {
  std::string text;
  for (int line = 1; line <= 2000; ++line)
    text += line % 97 == 0 ? "1 2:x\n" : "1 1:1 2:3.25 # fine\n";
  for (const int threads : {1, 2, 4}) {
    for (const Index block_bytes : {500, 4000, 1 << 20}) {
      ReadOptions options;
      options.threads = threads;
      options.block_bytes = block_bytes;
      CHECK(error_of_text(text, options) ==
            ":97:5: expected a number, found 'x'");
    }
  }
}

TEST_CASE("what is written reads back exactly") {
  Random random(2);
  for (const bool doubles : {false, true}) {
    for (const char* suffix : {".svm", ".svm.gz"}) {
      ReadOptions options;
      options.double_values = doubles;
      const Dataset data = read_from_text(
          random_text(random, 300) +
              "? 1:3.4028235e38 2:-3.4028235e38 3:1.1754944e-38 4:1e-45 "
              "5:0.33333334 6:16777217\n",
          options);
      const TempFile file(suffix);
      write_svmlight(data, file.path());
      CHECK(same_data(read_svmlight(file.path(), options), data));
      using Limits = std::numeric_limits<float>;
      const Index rows = data.rows.rows();
      const CsrStore last = data.rows.range(rows - 1, rows);
      if (!doubles)
        CHECK(values_of(last) == Doubles{Limits::max(), Limits::lowest(),
                                         Limits::min(), Limits::denorm_min(),
                                         1.0F / 3, 16777216});
    }
  }
}

TEST_CASE("the written text is the plain one, with names of any kind") {
  Dataset data = read_from_text("b 1:0.10 3:2e2\n?\na 2:-1\n");
  const TempFile file;
  write_svmlight(data, file.path());
  CHECK(slurp(file.path()) == "b 1:0.1 3:200\n?\na 2:-1\n");
  data = read_from_text("1 1:1\n2 1:1\n3 1:1\n4 1:1\n5 1:1\n6 1:1\n");
  data.classes = {"\"",          "#1",        "12:30",
                  "Cars: parts", "a \"b\" c", "\xC3\x9C & # x"};
  write_svmlight(data, file.path());
  CHECK(same_data(read_svmlight(file.path()), data));
  CHECK(slurp(file.path()).find("\"a \"\"b\"\" c\" 1:1\n") !=
        std::string::npos);
}

TEST_CASE("a label in quotes ends with a quote and is followed by a blank") {
  const auto refusal = [](const std::string& text) {
    return error_of_text(text, {});
  };
  CHECK(refusal("\"a b 1:1\n") ==
        ":1:1: expected a label in quotes, found '\"a'");
  CHECK(refusal("\"a\"b 1:1\n") ==
        ":1:4: expected a blank behind a label in quotes, found 'b'");
  CHECK(refusal("\"\" 1:1\n") ==
        ":1:1: expected a label in quotes, found '\"\"'");
  CHECK(refusal("\u200b 1:1\n")  // a blank of no width
            .starts_with(":1:1: expected text (a label)"));
  CHECK(refusal("\u200b,a 1:1\n").starts_with(":1:1: expected a label"));
  CHECK(read_from_text("\"a b\"\r\n\"a b\"#c\n\"c\"").classes ==
        Strings{"a b", "c"});
}

TEST_CASE("class names that cannot be read back are not written") {
  for (const char* name : {"", "?", "a\nb", "a\tb"}) {
    Dataset data = read_from_text("a 1:1\n");
    data.classes = {name};
    CHECK_THROWS_AS(write_svmlight(data, "never-written"), Invalid);
  }
}

}  // namespace semilin::test
