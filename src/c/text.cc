#include "semilin/c.h"
#include "semilin/text/vectorize.h"

#include "c/handles.h"
#include "c/json.h"

namespace semilin::c {
namespace {

std::vector<std::string> documents_from(const char* const* documents,
                                        const std::int64_t* lengths,
                                        std::int64_t count) {
  require(count >= 0, "count must be >= 0, got " + std::to_string(count));
  require(documents != nullptr || count == 0, "documents must not be NULL");
  std::vector<std::string> texts;
  texts.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    const char* document = documents[i];
    if (lengths == nullptr) {
      texts.emplace_back(&given(document, "a document"));
      continue;
    }
    require(lengths[i] >= 0,
            "a length must be >= 0, got " + std::to_string(lengths[i]));
    require(document != nullptr || lengths[i] == 0,
            "a document must not be NULL");
    texts.emplace_back(document, static_cast<std::size_t>(lengths[i]));
  }
  return texts;
}

std::unique_ptr<semilin_text> new_text(const char* options,
                                       const semilin_vocabulary* vocabulary,
                                       int threads) {
  require_within("threads", threads, kThreads);
  const Json chosen = object_from(options, "options");
  auto text = std::make_unique<semilin_text>();
  if (vocabulary == nullptr) {
    VocabularyOptions learned;
    take_settings(settings_of(learned), chosen);
    text->builder.emplace(learned, threads);
    return text;
  }
  require(chosen.empty(), "options are those of the vocabulary given");
  text->vocabulary = vocabulary->vocabulary;
  text->vectorizer.emplace(*text->vocabulary, threads);
  return text;
}

void require_unfinished(const semilin_text& text) {
  require(text.builder || text.vectorizer, "the text is finished");
}

void know(semilin_text& text, const std::int64_t* labeled, std::int64_t count,
          const char* words) {
  require(count >= 0, "count must be >= 0, got " + std::to_string(count));
  require(labeled != nullptr || count == 0, "labeled must not be NULL");
  if (!text.builder) return;
  KnownDocuments known;
  known.labeled.resize(text.builder->documents());
  for (const Index row : std::span(labeled, static_cast<std::size_t>(count))) {
    require(
        row >= 0 && row < std::ssize(known.labeled),
        "labeled: expected numbers of documents, found " + std::to_string(row));
    known.labeled[row] = true;
  }
  if (words != nullptr)
    known.words = list_from(json_from(words, "words"), "words");
  text.known = std::move(known);
}

// Rows and vocabulary of the documents added.
TextFeatures finished(semilin_text& text) {
  require_unfinished(text);
  TextFeatures features;
  if (text.builder) {
    features = text.builder->finish(text.known);
  } else {
    features.rows = text.vectorizer->take_rows();
  }
  text.builder.reset();
  text.vectorizer.reset();
  return features;
}

void finish(semilin_text& text, semilin_vocabulary** vocabulary,
            semilin_data** data) {
  TextFeatures features = finished(text);
  if (!text.vocabulary) {
    text.vocabulary =
        std::make_shared<const Vocabulary>(std::move(features.vocabulary));
  }
  if (vocabulary != nullptr)
    give_new(vocabulary, "vocabulary", text.vocabulary);
  Corpus corpus = corpus_of(std::move(features.rows));
  corpus.data.pieces = text.vocabulary->pieces;
  give_new(data, "data", std::move(corpus));
}

}  // namespace
}  // namespace semilin::c

using namespace semilin::c;  // NOLINT(google-*): of C

semilin_status semilin_text_new(const char* options,
                                const semilin_vocabulary* vocabulary,
                                int threads, semilin_text** text) {
  return guarded([&] {
    semilin_text*& made = given(text, "text");
    made = new_text(options, vocabulary, threads).release();
  });
}

semilin_status semilin_text_add(semilin_text* text,
                                const char* const* documents,
                                const int64_t* lengths, int64_t count) {
  return guarded([&] {
    semilin_text& to = given(text, "text");
    require_unfinished(to);
    const auto texts = documents_from(documents, lengths, count);
    if (to.builder) {
      to.builder->add(texts);
    } else {
      to.vectorizer->add(texts);
    }
  });
}

semilin_status semilin_text_know(semilin_text* text, const int64_t* labeled,
                                 int64_t count, const char* words) {
  return guarded([&] {
    semilin_text& to = given(text, "text");
    require_unfinished(to);
    know(to, labeled, count, words);
  });
}

semilin_status semilin_text_finish(semilin_text* text,
                                   semilin_vocabulary** vocabulary,
                                   semilin_data** data) {
  return guarded([&] {
    given(data, "data");
    finish(given(text, "text"), vocabulary, data);
  });
}

void semilin_text_free(semilin_text* text) {
  delete text;  // NOLINT(cppcoreguidelines-owning-memory): C's
}

semilin_status semilin_vocabulary_info(const semilin_vocabulary* vocabulary,
                                       char** json) {
  return guarded([&] {
    const semilin::Vocabulary& all =
        *given(vocabulary, "vocabulary").vocabulary;
    give_json(
        json,
        {{"documents", all.documents}, {"terms", all.terms}, {"idf", all.idf}});
  });
}

semilin_status semilin_vocabulary_to_bytes(const semilin_vocabulary* vocabulary,
                                           char** bytes, size_t* size) {
  return guarded([&] {
    give_bytes(bytes, size,
               to_archive(*given(vocabulary, "vocabulary").vocabulary));
  });
}

semilin_status semilin_vocabulary_from_bytes(const char* bytes, size_t size,
                                             semilin_vocabulary** vocabulary) {
  return guarded([&] {
    give_new(vocabulary, "vocabulary",
             std::make_shared<const semilin::Vocabulary>(
                 vocabulary_from_archive(archive_of_bytes(bytes, size))));
  });
}

void semilin_vocabulary_free(semilin_vocabulary* vocabulary) {
  delete vocabulary;  // NOLINT(cppcoreguidelines-owning-memory): C's
}
