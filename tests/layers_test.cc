// Holds the drawing of src/README.md: reads every #include of the project and
// fails if one goes back, and if a source or public header is not listed.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "support/test.h"

namespace {

namespace fs = std::filesystem;

/// Layer -> the layers that it may include, besides itself. The drawing:
///   base <- matrix <- { io, solvers };   solvers <- { linear, graph };
///   { linear, graph } <- kernel;   { kernel, io } <- learn;
///   { learn, text } <- corpus <- c
/// and that of the command's rooms, each of which may include all before it:
///   command <- data <- page <- train <- label <- use
const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"base", {}},
    {"matrix", {"base"}},
    {"io", {"base", "matrix"}},
    {"text", {"base", "matrix", "io"}},
    {"solvers", {"base", "matrix"}},
    {"linear", {"base", "matrix", "solvers"}},
    {"graph", {"base", "matrix", "solvers"}},
    {"kernel", {"base", "matrix", "solvers", "linear", "graph"}},
    {"learn", {"base", "matrix", "io", "solvers", "linear", "graph", "kernel"}},
    {"corpus", {"base", "matrix", "io", "text", "linear", "learn"}},
    {"c",
     {"base", "matrix", "io", "text", "linear", "graph", "kernel", "learn",
      "corpus"}},
    {"cli/command", {}},
    {"cli/data", {"cli/command"}},
    {"cli/page", {"cli/command", "cli/data"}},
    {"cli/train", {"cli/command", "cli/data", "cli/page"}},
    {"cli/label", {"cli/command", "cli/data", "cli/page", "cli/train"}},
    {"cli/use", {"cli/command", "cli/data", "cli/page", "cli/train"}},
};

/// The one header of the layer c, which is C as well as C++.
const std::string kCInterface = "include/semilin/c.h";

/// The headers of the layer corpus that are promised.
const std::set<std::string> kCorpus = {"include/semilin/corpus.h",
                                       "include/semilin/run.h",
                                       "include/semilin/verbs.h"};

/// "include/semilin/io/svmlight.h", "src/io/svmlight.cc" -> "io",
/// "tools/cli/data/files.h" -> "cli/data"; "" for all other files (programs,
/// python, tests).
std::string layer_of(const std::string& path) {
  if (path == kCInterface) return "c";
  if (kCorpus.contains(path)) return "corpus";
  static const std::regex pattern(
      "^(?:(?:include/semilin(?:/advanced)?|src)/([^/]+)|tools/(cli/[^/]+))/"
      ".*");
  std::smatch match;
  if (!std::regex_match(path, match, pattern)) return "";
  return match[match[1].matched ? 1 : 2];
}

/// A room of the command stands above all layers.
bool is_room(const std::string& layer) {
  return layer.starts_with("cli/");
}

bool is_public(const std::string& path) {
  return path.starts_with("include/");
}

/// Public, but it may change: nothing that is promised may lean on it.
bool is_advanced(const std::string& path) {
  return path.starts_with("include/semilin/advanced/");
}

/// One #include line: what stands between the brackets or quotes.
struct Include {
  std::string target;
  bool angle = false;
};

std::vector<Include> includes_of(const std::string& text) {
  static const std::regex pattern(
      R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
  std::vector<Include> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_search(line, match, pattern))
      found.push_back({match[2].str(), match[1].str() == "<"});
  }
  return found;
}

/// The file that a quoted include of `file` names, among `files`; "" if none.
/// Our include folders are include/, src/ and, above the layers, the file's
/// own top folder.
std::string resolve(const std::string& file, const std::string& target,
                    const std::set<std::string>& files) {
  std::vector<std::string> folders{"include/"};
  if (!is_public(file)) folders.emplace_back("src/");
  for (const std::string folder : {"tools/", "python/"})
    if (file.starts_with(folder)) folders.push_back(folder);
  for (const std::string& folder : folders)
    if (files.contains(folder + target)) return folder + target;
  return "";
}

