// The pages of HTML that commands write: label_page.html and report_page.html,
// which draw a JSON object that is put into them and need no other file.
#pragma once

#include <string>

#include "cli/command/command.h"
#include "cli/command/console.h"

namespace semilin::cli {

/// The most classes of which a report has a table of confusions.
inline constexpr std::size_t kConfusionsDrawn = 200;

/// The page of --report. `content` has what the command gives with --json as
/// "summary", whether rows are "documents", and for train and evaluate what is
/// known of "confidence", "curves" and "rows" (data/judged_rows.h), "heaviest"
/// (data/descriptions.h), "agreement" (advanced/corpus/agreement.h) and
/// "keywords",
/// {"class": ["word", ...], ...}.
[[nodiscard]] std::string report_page(const CLI::App& command,
                                      const std::string& data, Json content);

/// The page of semilin label, for documents of the file `data`. `content` has
/// "classes", "rows" with id, guess (or none), sure (its probability, if
/// known), chosen, probability, reason, text and its
/// beginning (data/label_file.h); "words", chips of cli/train/suggest.h;
/// "separator", empty unless a label is a set; and "state", the server's answer
/// to "GET state", if the page is served (label_session.h).
[[nodiscard]] std::string label_page(const std::string& data, Json content);

}  // namespace semilin::cli
