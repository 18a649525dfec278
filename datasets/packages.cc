#include "packages.h"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "semilin/advanced/base/random.h"

#include "text/words.h"

namespace semilin::datasets {
namespace {

// Fields of a stanza: "Name: value", continued by lines that begin with a
// blank.
using Stanza = std::map<std::string, std::string>;

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return std::string(
      text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

// False at the end of the file. Stanzas are parted by empty lines.
bool read_stanza(const NextLine& next, Stanza& stanza) {
  stanza.clear();
  std::string* field = nullptr;
  while (const auto line = next()) {
    if (trimmed(*line).empty()) {
      if (!stanza.empty()) return true;
      continue;
    }
    if (line->starts_with(' ') || line->starts_with('\t')) {
      const std::string more = trimmed(*line);
      if (field != nullptr && more != ".") *field += ' ' + more;
      continue;
    }
    const std::size_t colon = line->find(':');
    if (colon == std::string_view::npos) continue;
    field = &stanza[std::string(line->substr(0, colon))];
    *field = trimmed(line->substr(colon + 1));
  }
  return !stanza.empty();
}

std::string field(const Stanza& stanza, const std::string& name) {
  const auto found = stanza.find(name);
  return found == stanza.end() ? std::string() : found->second;
}

std::string description(const Stanza& stanza) {
  const std::string english = field(stanza, "Description-en");
  std::string text = english.empty() ? field(stanza, "Description") : english;
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

// "libfoo (1.2-3)" -> "libfoo"
std::string source_name(const Stanza& stanza) {
  const std::string source = field(stanza, "Source");
  return source.empty() ? field(stanza, "Package")
                        : source.substr(0, source.find(' '));
}

// "contrib/games" -> "games"
std::string section_name(const Stanza& stanza) {
  const std::string section = field(stanza, "Section");
  return section.substr(section.rfind('/') + 1);  // npos + 1 is 0
}

// The words without those that hold digits (versions, architectures), each
// once, in order: descriptions that differ in such words alone are one.
std::string word_set(const std::string& text) {
  std::set<std::string> distinct;
  Words words;
  words.start(text);
  while (words.next()) {
    if (words.word().find_first_of("0123456789") == std::string_view::npos) {
      distinct.emplace(words.word());
    }
  }
  std::string key;
  for (const std::string& word : distinct)
    key += word + ' ';
  return key;
}

// FNV-1a, then our generator: the same for all packages of one source.
bool is_held_out(const std::string& source,
                 const PackageCorpusOptions& options) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : source) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  }
  return Random(hash + options.seed).below(100) < options.held_out_percent;
}

}  // namespace

Translations read_translations(const NextLine& next) {
  Translations translations;
  Stanza stanza;
  while (read_stanza(next, stanza)) {
    translations.emplace(field(stanza, "Description-md5"), description(stanza));
  }
  return translations;
}

std::vector<Package> read_packages(const NextLine& next,
                                   const Translations& translations) {
  std::map<std::string, Package> packages;
  Stanza stanza;
  while (read_stanza(next, stanza)) {
    const std::string name = field(stanza, "Package");
    const auto longer = translations.find(field(stanza, "Description-md5"));
    packages.try_emplace(
        name, Package{name, source_name(stanza), section_name(stanza),
                      longer == translations.end() ? description(stanza)
                                                   : longer->second});
  }
  std::vector<Package> sorted;
  sorted.reserve(packages.size());
  for (auto& [name, package] : packages)
    sorted.push_back(std::move(package));
  return sorted;
}

PackageCorpus make_package_corpus(const std::vector<Package>& packages,
                                  const PackageCorpusOptions& options) {
  PackageCorpus corpus;
  std::vector<const Package*> kept;
  std::unordered_set<std::string> seen{""};  // no words: no document
  for (const Package& package : packages) {
    if (package.section.empty()) continue;
    if (seen.insert(word_set(package.description)).second) {
      kept.push_back(&package);
      ++corpus.classes[package.section];
    } else {
      ++corpus.duplicates;
    }
  }
  for (const auto& [section, count] : corpus.classes) {
    if (count < options.min_documents) corpus.small_classes[section] = count;
  }
  for (const auto& [section, count] : corpus.small_classes)
    corpus.classes.erase(section);
  for (const Package* package : kept) {
    if (!corpus.classes.contains(package->section)) continue;
    auto& side =
        is_held_out(package->source, options) ? corpus.held_out : corpus.pool;
    side.push_back(*package);
  }
  return corpus;
}

}  // namespace semilin::datasets
