#include <functional>
#include <utility>

#include "semilin/corpus.h"
#include "semilin/io/store.h"
#include "semilin/text/vectorize.h"

#include "base/stopwatch.h"
#include "corpus/beside.h"
#include "corpus/documents.h"
#include "corpus/rows.h"
#include "corpus/voters.h"

namespace semilin {

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
  const auto give = [&](CsrStore rows, std::vector<std::string> ids) {
    Corpus some;
    some.data.labels.assign(rows.rows(), kUnlabeled);
    some.data.rows = std::move(rows);
    some.ids = std::move(ids);
    vectors.put_beside(some.data, first);
    votes.put_beside(some, first);
    const Index end = first + some.data.rows.rows();
    use(first, some);
    first = end;
  };
  if (source.holds_documents()) {
    const Vocabulary vocabulary = vocabulary_of(head, name);
    Vectorizer vectorizer(vocabulary, source.read.threads);
    const Stopwatch watch;
    const auto take = [&](DocumentBatch& batch, double share) {
      vectorizer.add(batch.texts);
      give(vectorizer.take_rows(), std::move(batch.ids));
      report_documents(source.read.progress, first, watch.seconds(), share);
    };
    for_each_documents(source, doubt, take);
  } else {
    std::vector<std::string> ids;
    if (kind_of(source.path) == FileKind::Store)
      ids = row_ids(open_store(source.path), source.path);
    source.read.features = features_without_vectors(head);
    for_each_plain_rows(source.path, source.read, [&](const CsrStore& rows) {
      const auto own = ids.begin() + (ids.empty() ? 0 : first);
      give(rows, {own, ids.empty() ? own : own + rows.rows()});
    });
  }
  vectors.require_rows(first);
  votes.require_found();
}

}  // namespace semilin
