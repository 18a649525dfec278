#include "semilin/io/store.h"

#include <fstream>

#include "semilin/io/dataset_file.h"

#include "io/io_support.h"
#include "io/store_file.h"

namespace semilin::test {
namespace {

template <class Value>
Dataset small_data() {
  Dataset data;
  data.rows = CsrStore(CsrMatrix<Value>{
      6, {0, 2, 2, 3}, {0, 5, 2}, {Value(0.1), Value(-3), Value(1e-30)}});
  data.classes = {"-1", "+1", "caf\xC3\xA9"};
  data.labels = {1, -1, 0};
  data.costs = {1, 0.5, 2};
  return data;
}

// A store whose checksums hold, and perhaps nothing else.
struct Forged {
  Index rows = 2, cols = 3, nonzeros = 3;
  std::vector<Index> offsets = {0, 2, 3};
  std::vector<std::int32_t> columns = {0, 2, 1};
  std::vector<float> values = {1, 2, 3};
  Labels labels = {0, 1};
  Strings classes = {"a", "b"};
  Doubles costs = {1, 1};

  void write(const std::string& path) const {
    const auto section = [](const char* name, const auto& array) {
      return io::section_of(name, array.data(),
                            static_cast<Index>(array.size()));
    };
    io::write_store_parts(
        {{rows, cols, nonzeros, false},
         {section("offsets", offsets), section("columns", columns),
          section("values", values), section("labels", labels)},
         classes,
         costs,
         {}},
        path);
  }
};

// Where the columns of small_data stand in its store.
std::size_t columns_in(const std::string& bytes) {
  const std::int32_t columns[] = {0, 5, 2};
  const auto at = bytes.find(
      std::string(reinterpret_cast<const char*>(columns), sizeof columns));
  REQUIRE(at != std::string::npos);
  return at;
}

// Full rows of 1,024 columns.
template <class Value>
CsrStore full_rows(Index rows, Value first) {
  CsrMatrix<Value> made;
  made.cols = 1024;
  for (Index i = 0; i < rows; ++i) {
    for (std::int32_t j = 0; j < made.cols; ++j) {
      made.columns.push_back(j);
      made.values.push_back(first + Value(i) + Value(j) / 1024);
    }
    made.end_row();
  }
  return CsrStore(std::move(made));
}

// Bytes of this process's memory that are in no file.
Index anonymous_bytes() {
  std::ifstream file("/proc/self/smaps_rollup");
  for (std::string word; file >> word;) {
    Index kilobytes = 0;
    if (word == "Anonymous:" && file >> kilobytes) return 1024 * kilobytes;
  }
  FAIL("no Anonymous in smaps_rollup");
  return 0;
}

}  // namespace

TEST_CASE_TEMPLATE("a store gives back data and attachments", Value, float,
                   double) {
  const TempFile file(".sl");
  const Dataset data = small_data<Value>();
  const Attachments attachments = {{"vocabulary", std::string("a\0b", 3)},
                                   {"empty", ""}};
  write_store(data, file.path(), attachments);
  const auto store = open_store(file.path());
  CHECK(same_data(store.data, data));
  CHECK(store.attachments == attachments);
  CHECK_NOTHROW(verify_store(file.path()));
}

TEST_CASE("a store says whether its classes are sets, and old ones by commas") {
  const TempFile file(".sl");
  for (const bool sets : {false, true}) {
    Dataset data = small_data<float>();
    data.classes = {"a", "a,b", "c"};
    data.multi_label = sets;
    write_store(data, file.path());
    CHECK(open_store(file.path()).data.multi_label == sets);
    const Dataset read = read_dataset({file.path()});
    CHECK(read.multi_label == sets);
    CHECK(read.classes == data.classes);
    CHECK(read.labels == data.labels);
  }
  Forged{.classes = {"a", "b,c"}}.write(file.path());
  CHECK(open_store(file.path()).data.multi_label);
  Forged().write(file.path());
  CHECK_FALSE(open_store(file.path()).data.multi_label);
}

TEST_CASE("ids and probabilities travel with a store, one per row") {
  const TempFile file;
  Store store = {small_data<float>(), {}};
  CHECK(row_ids(store, "x").empty());
  CHECK(row_drawn(store, "x").empty());
  const Strings ids = {"a, b", "", "c"};
  write_store(store.data, file.path(), {{kIdsKey, pack_ids(ids)}});
  CHECK(row_ids(open_store(file.path()), "x") == ids);
  const auto error_with = [&](const char* key, const std::string& bytes) {
    store.attachments = {{key, bytes}};
    return error_of([&] {
      (void)row_ids(store, "x");
      (void)row_drawn(store, "x");
    });
  };
  CHECK(error_with(kIdsKey, pack_ids({"a"})) ==
        "x: expected 3 ids, one per row, found 1");
  CHECK(error_with(kDrawnKey, "abc") ==
        "x: expected a probability for each row, found 3 bytes");
  CHECK(error_with(kDrawnKey, pack_drawn({0, 2, 1})) ==
        "x: expected a probability in [0, 1], found 2.000000");
}

TEST_CASE("chosen rows keep their ids, and the other attachments") {
  const Strings ids = {"a", "b", "c"};
  const Store store = {small_data<float>(),
                       {{kIdsKey, pack_ids(ids)},
                        {kDrawnKey, pack_drawn({0, 0.25, 1})},
                        {"note", "text"}}};
  const std::vector<Index> rows = {2, 0};
  const Store chosen = select(store, rows);
  CHECK(row_ids(chosen, "x") == Strings{"c", "a"});
  CHECK(row_drawn(chosen, "x") == Doubles{1, 0});
  CHECK(chosen.attachments.at("note") == "text");
  CHECK(same_data(chosen.data, select(store.data, rows)));
  CHECK(select(Store{store.data, {}}, rows).attachments.empty());
}

TEST_CASE("a store may have no rows, and its rows outlive it and its name") {
  for (const Dataset& data : {Dataset{}, small_data<float>()}) {
    Dataset kept;
    {
      const TempFile file;
      write_store(data, file.path());
      CHECK_NOTHROW(verify_store(file.path()));
      kept = open_store(file.path()).data;
    }
    CHECK(same_data(kept, data));
  }
}

TEST_CASE_TEMPLATE("rows behind those of a store copy none of these", Value,
                   float, double) {
  const CsrStore few = full_rows<float>(2, -7);
  for (const Index rows : {1, 5, 2048}) {
    CAPTURE(rows);
    const TempFile file(".sl");
    Dataset data;
    data.rows = full_rows<Value>(rows, 1);
    data.labels.assign(rows, kUnlabeled);
    write_store(data, file.path(), {});
    const CsrStore stored = open_store(file.path()).data.rows;
    require_valid(stored);
    const Index before = anonymous_bytes();
    const CsrStore all = stored.followed_by(few);
    CHECK(anonymous_bytes() - before < Index{1} << 22);
    require_valid(all);
    CHECK(entries_of(all) == entries_of(data.rows.followed_by(few)));
    CHECK(all.is_double() == data.rows.is_double());
    CHECK(entries_of(stored) == entries_of(data.rows));
    const Index from = rows / 3, to = rows - rows / 3;
    CHECK(entries_of(stored.range(from, to).followed_by(few)) ==
          entries_of(data.rows.range(from, to).followed_by(few)));
  }
}

// What a run reads is checked first; what lies between the sections is not.
TEST_CASE("verify refuses every flipped bit of a store, a run what it reads") {
  const TempFile file;
  const Dataset data = small_data<float>();
  write_store(data, file.path(), {{"note", "hello"}});
  const std::string sound = slurp(file.path());
  for (std::size_t i = 0; i < sound.size(); ++i) {
    std::string altered = sound;
    altered[i] = static_cast<char>(altered[i] ^ (1 << (i % 8)));
    spill(file.path(), altered);
    CAPTURE(i);
    CHECK(error_of([&] { verify_store(file.path()); }) != "");
    if (i <= sound.rfind('}'))  // in the header
      CHECK(error_of([&] { (void)open_store(file.path()); }) != "");
    for (const int copies : {1, 2}) {
      Dataset found = data;
      const Strings files(copies, file.path());
      if (error_of([&] { found = read_dataset(files); }).empty()) {
        CHECK(found.rows.rows() == 3 * copies);
        if (copies == 1) CHECK(same_data(found, data));
      }
    }
  }
}

TEST_CASE("a trusted store's checksums are not compared, its columns are") {
  const TempFile file(".sl");
  write_store(small_data<float>(), file.path());
  std::string bytes = slurp(file.path());
  const std::size_t at = columns_in(bytes);
  ReadOptions trusting;
  trusting.trust = true;
  bytes[at + 4] = 4;
  spill(file.path(), bytes);
  CHECK(error_of([&] { (void)read_dataset({file.path()}); }) ==
        file.path() +
            ": expected valid rows, found columns altered "
            "(checksum)");
  CHECK_NOTHROW((void)read_dataset({file.path()}, trusting));
  bytes[at + 4] = 6;
  spill(file.path(), bytes);
  CHECK(error_of([&] { (void)read_dataset({file.path()}, trusting); }) != "");
}

TEST_CASE("forged stores are refused, whatever their checksums") {
  const TempFile file(".sl");
  const auto refusal = [&](const Forged& forged) {
    forged.write(file.path());
    const std::string opened =
        error_of([&] { (void)read_dataset({file.path()}); });
    CHECK(error_of([&] { verify_store(file.path()); }) == opened);
    REQUIRE(opened.starts_with(file.path() + ": "));
    return opened.substr(file.path().size() + 2);
  };
  CHECK_NOTHROW(Forged().write(file.path()));
  CHECK_NOTHROW(verify_store(file.path()));
  const std::string sizes = "expected a store's sizes, found others";
  const std::string row = "expected valid rows, found row ";
  const std::string names = "expected class names in UTF-8";
  const Index huge = Index{1} << 62;
  for (const auto& one : std::vector<std::pair<Forged, std::string>>{
           {{.cols = -1}, sizes},
           {{.cols = (Index{1} << 31) + 1}, sizes},
           {{.cols = huge}, sizes},
           {{.cols = 2}, row + "0 (from 0): expected columns below 2, found 2"},
           {{.rows = std::numeric_limits<Index>::max()}, sizes},
           {{.rows = 1}, "expected section 'offsets'"},
           {{.rows = 3}, "expected section 'offsets'"},
           {{.rows = huge / 2}, "expected section 'offsets'"},
           {{.nonzeros = huge}, "expected section 'columns'"},
           {{.offsets = {0, 4, 3}}, row + "1 (from 0): offsets"},
           {{.offsets = {1, 2, 3}}, "expected offsets from 0"},
           {{.columns = {2, 0, 1}}, row + "0"},
           {{.columns = {-1, 2, 1}}, row + "0"},
           {{.values = {1, NAN, 1}}, row + "0"},
           {{.labels = {0, 2}},
            "data: row 1 (from 0): label 2 is no class of 2"},
           {{.classes = {"a", "b\xE9"}}, names},
           {{.classes = {"", "b"}}, names},
           {{.classes = {"a", "a"}}, "data: class names must be distinct"},
           {{.costs = {1, -1}}, "data: row 1 (from 0): a cost must be finite"},
           {{.costs = {NAN, 1}}, "data: row 0 (from 0): a cost must be finite"},
       })
    CHECK(refusal(one.first).starts_with(one.second));
}

TEST_CASE("a store's altered rows are the file's fault where they are used") {
  const TempFile file(".sl");
  write_store(small_data<float>(), file.path());
  std::string bytes = slurp(file.path());
  const std::size_t at = columns_in(bytes);
  bytes[at + 5] = 1;  // column 5 becomes 261
  spill(file.path(), bytes);
  const Dataset data = open_store(file.path()).data;
  const std::vector<Index> first = {0};
  for (int time = 0; time < 2; ++time) {
    CHECK(error_of([&] { require_valid(data); }) ==
          file.path() +
              ": expected valid rows, found row 0 (from 0): expected columns "
              "below 6, found 261");
    CHECK(error_of([&] { (void)data.rows.select(first); }) != "");
  }
}

TEST_CASE("offsets that fall are refused where stores are joined") {
  const TempFile file(".sl");
  write_store(small_data<float>(), file.path());
  std::string bytes = slurp(file.path());
  const Index offsets[] = {0, 2, 2, 3};
  const auto at = bytes.find(
      std::string(reinterpret_cast<const char*>(offsets), sizeof offsets));
  REQUIRE(at != std::string::npos);
  bytes[at + 12] = 1;  // 2 becomes 2 + 2^32
  spill(file.path(), bytes);
  CHECK(error_of([&] {
          (void)read_dataset({file.path(), file.path()});
        }).find("offsets must not fall") != std::string::npos);
}

TEST_CASE("opening refuses other headers, lengths, versions and files") {
  const TempFile file;
  write_store(small_data<float>(), file.path());
  const std::string sound = slurp(file.path());
  const auto refusal = [&](const std::string& bytes) {
    spill(file.path(), bytes);
    return error_of([&] { (void)open_store(file.path()); });
  };
  for (std::size_t size = 0; size < sound.size(); ++size)
    CHECK_MESSAGE(refusal(sound.substr(0, size)) != "", size);
  CHECK(refusal(sound + "x") ==
        file.path() + ": expected " + std::to_string(sound.size()) +
            " bytes, found " + std::to_string(sound.size() + 1));
  std::string later = sound;
  later[8] = 2;
  CHECK(refusal(later) ==
        file.path() + ": expected version 1 of a store, found version 2");
  CHECK(refusal("1 1:2\n") ==
        file.path() + ": expected a semilin store, found another file");
  CHECK(error_of([] { write_store(Dataset{}, "no/such/folder/x"); }) ==
        "no/such/folder/x: cannot write: No such file or directory");
}

}  // namespace semilin::test
