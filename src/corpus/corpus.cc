#include "semilin/corpus.h"

#include <optional>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"
#include "semilin/base/number_text.h"
#include "semilin/io/archive_file.h"
#include "semilin/matrix/label_sets.h"
#include "semilin/text/vectorize.h"

#include "base/stopwatch.h"
#include "corpus/steps.h"
#include "text/terms.h"

namespace semilin {
namespace {

// Whether the vocabulary of the source is a text of the features' names.
bool names_features(const Source& source) {
  if (source.seed_words.empty() || source.vocabulary.empty()) return false;
  const FileKind kind = kind_of(source.vocabulary);
  return (kind == FileKind::Text || kind == FileKind::Gzip) &&
         !begins_like_liblinear(source.vocabulary);
}

// One reading, step by step. No model: null.
class Reading {
 public:
  Reading(Source source, const ModelHead* model, std::string name)
      : source_(std::move(source)),
        model_(model),
        name_(std::move(name)),
        tables_(split_label_tables(source_.read)),
        named_(names_features(source_)) {
    if (model == nullptr) return;
    recall_columns(*model, source_);
    if (source_.purpose == Purpose::Train) source_.purpose = Purpose::Read;
  }

  Corpus read() {
    const bool alone = source_.read.unlabeled_files.empty();
    const RowVectors vectors(
        source_.vectors,
        source_.path + (alone ? "" : " with its unlabeled files"), model_,
        name_);
    if (source_.holds_documents())
      take_documents();
    else
      take_rows();
    if (model_ != nullptr) corpus_.vocabulary = model_->attachments;
    corpus_.source.none = normal_name(source_.none);
    for (const std::string& table : tables_)
      take_label_table(table, table_rules(source_), corpus_, doubt_);
    if (!source_.class_names.empty())
      renames_.add_names(source_.class_names, label_sets(corpus_.data).names);
    renames_.rename(corpus_.data);
    given_ = given_words(source_);
    for (ClassWords& one : given_)
      one.name = renames_(one.name);
    if (builder_) learn_vocabulary();
    read_voters();
    const std::vector<ClassWords> words = words_to_take();
    if (words.empty()) tell(hear_voters(corpus_, source_.read.threads));
    vectors.put_beside(corpus_.data);
    if (source_.purpose == Purpose::Train)
      drop_empty_classes(source_.path, doubt_, corpus_);
    take_words(words);
    check();
    read_costs(source_.row_weights, corpus_.data);
    corpus_.columns = columns_of(source_);
    corpus_.source = source_;
    corpus_.source.doubt = {};
    corpus_.source.read.progress = {};
    return std::move(corpus_);
  }

 private:
  void take_documents() {
    require(source_.read.label_files.empty(),
            "labels: documents have their own; a table with their ids and "
            "labels (.csv, .tsv or .jsonl) adds to these");
    if (model_ == nullptr && source_.vocabulary.empty()) {
      builder_.emplace(source_.terms, source_.read.threads);
      take_texts([&](auto texts) { builder_->add(texts); });
      if (corpus_.ids.empty())
        throw DataError(source_.path, "expected documents, found none");
      return;
    }
    const Vocabulary vocabulary = model_ != nullptr
                                      ? vocabulary_of(*model_, name_)
                                      : read_vocabulary(source_.vocabulary);
    Vectorizer vectorizer(vocabulary, source_.read.threads);
    take_texts([&](auto texts) { vectorizer.add(texts); });
    corpus_.data.rows = vectorizer.take_rows();
    set_vocabulary(to_archive(vocabulary));
  }

  void set_vocabulary(Archive vocabulary) {
    const auto [first, end] = columns_of_pieces(vocabulary);
    corpus_.vocabulary = std::move(vocabulary);
    corpus_.data.pieces = end - first;
  }

