// Every reader of files, and of JSON that callers of C give, fed with bytes
// that libFuzzer makes: what is no file of its kind is a DataError and nothing
// else, and what is one can be used. SEMILIN_FUZZ names the reader;
// tests/fuzz/run.sh builds and runs all.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "semilin/advanced/graph/graph_archive.h"
#include "semilin/advanced/io/edge_file.h"
#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"
#include "semilin/c.h"
#include "semilin/corpus.h"
#include "semilin/graph/graph.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/store.h"
#include "semilin/io/vector_file.h"
#include "semilin/learn/model.h"
#include "semilin/linear/liblinear_model.h"
#include "semilin/text/documents.h"
#include "semilin/text/seed_words.h"
#include "semilin/text/vectorize.h"
#include "semilin/text/vocabulary.h"

#include "c/json.h"
#include "corpus/steps.h"

namespace semilin {
namespace {

constexpr const char* kNowhere = "/dev/null";

// A file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes)
      : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    const auto size = static_cast<ssize_t>(bytes.size());
    if (::write(descriptor_, bytes.data(), bytes.size()) != size) std::abort();
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }

  [[nodiscard]] std::string path() const {
    return "/proc/self/fd/" + std::to_string(descriptor_);
  }

 private:
  int descriptor_;
};

void read_rows(std::string_view bytes) {
  const MemoryFile file(bytes);
  ReadOptions options;
  options.threads = 1;
  options.block_bytes = 64;
  const Dataset data = read_dataset({file.path()}, options);
  require_valid(data, 1);
  write_svmlight(data, kNowhere);
}

void read_store(std::string_view bytes) {
  const MemoryFile file(bytes);
  verify_store(file.path());
  (void)row_ids(open_store(file.path()), file.path());
  (void)row_drawn(open_store(file.path()), file.path());
  read_rows(bytes);
}

CsrStore three_rows() {
  CsrMatrix<float> rows{8, {0}, {}, {}};
  rows.columns = {0, 3, 1, 7};
  rows.values = {1, -2, 0.5F, 3};
  rows.offsets = {0, 2, 2, 4};
  return CsrStore(std::move(rows));
}

void use_model(const Model& model) {
  (void)to_archive(model);
  (void)scores(model, three_rows(), 1);
}

void read_model(std::string_view bytes) {
  use_model(model_from_archive(archive_from_bytes(bytes, "model")));
}

void read_liblinear(std::string_view bytes) {
  const LinearModel model = linear_model_from_liblinear(bytes, "model");
  (void)to_liblinear(model);
  use_model(model);
}

void use_graph(const Graph& graph) {
  (void)connected_components(graph);
  write_edges(graph.store(), kNowhere);
}

void read_graph(std::string_view bytes) {
  use_graph(graph_from_archive(archive_from_bytes(bytes, "graph")));
}

void read_edge_lines(std::string_view bytes) {
  const MemoryFile file(bytes);
  use_graph(Graph(read_edges(file.path()), "edges"));
}

void read_vocabulary(std::string_view bytes) {
  const Vocabulary vocabulary =
      vocabulary_from_archive(archive_from_bytes(bytes, "vocabulary"));
  Vectorizer vectorizer(vocabulary, 1);
  vectorizer.add(std::vector<std::string>{"a text of some words", ""});
  require_valid(vectorizer.take_rows(), 1);
}

template <TextFormat format>
void read_documents(std::string_view bytes) {
  const MemoryFile file(bytes);
  DocumentReader reader(file.path(), format);
  DocumentBatch batch;
  std::vector<std::string> labels;
  std::vector<bool> sets;
  while (reader.next(batch)) {
    if (batch.labels.size() != batch.texts.size()) std::abort();
    labels.insert(labels.end(), batch.labels.begin(), batch.labels.end());
    sets.insert(sets.end(), batch.sets.begin(), batch.sets.end());
  }
  Dataset data;
  set_labels(labels, data, sets);
}

void read_npy(std::string_view bytes) {
  const MemoryFile file(bytes);
  const VectorFile vectors(file.path());
  require_valid(vectors.reader()(0, vectors.rows()), 1);
  read_rows(bytes);
}

// A name for the file that ends in `ending`.
std::string named(const MemoryFile& file, const char* ending) {
  static const std::string folder = [] {
    std::string name = "/tmp/semilin_fuzz_XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    return name;
  }();
  const std::string path = folder + "/file" + ending;
  std::filesystem::remove(path);
  std::filesystem::create_symlink(file.path(), path);
  return path;
}

// The words of classes in each of the three forms, which names tell apart.
void read_words(std::string_view bytes) {
  const MemoryFile file(bytes);
  for (const char* ending : {".txt", ".csv", ".json"}) {
    try {
      for (const ClassWords& one : read_seed_words(named(file, ending))) {
        if (one.name.empty()) std::abort();
        (void)words_of_names(std::array{one.name});
      }
    } catch (const DataError&) {
      // as it should be
    }
  }
}

