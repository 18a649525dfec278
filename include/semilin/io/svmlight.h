// svmlight text: reading in parallel, and writing.
//
// A line is  label index:value ... # comment  with
//   label  a number, or a name without spaces and '#' that does not look like
//          an entry, or any name in double quotes (a quote inside is doubled);
//          several with commas between, or a comma, are a set of labels;
//          spellings of one number are one label, unless they stand in quotes;
//          `?`: unlabeled;
//   index  ascending, from 1 (or 0, see ReadOptions), at most 2^31 - 1;
//   value  a decimal number, finite.
// Blanks and tabs separate; "\n" or "\r\n" ends a line and may be missing at
// the end of the file; blank and comment lines are skipped; `qid:N` behind the
// label is skipped. Zero values are not stored, but their index counts as a
// column.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/option.h"
#include "semilin/base/progress.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The options of read_svmlight and read_dataset.
struct ReadOptions {
  /// Indices count from 0 instead of 1.
  bool zero_based = false;
  /// 8-byte values instead of 4-byte ones. Applies to text: a store keeps its
  /// own.
  bool double_values = false;
  /// A further label that means unlabeled, beside `?` (and `0`, see below).
  std::optional<std::string> unlabeled_label;
  /// Files with one label per line, for the rows of the data files in order.
  /// Labels in the data files are then optional and ignored, and a blank line
  /// of a data file is a row without entries (SVMlin's files).
  std::vector<std::string> label_files;
  /// Files of more rows, which are appended; their labels are optional and
  /// ignored.
  std::vector<std::string> unlabeled_files;
  /// Maps labels onto these classes (a model's, in the order of
  /// sort_class_names); a label of another name is a DataError. Without it the
  /// classes are the labels seen, in the order of sort_class_names.
  std::optional<std::vector<std::string>> classes;
  /// The classes of a model: a label that is the same number as one of them
  /// gets its spelling, and 0 means unlabeled if they are +1 and -1. Other
  /// labels are classes, too.
  std::vector<std::string> known_classes;
  /// Labels are optional, and every row is unlabeled.
  bool ignore_labels = false;
  /// The checksums of stores are not compared. Offsets, columns and values are
  /// checked in any case.
  bool trust = false;
  /// If false, the rows of a single store are checked where they are first
  /// used, so that unused rows are not read.
  bool check_rows = true;
  /// The least number of columns; the data may have more.
  Index features = 0;
  /// 0: all available threads. Neither this nor block_bytes changes the result.
  int threads = 0;
  /// Bytes of text that one task parses.
  Index block_bytes = Index{1} << 16;
  /// Called with the number of rows so far (stage "reading"); if it returns
  /// false, reading ends with Interrupted.
  Progress progress;
};

/// Names the options that a user has; see base/option.h.
template <MaybeConst<ReadOptions> Options, class Visit>
void describe(Options& options, Visit&& visit) {
  visit("labels", options.label_files, kFile,
        "labels in the order of DATA, one per line, or for documents a table "
        "(.csv, .tsv, .jsonl) of the columns id and label; may be repeated");
  visit("unlabeled", options.unlabeled_files, kFile,
        "add the documents of FILE, unlabeled; may be repeated");
  visit("unlabeled-label", options.unlabeled_label, Text{"X"},
        "a label that means unlabeled, beside '?'");
  visit("zero-based", options.zero_based, kFlag,
        "count feature numbers from 0 instead of 1");
  visit("double-values", options.double_values, kFlag,
        "keep 8-byte values instead of 4-byte ones");
  visit("trust", options.trust, kFlag,
        "do not compare the checksums of stores");
  visit("threads", options.threads, kThreads, "number of threads; 0: all");
}

/// The rows of a text file, plain or gzip (recognized by content); "-" is
/// standard input. `0` means unlabeled if the other labels are spellings of +1
/// and -1 and both occur. Throws DataError for the first fault of the file, as
/// file:line:column. Needs little more memory than the rows themselves.
[[nodiscard]] Dataset read_svmlight(const std::string& path,
                                    const ReadOptions& options = {});

/// Writes rows with indices from 1 and the shortest decimal numbers that read
/// back exactly; unlabeled rows as `?`; gzip if the name ends in .gz; "-" is
/// standard output. Costs are not written. Throws std::invalid_argument for a
/// class name with control characters, "" and `?`, DataError if the file cannot
/// be written.
void write_svmlight(const Dataset& data, const std::string& path);

}  // namespace semilin
