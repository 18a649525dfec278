#include "cli/data/file_content.h"

#include <filesystem>

#include "semilin/advanced/graph/graph_archive.h"
#include "semilin/advanced/io/edge_file.h"
#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/store.h"
#include "semilin/learn/model_file.h"
#include "semilin/text/documents.h"
#include "semilin/text/vocabulary.h"

namespace semilin::cli {

Content content_of(const std::string& path) {
  // a pipe can be read once only
  if (path == "-" || !std::filesystem::is_regular_file(path)) {
    return Content::Data;
  }
  switch (file_kind(path)) {
    case FileKind::Store:
      return Content::Store;
    case FileKind::Archive:
      return Content::Archive;
    case FileKind::Matrix:
      return Content::Data;
    case FileKind::Text:
    case FileKind::Gzip:
      break;
  }
  return begins_like_liblinear(path) ? Content::LiblinearModel : Content::Data;
}

std::string noun_of(const std::string& path) {
  return content_of(path) == Content::Store &&
                 open_store(path).attachments.contains(kVocabularyKey)
             ? "document"
             : "row";
}

void require_rows(const std::string& path) {
  if (!holds_table(path)) return;
  throw DataError(path,
                  "expected rows, found a table of documents: 'semilin "
                  "vectorize' makes rows from it");
}

Graph read_graph(const std::string& path) {
  switch (content_of(path)) {
    case Content::Archive:
      try {
        return graph_from_archive(read_archive(path));
      } catch (const DataError& error) {
        throw DataError(path, error.what());
      }
    case Content::Store:
      throw DataError(path, "expected a graph, found a store of rows");
    case Content::LiblinearModel:
      throw DataError(path, "expected a graph, found a model");
    case Content::Data:
      break;
  }
  return Graph(read_edges(path), path);
}

void write_graph(const Graph& graph, const std::string& path, bool as_edges,
                 const std::string& info) {
  if (as_edges)
    write_edges(graph.store(), path);
  else
    write_archive(to_archive(graph, info), path);
}

}  // namespace semilin::cli
