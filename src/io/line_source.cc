#include "semilin/advanced/io/line_source.h"

#include <cstring>

#include "semilin/base/error.h"

#include "io/input.h"

namespace semilin {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

constexpr std::size_t kPieceBytes = std::size_t{1} << 18;

}  // namespace

struct LineSource::State {
  explicit State(const std::string& path)
      : file(path), stream(io::open_text_stream(file)) {}

  // Moves the unread rest to the front and reads one more piece behind it.
  bool refill() {
    const std::size_t kept = filled - position;
    if (kept > io::kMostLineBytes)
      throw DataError(file.name(), line + 1, 1, io::kLineRule, io::kLongLine);
    if (position > 0)
      std::memmove(buffer.data(), buffer.data() + position, kept);
    position = 0;
    if (buffer.size() < kept + kPieceBytes) buffer.resize(kept + kPieceBytes);
    const std::size_t got =
        stream->read_some(std::span(buffer).subspan(kept, kPieceBytes));
    filled = kept + got;
    const std::string_view fresh(buffer.data() + kept, got);
    if (line == 0 && kept == 0) io::refuse_binary(file.name(), fresh);
    zeros |= fresh.find('\0') != fresh.npos;
    return got > 0;
  }
  [[nodiscard]] std::string_view rest() const {
    return {buffer.data() + position, filled - position};
  }

  void require_sound() const {
    if (const auto damage = stream->damage()) {
      throw DataError(file.name(), line + 1, 1, damage->expected,
                      damage->found);
    }
  }

  io::InputFile file;
  std::unique_ptr<io::ByteStream> stream;
  std::string buffer;
  std::size_t position = 0, filled = 0;  // the unread bytes of the buffer
  Index line = 0;
  bool zeros = false;  // there are zero bytes
};

LineSource::LineSource(const std::string& path)
    : state_(std::make_unique<State>(path)) {}
LineSource::LineSource(LineSource&&) noexcept = default;
LineSource& LineSource::operator=(LineSource&&) noexcept = default;
LineSource::~LineSource() = default;

std::optional<std::string_view> LineSource::next() {
  State& s = *state_;
  std::size_t searched = 0;  // bytes of the line known to hold no newline
  std::size_t length = 0;
  while (true) {
    const std::string_view rest = s.rest();
    length = rest.find('\n', searched);
    if (length != rest.npos) break;
    searched = length = rest.size();
    if (s.refill()) continue;
    s.require_sound();
    if (length == 0) return std::nullopt;
    break;
  }
  std::string_view line = s.rest().substr(0, length);
  s.position = std::min(s.position + length + 1, s.filled);
  ++s.line;
  while (line.ends_with('\r'))
    line.remove_suffix(1);
  if (s.line == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(3);
  const std::size_t zero = s.zeros ? line.find('\0') : line.npos;
  if (zero != line.npos)
    throw DataError(s.file.name(), s.line, static_cast<Index>(zero) + 1, "text",
                    "a zero byte (a binary file, or UTF-16)");
  return line;
}

bool LineSource::waits() const {
  return state_->rest().find('\n') == std::string::npos && state_->file.waits();
}

Index LineSource::line() const {
  return state_->line;
}

const std::string& LineSource::name() const {
  return state_->file.name();
}

double LineSource::fraction_read() const {
  return state_->file.fraction_read();
}

std::string read_text(const std::string& path) {
  io::InputFile file(path);
  const auto stream = io::open_stream(file);
  std::string text;
  std::size_t got = 0;
  do {
    const std::size_t kept = text.size();
    text.resize(kept + std::max(kPieceBytes, kept / 2));
    got = stream->read(std::span(text).subspan(kept));
    text.resize(kept + got);
  } while (got > 0);
  if (const auto damage = stream->damage()) {
    throw DataError(file.name(), "expected " + damage->expected + ", found " +
                                     damage->found);
  }
  return text;
}

}  // namespace semilin
