#include <string>
#include <vector>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"
#include "semilin/io/svmlight.h"

#include "io/line_writer.h"
#include "io/tokens.h"

namespace semilin {
namespace {

using io::append_number;

template <class Value>
void append_row(const CsrView<Value>& rows, Index i, std::string& text) {
  const auto columns = rows.row_columns(i);
  const auto values = rows.row_values(i);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    text += ' ';
    append_number(Index{columns[k]} + 1, text);
    text += ':';
    append_number(values[k], text);
  }
  text += '\n';
}

void require_writable_classes(const std::vector<std::string>& classes) {
  for (const std::string& name : classes) {
    require(can_name_class(name),
            "write_svmlight: '" + name + "' cannot be a label");
  }
}

}  // namespace

void write_svmlight(const Dataset& data, const std::string& path) {
  require_valid(data);
  require_writable_classes(data.classes);
  const std::vector<std::string> words =
      io::class_words(data.classes, data.multi_label);
  data.rows.visit([&](const auto& rows) {
    io::write_lines(path, rows.rows, [&](Index i, std::string& text) {
      const std::int32_t label = data.labels[i];
      text += label == kUnlabeled ? "?" : words[label];
      append_row(rows, i, text);
    });
  });
}

}  // namespace semilin