/// What is wrong with `include` in `file`; "" if nothing is.
std::string fault(const std::string& file, const Include& include,
                  const std::set<std::string>& files) {
  static const std::regex standard("^[a-z_0-9]+$");
  if (include.angle) {
    if (include.target.starts_with("semilin/")) return "ours: use quotes";
    const bool bridge = file == "include/semilin/matrix/eigen.h" &&
                        include.target.starts_with("Eigen/");
    const bool c = file == kCInterface && include.target.starts_with("std");
    if (is_public(file) && !bridge && !c &&
        !std::regex_match(include.target, standard))
      return "a public header may include only the standard library and ours";
    return "";
  }
  const std::string found = resolve(file, include.target, files);
  if (found.empty()) {
    return is_public(file) ? "not a public header of ours"
                           : "not a header of ours: name it from its folder "
                             "(include/, src/, ...)";
  }
  if (is_advanced(found) && is_public(file) && !is_advanced(file))
    return "a header that is promised must not include an advanced one";
  const std::string from = layer_of(file);
  const std::string to = layer_of(found);
  const bool version = found == "include/semilin/version.h";
  if (from.empty() || from == to || version) return "";
  if (is_room(from) && !is_room(to)) return "";
  if (!kMayInclude.contains(from)) return "layer '" + from + "' is not drawn";
  return kMayInclude.at(from).contains(to)
             ? ""
             : "layer '" + from + "' must not include layer '" + to + "'";
}

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE_MESSAGE(in, path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

fs::path source_dir() {
  const char* dir = std::getenv("SEMILIN_SOURCE_DIR");
  REQUIRE_MESSAGE(dir != nullptr, "SEMILIN_SOURCE_DIR names the sources");
  return dir;
}

/// All .h and .cc below `folders`, as paths from the top of the project.
std::set<std::string> project_files(const std::vector<std::string>& folders) {
  std::set<std::string> files;
  for (const std::string& folder : folders) {
    const fs::path top = source_dir();
    for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".h" || extension == ".cc")
        files.insert(entry.path().lexically_relative(top).generic_string());
    }
  }
  return files;
}

/// Whether the nearest CMakeLists.txt at or above `file` names it, with or
/// without its extension (programs are often listed by their names).
bool listed_in_cmake(const std::string& file) {
  const fs::path path = source_dir() / file;
  fs::path folder = path.parent_path();
  while (!fs::exists(folder / "CMakeLists.txt"))
    folder = folder.parent_path();
  const fs::path name = path.lexically_relative(folder);
  const fs::path stem = name.parent_path() / name.stem();
  std::istringstream words(std::regex_replace(
      read_text(folder / "CMakeLists.txt"), std::regex("[()\"]"), " "));
  for (std::string word; words >> word;)
    if (word == name.generic_string() || word == stem.generic_string())
      return true;
  return false;
}

}  // namespace

TEST_CASE("no include goes back against the drawing of the layers") {
  const auto files = project_files({"include", "src", "tools", "python"});
  REQUIRE(files.size() > 10);
  for (const std::string& file : files) {
    for (const Include& include : includes_of(read_text(source_dir() / file))) {
      const std::string message = fault(file, include, files);
      CHECK_MESSAGE(message.empty(),
                    file << " includes " << include.target << ": " << message);
    }
  }
}

TEST_CASE("every source and public header is listed in CMake") {
  // of tests every source is built
  for (const std::string& file :
       project_files({"src", "tools", "examples", "python"})) {
    if (file.ends_with(".h")) continue;
    CHECK_MESSAGE(listed_in_cmake(file),
                  file << " is not in the nearest CMakeLists.txt");
  }
  for (const std::string& file : project_files({"include"})) {
    CHECK_MESSAGE(listed_in_cmake(file),
                  file << " is not in include/CMakeLists.txt");
  }
}

