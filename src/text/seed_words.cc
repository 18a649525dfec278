#include "semilin/text/seed_words.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"
#include "semilin/text/documents.h"
#include "semilin/text/vectorize.h"

#include "base/plain_text.h"
#include "io/json_text.h"
#include "text/document_source.h"
#include "text/terms.h"
#include "text/words.h"

namespace semilin {
namespace {

using Ordered = nlohmann::ordered_json;

constexpr std::string_view kBlank = " \t\r\n";

constexpr const char* kExcludes =
    "words of the class (those that exclude it are not supported)";

// "-query", as searches take it.
bool excludes(std::string_view word) {
  return word.size() > 1 && word[0] == '-' &&
         (std::isalpha(static_cast<unsigned char>(word[1])) != 0 ||
          static_cast<unsigned char>(word[1]) >= 0x80);
}

class Collector {
 public:
  explicit Collector(std::string path) : path_(std::move(path)) {}

  void add(std::string_view name, std::string_view words, Index line) {
    for (const std::string_view text : {name, words})
      if (!is_utf8(text))
        throw DataError(path_, line, 1, kUtf8Rule, "other bytes");
    ClassWords& own = class_named(name, line);
    std::string word;
    bool quoted = false;
    for (const char c : words) {
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ',' || kBlank.find(c) != kBlank.npos)) {
        put(word, own, line);
      } else {
        word += c;
      }
    }
    put(word, own, line);
  }

  void add_json(std::string_view name, const Ordered& words, Index line) {
    ClassWords& own = class_named(name, line);
    if (words.is_string()) return add(name, words.get<std::string>(), line);
    if (!words.is_array()) refuse(line, "words as a text or a list");
    for (const Ordered& word : words) {
      if (!word.is_string()) refuse(line, "words as a text or a list of texts");
      std::string text = word.get<std::string>();
      put(text, own, line);
    }
  }

  // An object {"class": ..., "words": ...}, or one of classes.
  void add_record(const Ordered& object, Index line) {
    if (!object.is_object()) refuse(line, "a JSON object");
    if (object.contains("class") && object.contains("words")) {
      const Ordered& name = object["class"];
      return add_json(name.is_string() ? name.get<std::string>() : name.dump(),
                      object["words"], line);
    }
    for (const auto& [name, words] : object.items())
      add_json(name, words, line);
  }

  [[nodiscard]] std::vector<ClassWords> take() {
    if (classes_.empty())
      throw DataError(path_, "expected classes with words, found none");
    return std::move(classes_);
  }

  [[noreturn]] void refuse(Index line, const char* expected) const {
    throw DataError(path_, line, 1, expected, "something else");
  }

 private:
  ClassWords& class_named(std::string_view name, Index line) {
    std::string normal = normal_name(name);
    if (!can_name_class(normal))
      throw DataError(path_, line, 1,
                      "the name of a class without control characters",
                      normal.empty() ? "none" : quote(normal));
    const auto [place, is_new] = places_.emplace(normal, classes_.size());
    if (is_new) classes_.push_back({std::move(normal), {}});
    return classes_[place->second];
  }

  void put(std::string& word, ClassWords& own, Index line) const {
    const std::string text(trimmed(word));
    word.clear();
    if (excludes(text))
      throw DataError(path_, line, 1, kExcludes, "'" + text + "'");
    if (text.empty() ||
        std::find(own.words.begin(), own.words.end(), text) != own.words.end())
      return;
    own.words.push_back(text);
  }

  std::string path_;
  std::vector<ClassWords> classes_;
  // the index of a class, by name
  std::unordered_map<std::string, std::size_t> places_;
};

void read_table(const std::string& path, Collector& all) {
  TableColumns columns;
  columns.text = {"words"};
  columns.label = "class";
  DocumentReader reader(path, TextFormat::Auto, columns);
  DocumentBatch batch;
  while (reader.next(batch))
    for (std::size_t i = 0; i < batch.texts.size(); ++i)
      all.add(batch.labels[i], batch.texts[i], batch.lines[i]);
}

// The JSON of a text that begins on the line.
Ordered json_of(const std::string& path, std::string_view text, Index line) {
  const auto fault = io::json_fault(text);
  if (!fault) return Ordered::parse(text);
  const std::string_view before = text.substr(0, fault->at - 1);
  const auto ends = std::count(before.begin(), before.end(), '\n');
  const bool utf8 = is_utf8(text);
  throw DataError(path, line + ends,
                  std::ssize(before) - static_cast<Index>(before.rfind('\n')),
                  utf8 ? "JSON of at most 64 levels" : kUtf8Rule,
                  utf8 ? fault->found : "other bytes");
}

// An object, or a list of these; otherwise an object on each line.
void read_json(const std::string& path, Collector& all) {
  const std::string text = read_text(path);
  const std::size_t first = text.find('\n');
  const std::size_t next = text.find_first_not_of(kBlank, first);
  const bool by_lines = next != text.npos && text[next] == '{' &&
                        !io::json_fault(text.substr(0, first));
  if (!by_lines) {
    const Ordered whole = json_of(path, text, 1);
    if (!whole.is_array()) return all.add_record(whole, 1);
    for (const Ordered& record : whole)
      all.add_record(record, 1);
    return;
  }
  LineSource lines(path);
  while (const auto line = lines.next())
    if (!trimmed(*line).empty())
      all.add_record(json_of(path, *line, lines.line()), lines.line());
}

