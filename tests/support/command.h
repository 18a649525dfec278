// Runs the built command `semilin` in a folder of its own.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

namespace semilin::test {

using nlohmann::json;

/// How a command ended; a check of it that fails prints what the command said.
struct ExitStatus {
  int code = -1;  ///< -1: ended by a signal
  std::string err;

  friend bool operator==(const ExitStatus& status, int expected) {
    return status.code == expected;
  }
  friend std::ostream& operator<<(std::ostream& out, const ExitStatus& status) {
    return out << status.code << " (" << status.err << ")";
  }
};

struct Outcome {
  ExitStatus status;
  std::string out, err;
};

/// Whether a sanitizer ended the command: its exit status may be one that the
/// test expects.
inline bool sanitizer_spoke(const std::string& err) {
  return err.find("Sanitizer: ") != std::string::npos ||
         err.find(": runtime error: ") != std::string::npos;
}

/// One line, as every failure prints.
inline bool one_line(const std::string& text) {
  return text.find('\n') == text.size() - 1 && text.starts_with("semilin: ");
}

/// A folder that goes with the object, and commands that run in it.
class Workshop {
 public:
  /// Puts files with these names and contents into the folder.
  explicit Workshop(
      std::initializer_list<std::pair<std::string, std::string>> files = {}) {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "semilin_XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    folder_ = pattern;
    for (const auto& [name, text] : files)
      write(name, text);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  ~Workshop() { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  void write(const std::string& name, std::string_view text) const {
    std::ofstream out(path(name), std::ios::binary);
    out << text;
    REQUIRE(out.good());
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    REQUIRE_MESSAGE(in.good(), "no file " << name);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  [[nodiscard]] bool has(const std::string& name) const {
    return std::filesystem::exists(path(name));
  }
  [[nodiscard]] int files() const {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      count += entry.exists() ? 1 : 0;
    return count;
  }

  /// Runs a line of shell in the folder.
  [[nodiscard]] Outcome shell(const std::string& line) const {
    const std::string streams = folder_.string() + ".streams";
    const std::string whole = "cd '" + folder_.string() + "' && { " + line +
                              "\n} >'" + streams + ".out' 2>'" + streams +
                              ".err'";
    const int status = std::system(whole.c_str());
    Outcome outcome;
    outcome.out = take(streams + ".out");
    outcome.err = take(streams + ".err");
    if (sanitizer_spoke(outcome.err)) FAIL_CHECK(outcome.err);
    if (WIFEXITED(status)) outcome.status.code = WEXITSTATUS(status);
    outcome.status.err = outcome.err;
    return outcome;
  }

  /// Runs `semilin ARGUMENTS`.
  [[nodiscard]] Outcome semilin(const std::string& arguments) const {
    return shell(command() + " " + arguments);
  }

  /// The output of one that must end well.
  std::string run(const std::string& arguments) const {
    return ended_well(arguments).out;
  }
  /// What such a one says on standard error.
  [[nodiscard]] std::string told(const std::string& arguments) const {
    return ended_well(arguments).err;
  }
  /// What one prints that must end well, as JSON.
  [[nodiscard]] nlohmann::json json(const std::string& arguments) const {
    return nlohmann::json::parse(run(arguments));
  }
  /// What --summary s wrote.
  [[nodiscard]] nlohmann::json summary() const {
    return nlohmann::json::parse(read("s"));
  }
  /// What one says, on one line, that must be refused with this status (0: any
  /// other) and print nothing else.
  std::string refused(const std::string& arguments, int status = 1) const {
    const Outcome outcome = semilin(arguments);
    INFO(arguments);
    CHECK(outcome.status.code > 0);
    if (status != 0) CHECK(outcome.status == status);
    CHECK(outcome.out.empty());
    CHECK_MESSAGE(one_line(outcome.err), outcome.err);
    return outcome.err;
  }

  /// The built command, quoted for the shell.
  [[nodiscard]] static std::string command() {
    const char* path = std::getenv("SEMILIN_COMMAND");
    REQUIRE_MESSAGE(path != nullptr, "SEMILIN_COMMAND is not set");
    return "'" + std::string(path) + "'";
  }

 private:
  [[nodiscard]] Outcome ended_well(const std::string& arguments) const {
    Outcome outcome = semilin(arguments);
    REQUIRE_MESSAGE(outcome.status == 0, arguments << ": " << outcome.err);
    return outcome;
  }
  static std::string take(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    std::filesystem::remove(file);
    return text.str();
  }

  std::filesystem::path folder_;
};

/// Tries `is_so` again and again for a minute; whether it came true.
template <class Condition>
bool in_time(Condition is_so) {
  for (int i = 0; i < 6000; ++i) {
    if (is_so()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline void check_holds(const std::string& text, const Strings& parts) {
  for (const std::string& part : parts)
    CHECK_MESSAGE(holds(text, part), text << " lacks " << part);
}

/// Checks the members that `expected` has.
inline void check_members(const json& found, const json& expected) {
  for (const auto& one : expected.items()) {
    CAPTURE(one.key());
    CHECK(found.at(one.key()) == one.value());
  }
}

/// A table of documents d0, d1, ... of the classes "space" and "hockey" by
/// turns, as their words tell; the first ones have labels.
inline std::string two_topics(int count, int labeled = 0) {
  std::string table = "id,text,label\n";
  for (int i = 0; i < count; ++i)
    table += "d" + std::to_string(i) + (i % 2 ? ",puck ice" : ",rocket orbit") +
             " w" + std::to_string(i % 7) + " v" + std::to_string(i % 11) +
             (i >= labeled ? ",\n"
              : i % 2      ? ",hockey\n"
                           : ",space\n");
  return table;
}

/// Rows of the classes c0, c1, ... by turns: class k has more of the features
/// 4k + 1 to 4k + 4 than the others have; the first rows have labels. Thirty
/// classes are sparse.
inline std::string topic_rows(int classes, int rows, int labeled) {
  Random random(5);
  std::string text;
  for (int i = 0; i < rows; ++i) {
    text += i < labeled ? "c" + std::to_string(i % classes) : "?";
    for (int j = 0; j < 4 * classes; ++j)
      if (random.uniform() < (j / 4 == i % classes ? 0.7 : 0.2 / classes))
        text += " " + std::to_string(j + 1) + ":" +
                std::to_string(0.5 + random.uniform());
    text += "\n";
  }
  return text;
}

/// 200 documents of these classes by turns, of which every ninth says the
/// opposite; the first ones have labels.
inline std::string contradicted_topics(int labeled,
                                       const std::string& before = "",
                                       const std::string& after = "") {
  std::string table = "id,text,label\n";
  for (int i = 0; i < 200; ++i) {
    const bool first = i % 2 == 0;
    table += std::to_string(i) + "," + before +
             (first == (i % 9 != 0) ? "ice" : "orbit") + after + " word" +
             std::to_string(i % 7) + "," +
             (i < labeled ? (first ? "hockey" : "space") : "") + "\n";
  }
  return table;
}

/// How many lines have the class of their row of two topics, or its number.
inline int right_of_two(const std::string& labels) {
  std::istringstream lines(labels);
  std::string word;
  int count = 0;
  for (int row = 0; std::getline(lines, word); ++row)
    count +=
        word == (row % 2 ? "hockey" : "space") || word == (row % 2 ? "2" : "1");
  return count;
}

/// The JSON inside a page of --report or label.
inline nlohmann::json data_of(const std::string& page) {
  const std::string begin = "id=\"data\">";
  const std::size_t at = page.find(begin);
  REQUIRE(at != page.npos);
  const std::size_t end = page.find("</script>", at);
  return nlohmann::json::parse(
      page.substr(at + begin.size(), end - at - begin.size()));
}

}  // namespace semilin::test
