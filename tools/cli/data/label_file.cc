#include "cli/data/label_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "semilin/base/error.h"

#include "cli/command/console.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

constexpr std::string_view kLabelHeader = "id\tlabel\tchosen\tprobability\n";

// A new name in a folder is on the disk once the folder is synchronized.
void save_folder_of(const std::string& path) {
  const auto folder = std::filesystem::absolute(path).parent_path();
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

// True if a line that does not end has a complete label: one that stands before
// the next column, or that another line has, too.
bool is_whole(const std::string& line, const std::string& lines) {
  const std::size_t label = line.find('\t');
  if (label == line.npos) return false;
  const std::size_t end = line.find('\t', label + 1);
  if (end != line.npos) return line.find('\t', end + 1) != line.npos;
  return lines.find(line.substr(label) + '\t') != lines.npos ||
         lines.find(line.substr(label) + '\n') != lines.npos;
}

}  // namespace

LabelFile::LabelFile(std::string path) : path_(std::move(path)) {
  open();
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

void LabelFile::open() {
  descriptor_ =
      ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("cannot write");
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const bool taken = errno == EWOULDBLOCK;
  ::close(descriptor_);
  throw DataError(
      path_, taken ? "another semilin label --serve writes it" : "cannot lock");
}

void LabelFile::mend() {
  std::ifstream in(path_, std::ios::binary);
  if (!in) fail("cannot read");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!text.starts_with(kLabelHeader) && !kLabelHeader.starts_with(text)) {
    throw DataError(path_, 1, 1,
                    "the columns id, label, chosen and probability of a "
                    "tab-separated table",
                    "'" + text.substr(0, text.find('\n')).substr(0, 40) + "'");
  }
  const std::size_t end = text.rfind('\n') + 1;  // npos + 1 is 0
  if (end > 0 && is_whole(text.substr(end), text.substr(0, end))) {
    write("\n");
  } else if (end < text.size()) {
    if (end > 0)
      warn(path_ + ": the last line does not end and is removed: '" +
           text.substr(end, 80) + "'");
    if (::ftruncate(descriptor_, static_cast<off_t>(end)) != 0)
      fail("cannot write");
  }
  if (end > 0) return;
  write(std::string(kLabelHeader));
  save_folder_of(path_);
}

// Editors write another file and give it the same name.
void LabelFile::follow() {
  struct stat named {
  }, opened{};
  const bool there = ::stat(path_.c_str(), &named) == 0;
  if (::fstat(descriptor_, &opened) != 0) fail("cannot write");
  if (there && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino)
    return;
  const int before = descriptor_;
  try {
    open();
  } catch (...) {
    descriptor_ = before;
    throw;
  }
  ::close(before);
  mend();
}

void LabelFile::append(const std::string& id, const std::string& label,
                       const std::string& chosen, double probability) {
  std::string line;
  follow();
  append_record({id, label, chosen, exact_number(probability)}, '\t', line);
  write(line);
}

// Writes the line at once, so that no other comes between; an incomplete one is
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
