// Documents of a source, in batches that feed all threads.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "semilin/corpus.h"
#include "semilin/text/documents.h"

#include "corpus/labels.h"

namespace semilin {

/// Takes texts in turn, which become rows.
using AddTexts = std::function<void(std::span<const std::string>)>;

/// Gives the corpus the labels, ids and other facts of the source's documents;
/// `add` takes their texts. A table without labels is a doubt if they are
/// expected; its unused columns are returned.
std::vector<std::string> read_documents(const Source& source,
                                        bool expects_labels,
                                        const AddTexts& add, const Doubt& doubt,
                                        Corpus& corpus);

/// Calls `use` with the documents of the path alone, and the share read.
void for_each_documents(
    const Source& source, const Doubt& doubt,
    const std::function<void(DocumentBatch& batch, double share)>& use);

/// Throws Interrupted if `progress` returns false.
void report_documents(const Progress& progress, std::size_t documents,
                      double seconds, double share);

}  // namespace semilin