// Six documents, of which two have a label; a table finds them by their texts,
// too.
const Corpus& six_documents() {
  static const Corpus corpus = [] {
    const MemoryFile file(
        "id,text,label\na,loan bank,0\nb,goal team,1\nc,loan card,\n"
        "d,goal,\ne,bank,\nf,team,\n");
    const MemoryFile labels("id,label\n");
    Source source{file.path()};
    source.purpose = Purpose::Read;
    source.format = TextFormat::Csv;
    source.read.label_files = {named(labels, ".csv")};
    return read_corpus(source);
  }();
  return corpus;
}

// A table of labels, with and without ids and probabilities of the draw.
void read_labels(std::string_view bytes) {
  (void)six_documents();
  const MemoryFile file(bytes);
  for (const char* ending : {".csv", ".tsv", ".jsonl"}) {
    Corpus corpus = six_documents();
    try {
      take_label_table(named(file, ending), {}, corpus);
      if (corpus.data.labels.size() != 6) std::abort();
      for (const double drawn : corpus.drawn)
        if (!(drawn >= 0 && drawn <= 1)) std::abort();
    } catch (const DataError&) {
      // as it should be
    }
  }
}

// A table of votes, behind the names of voters and a zero byte if there is one.
void hear_votes(std::string_view bytes) {
  Corpus corpus = six_documents();
  const std::size_t zero = bytes.find('\0');
  const MemoryFile file(bytes.substr(zero + 1));  // npos + 1 is 0
  Source source;
  source.votes = file.path();
  if (zero != bytes.npos)
    source.voters = split_list(std::string(bytes.substr(0, zero)));
  const RowsByName rows(corpus, source.votes);
  try {
    (void)take_votes(
        read_votes(source,
                   [&](const TableLabel& one) { return rows.row_of(one); }),
        corpus, 1);
  } catch (const std::invalid_argument&) {
    // as it should be
  }
}

// Names of numbered classes.
void read_class_names(std::string_view bytes) {
  const MemoryFile file(bytes);
  Renames renames({});
  Corpus corpus = six_documents();
  renames.add_names(file.path(), corpus.data.classes);
  renames.rename(corpus.data);
  for (const std::string& name : corpus.data.classes)
    if (!can_name_class(name)) std::abort();
}

// What callers of C give as JSON: options of every kind, words, a source.
void read_json(std::string_view bytes) {
  const std::string text(bytes.substr(0, bytes.find('\0')));
  const auto allowed = [&](const auto& use) {
    try {
      use(c::object_from(text.c_str(), "options"));
    } catch (const std::invalid_argument&) {
      // as it should be
    }
  };
  allowed([](const c::Json& all) { (void)c::run_from(all); });
  allowed([](const c::Json& all) {
    VocabularyOptions terms;
    c::take_settings(settings_of(terms), all);
  });
  constexpr std::array<double, 4> kValues = {1, 2, 3, 4};
  semilin_data* data = nullptr;
  if (semilin_data_from_dense(2, 2, kValues.data(), 64, &data) != SEMILIN_OK)
    std::abort();
  const semilin_status status = semilin_data_set_seed_words(
      data, nullptr, R"(["ball", "vote"])", text.c_str());
  semilin_data_free(data);
  if (status == SEMILIN_FAULT) std::abort();
  allowed([](c::Json all) {
    constexpr std::array kFiles = {"labels",     "unlabeled",  "vectors",
                                   "vocabulary", "seed_words", "row_weights",
                                   "class_names"};
    const MemoryFile table("text,label\na b,c\nb c,d\na c,c\n");
    for (const char* other : kFiles)
      all.erase(other);
    all["path"] = table.path();
    semilin_data* read = nullptr;
    const semilin_status got =
        semilin_corpus_read(c::text_of(all).c_str(), nullptr, &read, nullptr);
    semilin_data_free(read);
    if (got == SEMILIN_FAULT) std::abort();
  });
}

struct Target {
  std::string_view name;
  void (*read)(std::string_view bytes);
};
constexpr std::array<Target, 17> kTargets = {{
    {"svmlight", read_rows},
    {"store", read_store},
    {"model", read_model},
    {"liblinear", read_liblinear},
    {"graph", read_graph},
    {"edges", read_edge_lines},
    {"vocabulary", read_vocabulary},
    {"csv", read_documents<TextFormat::Csv>},
    {"tsv", read_documents<TextFormat::Tsv>},
    {"jsonl", read_documents<TextFormat::JsonLines>},
    {"text", read_documents<TextFormat::Auto>},
    {"npy", read_npy},
    {"words", read_words},
    {"labels", read_labels},
    {"votes", hear_votes},
    {"names", read_class_names},
    {"json", read_json},
}};

const Target& chosen() {
  const char* name = std::getenv("SEMILIN_FUZZ");
  for (const Target& target : kTargets)
    if (name != nullptr && target.name == name) return target;
  std::fputs("SEMILIN_FUZZ must name a target of tests/fuzz/fuzz.cc\n", stderr);
  std::exit(2);
}

}  // namespace
}  // namespace semilin

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const semilin::Target& target = semilin::chosen();
  try {
    target.read({reinterpret_cast<const char*>(data), size});
  } catch (const semilin::DataError&) {
    // as it should be
  }
  return 0;
}