TEST_CASE("no sentence of the library spells an option of the command") {
  static const std::regex option(R"re("[^"]*--[a-z])re");
  for (const std::string& file : project_files({"include", "src"})) {
    std::istringstream lines(read_text(source_dir() / file));
    for (std::string line; std::getline(lines, line);) {
      if (line.find_first_not_of(' ') == line.find("//")) continue;
      CHECK_MESSAGE(!std::regex_search(line, option), file << ": " << line);
    }
  }
}

TEST_CASE("include/README.md lists every public header and no other") {
  static const std::regex row(R"re(\n\| `(semilin/[^`]+\.h)` \|)re");
  const std::string readme = read_text(source_dir() / "include/README.md");
  std::set<std::string> shown;
  for (std::sregex_iterator it(readme.begin(), readme.end(), row), end;
       it != end; ++it)
    shown.insert("include/" + (*it)[1].str());
  const auto headers = project_files({"include"});
  for (const std::string& header : headers)
    CHECK_MESSAGE(shown.contains(header), header << " is not listed");
  for (const std::string& header : shown)
    CHECK_MESSAGE(headers.contains(header), header << " does not exist");
}

TEST_CASE("the indexes of docs list every page and no other") {
  static const std::regex link(R"re(\]\(([a-z-]+\.md)\))re");
  std::set<std::string> pages;
  for (const auto& file : fs::directory_iterator(source_dir() / "docs"))
    if (file.path().extension() == ".md" && file.path().stem() != "README")
      pages.insert(file.path().filename().string());
  for (const char* index : {"docs/README.md", "docs/llms.txt"}) {
    const std::string text = read_text(source_dir() / index);
    std::set<std::string> shown;
    for (std::sregex_iterator it(text.begin(), text.end(), link), end;
         it != end; ++it)
      shown.insert((*it)[1].str());
    for (const std::string& page : pages)
      CHECK_MESSAGE(shown.contains(page), index << " does not list " << page);
    for (const std::string& page : shown)
      CHECK_MESSAGE(pages.contains(page), index << " lists " << page);
  }
}

TEST_CASE("the rule of the layers refuses what it must") {
  const std::set<std::string> files = {
      "include/semilin/base/a.h",   "include/semilin/io/a.h",
      "include/semilin/linear/a.h", "include/semilin/matrix/a.h",
      "src/linear/inner.h",         "src/solvers/inner.h",
      "include/semilin/text/a.h",   "include/semilin/kernel/a.h",
      "include/semilin/new/a.h",    "tools/cli/data/a.h",
      "tools/cli/train/a.h",        "include/semilin/advanced/linear/a.h",
  };
  struct Case {
    std::string file, line;
    bool allowed;
  };
  const std::vector<Case> cases = {
      {"src/io/b.cc", "#include \"semilin/matrix/a.h\"", true},
      {"src/kernel/b.cc", "#include \"semilin/advanced/linear/a.h\"", true},
      {"src/io/b.cc", "#include \"semilin/advanced/linear/a.h\"", false},
      {"include/semilin/advanced/linear/b.h",
       "#include \"semilin/advanced/linear/a.h\"", true},
      {"include/semilin/linear/b.h", "#include \"semilin/advanced/linear/a.h\"",
       false},
      {"src/text/b.cc", "#include \"semilin/io/a.h\"", true},
      {"src/linear/b.cc", "#include \"solvers/inner.h\"", true},
      {"src/kernel/b.cc", "#include \"semilin/linear/a.h\"", true},
      {"tools/semilin.cc", "#include \"cli/data/a.h\"", true},
      {"tools/cli/train/b.cc", "#include \"cli/data/a.h\"", true},
      {"tools/cli/data/b.cc", "#include \"cli/train/a.h\"", false},
      {"tools/cli/new/b.cc", "#include \"cli/data/a.h\"", false},
      {"tools/cli/data/b.cc", "#include \"semilin/kernel/a.h\"", true},
      {"src/io/b.cc", "#include <zlib.h>", true},
      {"include/semilin/io/b.h", "#include <string_view>", true},
      {"include/semilin/matrix/eigen.h", "#include <Eigen/SparseCore>", true},
      {"include/semilin/matrix/eigen.h", "#include <zlib.h>", false},
      {"src/base/b.cc", "#include \"semilin/matrix/a.h\"", false},
      {"src/matrix/b.cc", "  #  include \"solvers/inner.h\"", false},
      {"src/io/b.cc", "#include \"semilin/linear/a.h\"", false},
      {"src/linear/b.cc", "#include \"semilin/io/a.h\"", false},
      {"src/linear/b.cc", "#include \"semilin/text/a.h\"", false},
      {"src/solvers/b.cc", "#include \"linear/inner.h\"", false},
      {"src/new/b.cc", "#include \"semilin/base/a.h\"", false},
      {"src/linear/b.cc", "#include \"inner.h\"", false},
      {"src/linear/b.cc", "#include <semilin/base/a.h>", false},
      {"include/semilin/linear/b.h", "#include \"linear/inner.h\"", false},
      {"include/semilin/linear/b.h", "#include <Eigen/Core>", false},
      {"include/semilin/io/b.h", "#include <zlib.h>", false},
  };

  for (const Case& c : cases) {
    const auto includes = includes_of(c.line);
    REQUIRE(includes.size() == 1);
    const bool allowed = fault(c.file, includes.front(), files).empty();
    CHECK_MESSAGE(allowed == c.allowed, c.file << ": " << c.line);
  }
}

TEST_CASE("a source that CMake does not know is noticed") {
  CHECK(listed_in_cmake("src/base/option.cc"));
  CHECK(listed_in_cmake("include/semilin/base/error.h"));
  CHECK_FALSE(listed_in_cmake("src/base/forgotten.cc"));
}
