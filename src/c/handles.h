// The content of the handles of the C interface, and the status of a call.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semilin/base/error.h"
#include "semilin/c.h"
#include "semilin/corpus.h"
#include "semilin/io/archive_file.h"
#include "semilin/learn/model.h"
#include "semilin/text/vectorize.h"

// NOLINTBEGIN(readability-identifier-naming): C's names
struct semilin_data {
  semilin::Corpus corpus;
  bool borrows = false;  // its rows are the caller's
};

struct semilin_vocabulary {
  std::shared_ptr<const semilin::Vocabulary> vocabulary;
};

struct semilin_text {
  std::shared_ptr<const semilin::Vocabulary> vocabulary;  // null: is learned
  std::optional<semilin::VocabularyBuilder> builder;
  std::optional<semilin::Vectorizer> vectorizer;
  semilin::KnownDocuments known;
};

struct semilin_result {
  std::shared_ptr<const semilin::Model> model, supervised;
  std::vector<std::int32_t> labels;
  std::string report;
};

struct semilin_model {
  // Weights without the bias row, and what is added.
  struct Weights {
    std::optional<semilin::LinearModel> part;  // the model's, if not linear
    const double* weights = nullptr;
    std::vector<double> intercepts;
  };

  std::shared_ptr<const semilin::Model> model;
  mutable std::once_flag asked = {};  // whether weights were asked for
  mutable Weights weights = {};
};
// NOLINTEND(readability-identifier-naming)

namespace semilin::c {

/// The status of the exception that is being handled, whose text is kept for
/// semilin_last_error.
[[nodiscard]] semilin_status status_of_exception() noexcept;

/// Runs `work`, from which no exception comes out.
template <class Work>
semilin_status guarded(const Work& work) noexcept {
  try {
    work();
    return SEMILIN_OK;
  } catch (...) {
    return status_of_exception();
  }
}

/// `*argument`, which must not be NULL.
template <class T>
T& given(T* argument, const char* name) {
  require(argument != nullptr, std::string(name) + " must not be NULL");
  return *argument;
}

/// Gives the caller of C a copy of a text, with a zero byte behind it.
void give(char** to, const char* name, const std::string& text);

/// Gives the caller of C an archive's bytes, and takes them back.
void give_bytes(char** bytes, size_t* size, const Archive& archive);
[[nodiscard]] Archive archive_of_bytes(const char* bytes, size_t size);

/// Gives the caller of C a new handle of these parts.
template <class Handle, class... Parts>
void give_new(Handle** to, const char* name, Parts&&... parts) {
  Handle*& target = given(to, name);
  // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): C's
  target = new Handle{std::forward<Parts>(parts)...};
}

/// Refuses rows without the vectors that the model needs, or with others.
void require_same_vectors(const Model& model, const Dataset& data);

/// A corpus of rows without labels.
[[nodiscard]] Corpus corpus_of(CsrStore rows);

}  // namespace semilin::c
