// What is worth knowing of documents before training.
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "semilin/advanced/io/label_text.h"
#include "semilin/matrix/label_sets.h"

#include "cli/data/descriptions.h"

namespace semilin::cli {
namespace {

// Code points.
Index length_of(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
}

Json label_counts(const Dataset& data) {
  const LabelSets sets = label_sets(data);
  std::vector<Index> counts(sets.names.size());
  for (const std::int32_t label : data.labels)
    if (label != kUnlabeled)
      for (const std::int32_t k : sets.of_class[label])
        ++counts[k];
  Json list = Json::array();
  for (std::size_t k = 0; k < counts.size(); ++k)
    list.push_back({{"class", sets.names[k]}, {"documents", counts[k]}});
  return list;
}

struct Seen {
  std::vector<std::string> labels;
  std::vector<bool> sets;
  std::vector<Index> lengths;
  Index empty = 0, copies = 0, differ = 0;
  // the label of the first document of each text, by the text's hash
  std::unordered_map<std::size_t, std::string> first;

  void add(const DocumentBatch& batch) {
    for (std::size_t i = 0; i < batch.texts.size(); ++i) {
      const std::string text = normal_name(batch.texts[i]);
      labels.push_back(batch.labels[i]);
      sets.push_back(batch.sets[i]);
      lengths.push_back(length_of(text));
      if (text.empty()) {
        ++empty;
        continue;
      }
      const auto [place, is_first] =
          first.emplace(std::hash<std::string>()(text), labels.back());
      if (is_first) continue;
      ++copies;
      std::string& known = place->second;
      if (known.empty()) known = labels.back();
      differ += !labels.back().empty() && labels.back() != known ? 1 : 0;
    }
  }
};

}  // namespace

Json describe_documents(const std::string& path, const TableColumns& columns) {
  DocumentReader reader(path, TextFormat::Auto, columns);
  DocumentBatch batch;
  Seen seen;
  while (reader.next(batch))
    seen.add(batch);
  Dataset data;
  set_labels(seen.labels, data, seen.sets);
  const Index labeled = data.labeled();
  Json json = {{"kind", "documents"},
               {"documents", std::ssize(seen.labels)},
               {"labeled", labeled},
               {"unlabeled", std::ssize(seen.labels) - labeled},
               {"without_text", seen.empty},
               {"copies", seen.copies},
               {"copies_with_another_label", seen.differ}};
  if (!seen.lengths.empty()) {
    std::sort(seen.lengths.begin(), seen.lengths.end());
    json["characters"] = {{"least", seen.lengths.front()},
                          {"median", seen.lengths[seen.lengths.size() / 2]},
                          {"most", seen.lengths.back()}};
  }
  const DocumentDoubts doubts = reader.doubts();
  if (doubts.not_utf8 > 0) json["not_utf8"] = doubts.not_utf8;
  if (!doubts.other_columns.empty())
    json["other_columns"] = doubts.other_columns;
  json["classes"] = label_counts(data);
  return json;
}

}  // namespace semilin::cli