void read_lines(const std::string& path, Collector& all) {
  LineSource lines(path);
  while (const auto line = lines.next()) {
    if (trimmed(*line).empty()) continue;
    const std::size_t colon = line->find(':');
    if (colon == line->npos) all.refuse(lines.line(), "'class: word, word'");
    all.add(line->substr(0, colon), line->substr(colon + 1), lines.line());
  }
}

std::string in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// The letter of is_one_letter; "" for other words.
std::string letter_of(const std::string& word, const WordOptions& options) {
  Words cut(options);
  cut.start(word);
  if (!cut.next() || !cut.is_lone()) return "";
  std::string letter(cut.word());
  return cut.next() ? "" : letter;
}

// Without pieces.
std::vector<std::vector<std::int32_t>> columns_of_texts(
    std::span<const std::string> texts, const Vocabulary& vocabulary) {
  std::vector<std::vector<std::int32_t>> all;
  vectorize(texts, vocabulary, 1).visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      const auto columns = rows.row_columns(i);
      all.emplace_back(
          columns.begin(),
          std::ranges::lower_bound(columns, vocabulary.words_and_phrases()));
    }
  });
  return all;
}

// The columns of phrases, by their text.
std::map<std::string, std::int32_t> columns_of_phrases(
    const Vocabulary& vocabulary) {
  std::map<std::string, std::int32_t> columns;
  for (const std::string& phrase : vocabulary.words.phrases)
    columns.emplace(phrase, -1);
  for (Index j = 0; j < vocabulary.words_and_phrases(); ++j)
    if (const auto own = columns.find(vocabulary.terms[j]);
        own != columns.end())
      own->second = static_cast<std::int32_t>(j);
  return columns;
}

}  // namespace

std::vector<ClassWords> read_seed_words(const std::string& path) {
  Collector all(path);
  const TextFormat format = format_by_name(path);
  if (format == TextFormat::JsonLines)
    read_json(path, all);
  else if (format == TextFormat::Auto)
    read_lines(path, all);
  else
    read_table(path, all);
  return all.take();
}

std::vector<ClassWords> words_of_names(std::span<const std::string> classes,
                                       const WordOptions& options) {
  std::vector<ClassWords> all;
  Words words(options);
  for (const std::string& name : classes) {
    ClassWords& own = all.emplace_back(ClassWords{name, {}});
    words.start(name);
    while (words.next())
      if (std::find(own.words.begin(), own.words.end(), words.word()) ==
          own.words.end())
        own.words.emplace_back(words.word());
  }
  return all;
}

std::vector<std::vector<std::int32_t>> features_of_words(
    std::span<const std::string> words, const Vocabulary& vocabulary) {
  std::vector<std::string> parts;
  std::vector<std::size_t> ends;  // where the parts of each word end
  Words cut(vocabulary.words);
  for (const std::string& word : words) {
    require(!excludes(word), std::string("seed words: expected ") + kExcludes +
                                 ", found '" + word + "'");
    cut.start(word);
    while (cut.next())
      parts.emplace_back(cut.word());
    ends.push_back(parts.size());
  }
  const auto of_parts = columns_of_texts(parts, vocabulary);
  auto features = columns_of_texts(words, vocabulary);
  for (std::size_t w = 0, p = 0; w < words.size(); ++w)
    for (; p < ends[w]; ++p)
      if (of_parts[p].empty()) features[w].clear();
  const auto phrases = columns_of_phrases(vocabulary);
  for (std::size_t w = 0; w < words.size(); ++w) {
    const auto own = phrases.find(run_of_terms(words[w], vocabulary.words));
    if (own == phrases.end()) continue;
    features[w].clear();
    if (own->second >= 0) features[w].push_back(own->second);
  }
  for (std::size_t w = 0; w < words.size(); ++w) {
    const std::string letter = letter_of(words[w], vocabulary.words);
    if (letter.empty() || vocabulary.words.hash_bits > 0) continue;
    features[w].clear();
    for (Index j = 0; j < vocabulary.words_and_phrases(); ++j)
      if (vocabulary.terms[j].find(letter) != std::string::npos)
        features[w].push_back(static_cast<std::int32_t>(j));
  }
  return features;
}

bool is_one_letter(const std::string& word, const WordOptions& options) {
  return !letter_of(word, options).empty();
}

std::vector<std::vector<std::int32_t>> features_of_words(
    std::span<const std::string> words, std::span<const std::string> names) {
  std::unordered_map<std::string_view, std::int32_t> places;
  for (std::size_t j = 0; j < names.size(); ++j)
    places.emplace(names[j], static_cast<std::int32_t>(j));
  std::vector<std::vector<std::int32_t>> features;
  for (const std::string& word : words) {
    auto found = places.find(word);
    if (found == places.end()) found = places.find(in_lower_case(word));
    features.emplace_back();
    if (found != places.end()) features.back().push_back(found->second);
  }
  return features;
}

}  // namespace semilin
