#include "semilin/io/dataset_file.h"

#include "io/io_support.h"

namespace semilin::test {
namespace {

std::string error_of_reading(const Strings& files, const ReadOptions& options) {
  return error_of([&] { (void)read_dataset(files, options); });
}

}  // namespace

TEST_CASE("text, gzip and store are told by their bytes and give the same") {
  const std::string text = "b 1:0.1 7:2\na 3:4\n? 2:1\n";
  const TempFile plain(".gz", text), packed(".txt", gzip(text)), store(".svm");
  const Dataset data = read_dataset({plain.path()});
  write_store(data, store.path());
  CHECK(file_kind(plain.path()) == FileKind::Text);
  CHECK(file_kind(packed.path()) == FileKind::Gzip);
  CHECK(file_kind(store.path()) == FileKind::Store);
  CHECK(file_kind("-") == FileKind::Text);
  CHECK(same_data(read_dataset({packed.path()}), data));
  CHECK(same_data(read_dataset({store.path()}), data));
}

TEST_CASE("several data files are read as one, of text or stores") {
  const std::string first = "x 1:1\ny 2:2\n";
  const std::string second = "a 4:3\nx 1:0.5\n";
  const TempFile a("", first);
  const TempFile b("", second);
  const TempFile store;
  write_store(read_from_text(second), store.path());
  const Dataset whole = read_from_text(first + second);
  CHECK(same_data(read_dataset({a.path(), b.path()}), whole));
  CHECK(same_data(read_dataset({a.path(), store.path()}), whole));
}

TEST_CASE("reading tells of itself, and ends where it is told to") {
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += "1 1:1 2:0.5\n-1 2:1\n";
  const TempFile plain(".txt", text);
  const TempFile packed(".txt", gzip(text));
  const TempFile store(".store");
  write_store(read_from_text(text), store.path());
  const Strings files = {plain.path(), packed.path(), store.path()};
  ReadOptions options;
  options.block_bytes = 1024;
  options.threads = 2;
  Doubles shares;
  std::vector<Index> rows;
  options.progress = [&](const ProgressRecord& record) {
    CHECK(record.stage == "reading");
    shares.push_back(record.fraction_done);
    rows.push_back(record.iteration);
    return true;
  };
  (void)read_dataset(files, options);
  CHECK(shares.size() > 10);
  CHECK(std::is_sorted(shares.begin(), shares.end()));
  CHECK(std::is_sorted(rows.begin(), rows.end()));
  CHECK(shares.front() < 0.2);
  CHECK(shares.back() == 1);
  CHECK(rows.back() == 12000);
  options.progress = [](const ProgressRecord&) { return false; };
  CHECK_THROWS_AS((void)read_dataset(files, options), Interrupted);
}

TEST_CASE("a store of doubles among text makes all values doubles") {
  ReadOptions doubles;
  doubles.double_values = true;
  const TempFile text("", "x 1:0.1\n");
  const TempFile store;
  write_store(read_from_text("y 1:0.3\n", doubles), store.path());
  const Dataset data = read_dataset({text.path(), store.path()});
  CHECK(same_data(data, read_from_text("x 1:0.1\ny 1:0.3\n", doubles)));
}

TEST_CASE("the rule for 0 looks at all data files together") {
  const TempFile a("", "0 1:1\n1 1:2\n");
  const TempFile b("", "-1 1:3\n");
  CHECK(read_dataset({a.path()}).classes == Strings{"0", "1"});
  const Dataset both = read_dataset({a.path(), b.path()});
  CHECK(both.classes == Strings{"-1", "1"});
  CHECK(both.labels == Labels{kUnlabeled, 1, 0});
}

TEST_CASE("labels come from files of their own, rows may lack them") {
  // SVMlin's pair of files: the second row has no entries.
  const TempFile rows("", "1:1 3:2\n\n2:5\n");
  const TempFile more_rows("", "+1 3:1\n");
  const TempFile first("", "1\n0\n# a comment\n");
  const TempFile second("", "-1 \r\n\n 1");
  ReadOptions options;
  options.label_files = {first.path(), second.path()};
  const Dataset data = read_dataset({rows.path(), more_rows.path()}, options);
  CHECK(data.classes == Strings{"-1", "1"});
  CHECK(data.labels == Labels{1, kUnlabeled, 0, 1});
  CHECK(entries_of(data.rows) == Doubles{1, 0, 2, 0, 0, 0, 0, 5, 0, 0, 0, 1});
}

TEST_CASE("a label file has names in quotes where they need them") {
  const TempFile rows("", "1:1\n2:1\n1:2\n");
  const TempFile labels("", "\"a # b\" # a comment\n12.5#c\n \"a # b\"\n");
  const TempFile bare("", "1\n2 x\n");
  ReadOptions options;
  options.label_files = {labels.path()};
  CHECK(read_dataset({rows.path()}, options).classes ==
        Strings{"12.5", "a # b"});
  options.label_files = {bare.path()};
  CHECK(error_of([&] { (void)read_dataset({rows.path()}, options); }) ==
        bare.path() +
            ":2:3: expected one label per line, in quotes if it has blanks, "
            "found 'x'");
}

TEST_CASE("label files may relabel a store, with a label for each row") {
  const TempFile store;
  const TempFile labels("", "v\nu\n"), one("", "1\n");
  write_store(read_from_text("a 1:1\nb 1:2\n"), store.path());
  ReadOptions options;
  options.label_files = {labels.path()};
  const Dataset data = read_dataset({store.path()}, options);
  CHECK(data.classes == Strings{"u", "v"});
  CHECK(data.labels == Labels{1, 0});
  options.label_files = {one.path()};
  CHECK(error_of_reading({store.path()}, options) ==
        one.path() +
            ": expected 2 labels, one for each row of the data, found 1");
}

TEST_CASE("unlabeled files are appended and their labels ignored") {
  const TempFile data("", "a 1:1\nb 2:1\n"), first("", "c 3:1\n4:1\n");
  const TempFile second;
  write_store(read_from_text("c 5:1\n"), second.path());
  ReadOptions options;
  options.unlabeled_files = {first.path(), second.path()};
  const Dataset all = read_dataset({data.path()}, options);
  CHECK(all.classes == Strings{"a", "b"});
  CHECK(all.labels == Labels{0, 1, kUnlabeled, kUnlabeled, kUnlabeled});
  CHECK(all.rows.cols() == 5);
}

TEST_CASE("costs of a store survive and rows of text cost 1") {
  Dataset costly = read_from_text("a 1:1\nb 1:2\n");
  costly.costs = {3, 4};
  const TempFile store;
  write_store(costly, store.path());
  const TempFile text("", "a 1:1\n");
  CHECK(read_dataset({store.path()}).costs == costly.costs);
  CHECK(read_dataset({text.path(), store.path(), text.path()}).costs ==
        Doubles{1, 3, 4, 1});
}

TEST_CASE("a file without rows, a directory and no file are errors of a line") {
  for (const char* content : {"", "\n\n", "# nothing\n"}) {
    const TempFile file("", content);
    CHECK(error_of_reading({file.path()}, {}) ==
          file.path() + ": expected rows, found none");
  }
  CHECK(error_of_reading({"."}, {}) == ".: expected a file, found a directory");
  CHECK(error_of_reading({"no-such-file"}, {}) ==
        "no-such-file: cannot open: No such file or directory");
}

// convert_to_store against the two steps that it stands for.
static void check_conversion(const Strings& files, const ReadOptions& options) {
  const TempFile expected;
  const TempFile found;
  const Attachments attachments = {{"note", "hello"}};
  write_store(read_dataset(files, options), expected.path(), attachments);
  convert_to_store(files, options, found.path(), attachments);
  CHECK(slurp(found.path()) == slurp(expected.path()));
  CHECK_NOTHROW(verify_store(found.path()));
}

TEST_CASE("a conversion writes the store of the data read") {
  const std::string text = "b 1:0.1 7:2\na 3:4\n? 2:1\nb\n";
  const TempFile plain("", text);
  const TempFile packed("", gzip(text));
  const TempFile bare("", "1:1\n\n2:0.1\n");
  const TempFile labels("", "x\n?\ny\n");
  const TempFile store("");
  const TempFile doubles("");
  Dataset data = read_dataset({plain.path()});
  data.costs = {1, 2, 0.5, 3};
  write_store(data, store.path());
  ReadOptions wide;
  wide.double_values = true;
  write_store(read_dataset({plain.path()}, wide), doubles.path());
  for (const int threads : {1, 3}) {
    ReadOptions options;
    options.threads = threads;
    options.block_bytes = 8;
    check_conversion({plain.path()}, options);
    check_conversion({packed.path()}, options);
    check_conversion({store.path()}, options);
    check_conversion({doubles.path()}, options);
    check_conversion({plain.path(), store.path(), packed.path()}, options);
    check_conversion({store.path(), doubles.path()}, options);
    options.features = 100;
    options.unlabeled_files = {store.path(), bare.path()};
    check_conversion({plain.path()}, options);
    options.ignore_labels = true;
    check_conversion({store.path()}, options);
    options.ignore_labels = false;
    options.label_files = {labels.path()};
    options.double_values = true;
    check_conversion({bare.path()}, options);
  }
}

TEST_CASE("a store without rows is converted, an empty text is refused") {
  const TempFile store;
  const TempFile text("", "# nothing\n");
  const TempFile out;
  write_store(Dataset{}, store.path());
  check_conversion({store.path()}, {});
  CHECK(error_of([&] { convert_to_store({text.path()}, {}, out.path()); }) ==
        text.path() + ": expected rows, found none");
  CHECK(error_of([&] {
          convert_to_store({store.path()}, {}, "no/such/folder/x");
        }) == "no/such/folder/x: cannot write: No such file or directory");
}

}  // namespace semilin::test