  // Once all labels and seed words are known.
  void learn_vocabulary() {
    const VocabularyOptions& terms = source_.terms;
    KnownDocuments known;
    for (const std::int32_t label : corpus_.data.labels)
      known.labeled.push_back(label != kUnlabeled);
    for (const ClassWords& one : given_)
      known.words.insert(known.words.end(), one.words.begin(), one.words.end());
    TextFeatures features = builder_->finish(known);
    if (features.vocabulary.terms.empty() &&
        source_.purpose != Purpose::Suggest)
      throw DataError(source_.path,
                      "no usable words: a word must occur in at least " +
                          std::to_string(terms.min_documents) + " of the " +
                          std::to_string(corpus_.ids.size()) +
                          " documents (the option min_documents), not in all "
                          "of them, and in no larger share than the option "
                          "max_fraction " +
                          number(terms.max_fraction));
    corpus_.data.rows = std::move(features.rows);
    set_vocabulary(to_archive(features.vocabulary));
    corpus_.read_words = terms_are_words(terms.words);
  }

  void take_texts(const AddTexts& add) {
    const bool expects_labels = source_.purpose != Purpose::Train &&
                                tables_.empty() && !source_.read.ignore_labels;
    const auto hashed = [&](std::span<const std::string> texts) {
      for (const std::string& text : texts)
        corpus_.text_hashes.push_back(text_hash(text));
      add(texts);
    };
    other_columns_ =
        read_documents(source_, expects_labels, tables_.empty() ? add : hashed,
                       doubt_, corpus_);
  }

  void take_rows() {
    ReadOptions read = source_.read;
    if (model_ != nullptr) {
      read.features = features_without_vectors(*model_);
      read.known_classes = model_->classes;
    }
    corpus_.data = read_plain_rows(source_.path, read);
    corpus_.data.ranks = source_.ranks;
    if (kind_of(source_.path) == FileKind::Store) take_attachments();
    if (!source_.vocabulary.empty() && !named_)
      set_vocabulary(to_archive(read_vocabulary(source_.vocabulary)));
  }

  // Takes the attachments of a store: vocabulary, words, ids, and the
  // probabilities with which rows were drawn.
  void take_attachments() {
    const std::string& path = source_.path;
    const Store store = open_store(path);
    if ((source_.ids || !tables_.empty() || !source_.votes.empty()) &&
        source_.read.unlabeled_files.empty())
      corpus_.ids = row_ids(store, path);
    if (keeps_labels(source_.read)) corpus_.drawn = row_drawn(store, path);
    const auto terms = store.attachments.find(kVocabularyKey);
    if (terms != store.attachments.end())
      set_vocabulary(archive_from_bytes(terms->second, path));
    const auto words = store.attachments.find(kSeedWordsKey);
    if (words != store.attachments.end() && source_.purpose == Purpose::Train)
      kept_ = words_from_json(words->second);
  }

  void tell(const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings)
      doubt_(warning);
  }

  void read_voters() {
    if (source_.votes.empty()) return;
    if (model_ != nullptr && source_.purpose == Purpose::Read) {
      NewVotes votes(source_, *model_, name_, doubt_);
      votes.put_beside(corpus_, 0);
      votes.require_found();
      return;
    }
    const RowsByName rows(corpus_, source_.votes);
    NamedVotes votes = read_votes(
        source_, [&](const TableLabel& one) { return rows.row_of(one); });
    for (NamedVote& one : votes.votes)
      one.label = renames_(one.label);
    votes.classes = source_.classes;
    for (const auto* words : {&given_, &kept_})
      for (const ClassWords& one : *words)
        votes.classes.push_back(one.name);
    tell(add_voters(std::move(votes), corpus_));
    if (model_ != nullptr)
      require_known(corpus_.data.classes, *model_, source_.votes);
  }

  std::vector<ClassWords> words_to_take() {
    const bool suggest = source_.purpose == Purpose::Suggest;
    if (model_ != nullptr)
      kept_ = suggest && !corpus_.vocabulary.kind.empty()
                  ? words_of_model(*model_)
                  : std::vector<ClassWords>();
    return words_of_source(source_, named_, given_, kept_, corpus_);
  }

