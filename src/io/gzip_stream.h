// Inflates gzip data, also of several members, checking length and crc.
#ifndef SEMILIN_IO_GZIP_STREAM_H_
#define SEMILIN_IO_GZIP_STREAM_H_

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <zlib.h>

#include "io/input.h"

namespace semilin::io {

class GzipStream : public ByteStream {
 public:
  explicit GzipStream(std::unique_ptr<ByteStream> packed);
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;
  ~GzipStream() override;

  std::size_t read(std::span<char> to) override;
  [[nodiscard]] std::optional<Damage> damage() const override {
    return damage_;
  }

 private:
  bool refill();
  void inflate_some();
  void start_next_member();
  void end_with(std::string expected, std::string found);

  std::unique_ptr<ByteStream> packed_;
  std::vector<char> buffer_;
  z_stream zlib_{};
  bool ended_ = false;
  std::optional<Damage> damage_;
};

}  // namespace semilin::io

#endif  // SEMILIN_IO_GZIP_STREAM_H_
