#include "cli/text_rows.h"

#include "semilin/base/error.h"
#include "semilin/text/documents.h"
#include "semilin/text/vectorize.h"
#include "semilin/text/vocabulary.h"

namespace semilin::cli {

Dataset read_text_rows(const ModelHead& model, const std::string& model_path,
                       const std::string& path, int threads) {
  if (!holds_vocabulary(model.attachments)) {
    throw DataError(model_path,
                    "expected a model with a vocabulary (train it on data "
                    "made by vectorize), found none");
  }
  const Vocabulary vocabulary = vocabulary_from_archive(model.attachments);
  DocumentReader documents(path);
  Vectorizer vectorizer(vocabulary, threads);
  DocumentBatch batch;
  std::vector<std::string> labels;
  while (documents.next(batch)) {
    vectorizer.add(batch.texts);
    labels.insert(labels.end(), batch.labels.begin(), batch.labels.end());
  }
  Dataset data;
  data.rows = vectorizer.take_rows();
  set_labels(labels, data);
  return data;
}

}  // namespace semilin::cli
