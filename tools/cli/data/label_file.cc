#include "cli/data/label_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"

#include "cli/command/console.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

constexpr std::string_view kLabelHeader =
    "id\tlabel\tchosen\tdrawn_with\tanswer\tannotator\ttext\n";
constexpr std::string_view kOldHeader =  // of semilin before 0.3
    "id\tlabel\tchosen\tprobability\tanswer\tannotator\ttext\n";

// A new name in a folder is on the disk once the folder is synchronized.
void save_folder_of(const std::string& path) {
  const auto folder = std::filesystem::absolute(path).parent_path();
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

// True if a line that does not end is what a person writes: with a label that
// another line has, too, or four columns. Longer lines are ours, cut off.
bool is_whole(const std::string& line, const std::string& lines) {
  const auto tabs = std::count(line.begin(), line.end(), '\t');
  if (tabs != 1) return tabs == 3;
  const std::string label = line.substr(line.find('\t'));
  return lines.find(label + '\t') != lines.npos ||
         lines.find(label + '\n') != lines.npos;
}

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string own_stamp(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  std::string stamp;
  for (const auto number : {static_cast<std::int64_t>(status.st_dev),
                            static_cast<std::int64_t>(status.st_ino),
                            static_cast<std::int64_t>(status.st_size),
                            static_cast<std::int64_t>(status.st_mtim.tv_sec),
                            static_cast<std::int64_t>(status.st_mtim.tv_nsec)})
    stamp += std::to_string(number) + ' ';
  return stamp;
}

}  // namespace

std::string beginning_of(const std::string& text) {
  constexpr int kCompared = 200;
  if (text.find("\xEF\xBF\xBD") != text.npos) return {};  // not UTF-8
  std::string line;
  int left = kCompared;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (left <= 0 && (byte & 0xC0) != 0x80) break;  // not inside a letter
    line += byte <= ' ' ? ' ' : c == '"' ? '\'' : c;
    if (byte > ' ' && c != '"' && c != '\'') --left;
  }
  return line;
}

std::string stamp_of(const std::string& path) {
  std::string stamp = own_stamp(path);
  if (!std::filesystem::is_directory(path)) return stamp;
  std::vector<std::string> files;
  std::error_code gone;
  for (std::filesystem::recursive_directory_iterator one(path, gone), end;
       !gone && one != end; one.increment(gone))
    files.push_back(one->path());
  std::sort(files.begin(), files.end());
  for (const std::string& file : files)
    stamp += file + ' ' + own_stamp(file);
  return stamp;
}

void require_file(const std::string& path) {
  const auto kind = std::filesystem::status(path).type();
  if (kind == std::filesystem::file_type::not_found ||
      kind == std::filesystem::file_type::regular)
    return;
  throw DataError(path, "expected a file, found a pipe, a device or a folder");
}

LabelFile::LabelFile(std::string path) : path_(std::move(path)) {
  descriptor_ = open();
  try {
    mend();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

LabelFile::~LabelFile() {
  ::close(descriptor_);
}

void LabelFile::fail(const std::string& what) const {
  throw DataError(path_, what + ": " + std::strerror(errno));
}

int LabelFile::open() const {
  require_file(path_);
  const int file =
      ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) fail("cannot write");
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  const bool taken = errno == EWOULDBLOCK;
  ::close(file);
  throw DataError(
      path_, taken ? "another semilin label --serve writes it" : "cannot lock");
}

// An empty file gets the lines that it had.
void LabelFile::mend() {
  std::string text = read_all(path_);
  if (!text.starts_with(kLabelHeader) && !text.starts_with(kOldHeader) &&
      !kLabelHeader.starts_with(text)) {
    throw DataError(path_, 1, 1,
                    "the columns id, label, chosen, drawn_with, answer, "
                    "annotator and text of a tab-separated table",
                    "'" + text.substr(0, text.find('\n')).substr(0, 40) + "'");
  }
  const std::size_t end = text.rfind('\n') + 1;  // npos + 1 is 0
  const std::string rest = text.substr(end);
  text.resize(end);
  if (end > 0 && is_whole(rest, text)) {
    write("\n");
    text += rest + "\n";
  } else if (!rest.empty()) {
    if (end > 0)
      warn(path_ + ": the last line does not end and is removed: '" +
           rest.substr(0, 80) + "'");
    if (::ftruncate(descriptor_, static_cast<off_t>(end)) != 0)
      fail("cannot write");
  }
  if (end > 0) {
    lines_ = text;
  } else {
    if (lines_.empty()) lines_ = kLabelHeader;
    write(lines_);
    save_folder_of(path_);
  }
  stamp_ = stamp_of(path_);
}

// Editors write another file and give it the same name; a spreadsheet writes
// other columns; a script empties it.
bool LabelFile::follow() {
  if (stamp_of(path_) == stamp_) return false;
  const int before = descriptor_;
  struct stat named {
  }, opened{};
  const bool same =
      ::stat(path_.c_str(), &named) == 0 && ::fstat(before, &opened) == 0 &&
      named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
  if (!same) descriptor_ = open();
  try {
    mend();
  } catch (...) {
    if (!same) ::close(std::exchange(descriptor_, before));
    throw;
  }
  if (!same) ::close(before);
  return true;
}

bool LabelFile::append(const TableLabel& one) {
  std::string line;
  const bool changed = follow();
  append_record({one.id, one.label, one.chosen, exact_number(one.probability),
                 one.decided ? "decided" : one.answer, one.annotator, one.text},
                '\t', line);
  write(line);
  lines_ += line;
  stamp_ = stamp_of(path_);
  return changed;
}

// Writes the text at once, so that no other comes between; an incomplete one is
// removed.
void LabelFile::write(const std::string& text) {
  const off_t before = ::lseek(descriptor_, 0, SEEK_END);
  const ssize_t done = ::write(descriptor_, text.data(), text.size());
  const bool whole = done == static_cast<ssize_t>(text.size());
  if (whole && ::fsync(descriptor_) == 0) return;
  const int why = done >= 0 && !whole ? ENOSPC : errno;
  (void)!::ftruncate(descriptor_, before);
  errno = why;
  fail("cannot write");
}

}  // namespace semilin::cli
