// The page of semilin label, whose source is label_page.html.
#ifndef SEMILIN_TOOLS_CLI_LABEL_PAGE_H_
#define SEMILIN_TOOLS_CLI_LABEL_PAGE_H_

namespace semilin::cli {

/// HTML with {{DATA}} where the documents go, as JSON: name, classes, rows
/// (id, guess or none, chosen, probability, reason, text).
extern const char* const kLabelPage;

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_LABEL_PAGE_H_
