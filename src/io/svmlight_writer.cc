#include <string>

#include "semilin/base/error.h"
#include "semilin/io/output_file.h"
#include "semilin/io/svmlight.h"

#include "io/append_number.h"
#include "io/entry_fault.h"

namespace semilin {
namespace {

using io::append_number;

constexpr std::size_t kFlushBytes = std::size_t{1} << 16;

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
    const bool plain = !name.empty() && name != "?" &&
                       name.find_first_of(" \t\r\n#") == name.npos &&
                       io::can_be_label(name);
    require(plain, "write_svmlight: '" + name + "' cannot be a label");
  }
}

}  // namespace

void write_svmlight(const Dataset& data, const std::string& path) {
  require_writable_classes(data.classes);
  OutputFile file(path, compression_of(path));
  std::string text;
  data.rows.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      const std::int32_t label = data.labels[i];
      text += label == kUnlabeled ? "?" : data.classes[label];
      append_row(rows, i, text);
      if (text.size() < kFlushBytes) continue;
      file.write(text);
      text.clear();
    }
  });
  file.write(text);
  file.commit();
}

}  // namespace semilin
