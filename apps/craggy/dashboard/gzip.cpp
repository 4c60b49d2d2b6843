#include "dashboard/gzip.hpp"

#include <array>
#include <stdexcept>

#include <zlib.h>

#include <craggy/base/error.hpp>

namespace craggy::cli {
namespace {

constexpr int with_gzip_header = 15 + 16;

// zlib does not change what it reads, but says so only if it was built to.
Bytef* readable(std::string_view bytes) { return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data())); }

using Step = int (*)(z_stream*, int);
using End = int (*)(z_stream*);

std::string run(z_stream& stream, std::string_view bytes, Step step, End end) {
  std::string result;
  std::array<char, 65536> part{};
  stream.next_in = readable(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.avail_out = static_cast<uInt>(part.size());
    status = step(&stream, Z_FINISH);
    if (status == Z_BUF_ERROR && stream.avail_out < part.size()) status = Z_OK;  // there is more to come
    result.append(part.data(), part.size() - stream.avail_out);
  }
  end(&stream);
  if (status != Z_STREAM_END) throw Error("what was packed with gzip is not whole");
  return result;
}

}  // namespace

std::string packed(std::string_view text) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, with_gzip_header, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw Error("zlib cannot be used");
  return run(stream, text, deflate, deflateEnd);
}

std::string unpacked(std::string_view bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, with_gzip_header) != Z_OK) throw Error("zlib cannot be used");
  return run(stream, bytes, inflate, inflateEnd);
}

}  // namespace craggy::cli
