#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/plain_text.h"
#include "io/blocks.h"
#include "io/number_scanner.h"
#include "io/tokens.h"

namespace semilin::io {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// A line's content ends here: the line's end or a comment.
bool ends_content(const char* p) {
  return ends_line(p) || *p == '#';
}

const char* skip_blanks(const char* p) {
  while (is_blank(*p))
    ++p;
  return p;
}

// Programs for Windows begin a file with a byte order mark; where files were
// joined it stands before any line.
const char* skip_byte_order_mark(const char* p) {
  return p[0] == '\xef' && p[1] == '\xbb' && p[2] == '\xbf' ? p + 3 : p;
}

const char* skip_line(const char* p) {
  while (*p != '\n')
    ++p;
  return p + 1;
}

// The digits at `p`, and their index; 2^40 or more if too large.
[[gnu::always_inline]] inline const char* scan_index(const char* p,
                                                     Index& index) {
  const std::uint64_t word = load_eight(p);
  const int count = leading_digits(word);
  if (count == 0) return nullptr;
  index = static_cast<Index>(digits_value(word, count));
  p += count;
  if (count < 8) return p;
  for (; *p >= '0' && *p <= '9'; ++p) {
    if (index < (Index{1} << 40)) index = index * 10 + (*p - '0');
  }
  return p;
}

template <class Value>
class BlockParser {
 public:
  BlockParser(const ParseRules& rules, ParsedBlock<Value>& block)
      : rules_(rules), block_(block), base_(rules.zero_based ? 0 : 1) {}

  void parse(std::string_view text) {
    const char* p = text.data();
    const char* end = p + text.size();
    while (p != end && !block_.fault)
      p = parse_line(p);
  }

 private:
  // Returns the start of the next line; anything after a fault.
  const char* parse_line(const char* start) {
    line_ = skip_byte_order_mark(start);
    ++block_.lines;
    const char* p = skip_blanks(line_);
    if (ends_content(p)) {
      if (rules_.blank_rows && *p != '#') end_row(-1);
      return skip_line(p);
    }
    std::int32_t label = -1;
    p = parse_label(p, label);
    if (p != nullptr) p = parse_entries(p);
    if (p == nullptr) return start;
    end_row(label);
    return skip_line(p);
  }

  const char* parse_label(const char* p, std::int32_t& label) {
    const std::string_view token = token_at(p);
    if (*p == '"' || token.find(',') != token.npos)
      return parse_label_word(p, label);
    if (rules_.label_optional && looks_like_entry(token)) return p;
    if (!can_be_label(token)) return refuse(p, explain_label(token));
    if (rules_.keep_labels) {
      label = block_.names.add(token, {}, block_.lines, p - line_ + 1);
    }
    return p + token.size();
  }

  // Labels in quotes, or several.
  const char* parse_label_word(const char* p, std::int32_t& label) {
    std::string_view line(p, skip_line(p) - 1 - p);
    while (line.ends_with('\r'))
      line.remove_suffix(1);
    const WordScan word = scan_label_word(line);
    if (word.expected != nullptr) {
      const char* fault = p + word.size;
      return refuse(fault, {0, word.expected, quote(token_at(fault))});
    }
    if (rules_.keep_labels) {
      label = block_.names.add(line.substr(0, word.size), {}, block_.lines,
                               p - line_ + 1);
    }
    return p + word.size;
  }

  // The entries up to the end of the line's content; nullptr after a fault.
  const char* parse_entries(const char* p) {
    std::int32_t* columns = block_.columns.get();
    Value* values = block_.values.get();
    Index count = nonzeros_;
    Index last = -1;
    while (true) {
      p = skip_blanks(p);
      if (ends_content(p)) break;
      Index index = 0;
      const char* colon = scan_index(p, index);
      if (colon == nullptr && is_query(p)) {
        p += token_at(p).size();
        continue;
      }
      const Index column = index - base_;
      if (colon == nullptr || *colon != ':' || column <= last ||
          column > kMaxColumn) {
        return refuse_entry(p, last);
      }
      double number = 0;
      const char* end = scan_short_number(colon + 1, number);
      if (end == nullptr) {
        end = scan_long_number(colon + 1, number);
        if (end == nullptr) return refuse_entry(p, last);
      }
      const auto value = static_cast<Value>(number);
      columns[count] = static_cast<std::int32_t>(column);
      values[count] = value;
      count += value != 0 ? 1 : 0;
      last = column;
      p = end;
    }
    nonzeros_ = count;
    if (last >= block_.cols) block_.cols = last + 1;
    return p;
  }

  // Any number that a Value can hold; nullptr if it is none.
  static const char* scan_long_number(const char* p, double& value) {
    constexpr double kLargest = std::numeric_limits<Value>::max();
    const ScannedNumber number = scan_number_slowly(p);
    if (number.fault != NumberFault::None ||
        !(std::abs(static_cast<double>(static_cast<Value>(number.value))) <=
          kLargest) ||
        !(is_blank(*number.end) || ends_content(number.end))) {
      return nullptr;
    }
    value = number.value;
    return number.end;
  }

  static bool is_query(const char* p) {
    return token_at(p).starts_with("qid:");
  }

  void end_row(std::int32_t label) {
    block_.offsets.push_back(nonzeros_);
    block_.labels.push_back(label);
  }

  const char* refuse_entry(const char* p, Index last_column) {
    return refuse(p, explain_entry(p, rules_.zero_based,
                                   std::is_same_v<Value, float>, last_column));
  }

  const char* refuse(const char* p, TokenFault fault) {
    if (token_at(p).find('\r') != std::string_view::npos) {
      fault = {static_cast<Index>(token_at(p).find('\r')),
               "a line feed behind each line", "carriage returns"};
    } else if (*p == '\x1a') {
      fault = {0, "text", "the byte 0x1A, which once ended files: remove it"};
    }
    block_.fault =
        ParseFault{block_.lines, p - line_ + 1 + fault.offset,
                   std::move(fault.expected), std::move(fault.found)};
    return nullptr;
  }

  const ParseRules& rules_;
  ParsedBlock<Value>& block_;
  const Index base_;
  const char* line_ = nullptr;
  Index nonzeros_ = 0;
};

// The last line of a text may be too long.
std::optional<ParseFault> fault_of_last_line(std::string_view text) {
  if (text.size() <= kMostLineBytes) return std::nullopt;
  const std::size_t before = text.rfind('\n', text.size() - 2);
  const std::size_t begin = before == text.npos ? 0 : before + 1;
  if (text.size() - begin <= kMostLineBytes) return std::nullopt;
  const std::string_view lines = text.substr(0, begin);
  const Index line = std::count(lines.begin(), lines.end(), '\n') + 1;
  return ParseFault{line, 1, kLineRule, kLongLine};
}

}  // namespace

template <class Value>
void parse_block(std::string_view text, const ParseRules& rules,
                 ParsedBlock<Value>& block) {
  if (auto fault = fault_of_last_line(text)) {
    block.start(0);
    block.fault = std::move(fault);
    return;
  }
  // An entry takes at least four bytes: "1:0 ".
  block.start(static_cast<Index>(text.size()) / 4 + 1);
  BlockParser<Value>(rules, block).parse(text);
}

template void parse_block(std::string_view, const ParseRules&,
                          ParsedBlock<float>&);
template void parse_block(std::string_view, const ParseRules&,
                          ParsedBlock<double>&);

}  // namespace semilin::io