  void take_words(const std::vector<ClassWords>& words) {
    std::vector<std::string> names;
    if (named_) {
      LineSource lines(source_.vocabulary);
      while (const auto line = lines.next())
        names.emplace_back(*line);
    }
    const auto warnings =
        semilin::take_words(words, names, corpus_, source_.read.threads);
    // the model's were warned of when it was trained
    if (model_ == nullptr || !source_.seed_words.empty()) tell(warnings);
  }

  void check() {
    const Dataset& data = corpus_.data;
    if (source_.purpose == Purpose::Suggest)
      require_own_ids(corpus_, source_.path);
    if (source_.purpose == Purpose::Train) {
      add_other_class(source_.classes, corpus_);
      require_two_classes(corpus_, source_.path, other_columns_);
    }
    doubt_labels(
        data, model_ != nullptr ? model_->classes : std::vector<std::string>(),
        source_.path, doubt_);
    if (source_.purpose != Purpose::Train) return;
    corpus_.label_doubts.single = single_labels(data, source_.path, doubt_);
    if (has_label_sets(data)) doubt_rare_sets(data, doubt_);
  }

  Source source_;
  const ModelHead* model_;
  const std::string name_;
  const std::vector<std::string> tables_;
  const bool named_;
  Renames renames_{source_.rename};
  Corpus corpus_;
  std::optional<VocabularyBuilder> builder_;  // of documents that were read
  std::vector<std::string> other_columns_;
  std::vector<ClassWords> given_, kept_;  // by the source, and by its data
  const Doubt doubt_ = [this](const std::string& text) {
    if (source_.doubt) source_.doubt(text);
    corpus_.doubts.push_back(text);
  };
};

// Takes rows, their ids, fingerprints and texts.
using Give = std::function<void(CsrStore, Corpus)>;

void give_documents(const Source& source, const Vocabulary& vocabulary,
                    const Doubt& doubt, const Give& give) {
  Vectorizer vectorizer(vocabulary, source.read.threads);
  const Stopwatch watch;
  std::size_t documents = 0;
  for_each_documents(source, doubt, [&](DocumentBatch& batch, double share) {
    vectorizer.add(batch.texts);
    documents += batch.ids.size();
    Corpus some;
    some.fingerprints = fingerprints_of(batch);
    some.ids = std::move(batch.ids);
    some.texts = std::move(batch.texts);
    give(vectorizer.take_rows(), std::move(some));
    report_documents(source.read.progress, documents, watch.seconds(), share);
  });
}

void give_rows(const Source& source, const Give& give) {
  std::vector<std::string> ids;
  if (kind_of(source.path) == FileKind::Store)
    ids = row_ids(open_store(source.path), source.path);
  auto own = ids.cbegin();
  for_each_plain_rows(source.path, source.read, [&](const CsrStore& rows) {
    const auto begin = own;
    if (!ids.empty()) own += rows.rows();
    Corpus some;
    some.ids.assign(begin, own);
    give(rows, std::move(some));
  });
}

}  // namespace

Corpus read_corpus(Source source) {
  return Reading(std::move(source), nullptr, {}).read();
}

Corpus read_corpus(Source source, const Model& model, const std::string& name) {
  return Reading(std::move(source), &model.head(), name).read();
}

void for_each_batch(Source source, const Model& model, const std::string& name,
                    const std::function<void(Index first, Corpus& some)>& use) {
  const ModelHead& head = model.head();
  recall_columns(head, source);
  const RowVectors vectors(source.vectors, source.path, &head, name);
  const Doubt doubt = [&](const std::string& text) {
    if (source.doubt) source.doubt(text);
  };
  NewVotes votes(source, head, name, doubt);
  Index first = 0;
  const auto give = [&](CsrStore rows, Corpus some) {
    some.data.labels.assign(rows.rows(), kUnlabeled);
    some.data.rows = std::move(rows);
    vectors.put_beside(some.data, first);
    votes.put_beside(some, first);
    const Index end = first + some.data.rows.rows();
    use(first, some);
    first = end;
  };
  if (source.holds_documents()) {
    give_documents(source, vocabulary_of(head, name), doubt, give);
  } else {
    source.read.features = features_without_vectors(head);
    give_rows(source, give);
  }
  vectors.require_rows(first);
  votes.require_found();
}

}  // namespace semilin
