// Text in columns: the first flush left, the others flush right.
#ifndef SEMILIN_TOOLS_CLI_COMMAND_TABLE_H_
#define SEMILIN_TOOLS_CLI_COMMAND_TABLE_H_

#include <string>
#include <vector>

namespace semilin::cli {

class Table {
 public:
  explicit Table(std::vector<std::string> head);
  /// Adds a row with as many cells as the head has.
  void add(std::vector<std::string> cells);
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::vector<std::string>> lines_;
};

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_COMMAND_TABLE_H_
