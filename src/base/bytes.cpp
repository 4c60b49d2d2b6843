#include "base/bytes.hpp"

#include <array>
#include <bit>
#include <cstring>

#include <craggy/base/error.hpp>

namespace craggy {

static_assert(std::endian::native == std::endian::little, "bytes are written as they stand in memory");

void ByteWriter::number(double value) { count(std::bit_cast<std::uint64_t>(value)); }

void ByteWriter::count(std::uint64_t value) {
  std::array<char, sizeof value> raw{};
  std::memcpy(raw.data(), &value, sizeof value);
  bytes_.append(raw.data(), raw.size());
}

void ByteWriter::text(std::string_view value) {
  count(value.size());
  bytes_.append(value);
}

void ByteWriter::numbers(std::span<const double> values) {
  count(values.size());
  for (double value : values) number(value);
}

ByteReader::ByteReader(std::string what, std::string_view magic, std::string_view bytes)
    : what_(std::move(what)), bytes_(bytes) {
  if (bytes_.substr(0, magic.size()) != magic) fail();
  bytes_.remove_prefix(magic.size());
}

void ByteReader::fail() const { throw InvalidArgument("these bytes are not " + what_); }

void ByteReader::take(void* to, std::size_t size) {
  if (bytes_.size() < size) fail();
  bytes_.copy(static_cast<char*>(to), size);  // unlike memcpy, also of nothing to a null pointer
  bytes_.remove_prefix(size);
}

double ByteReader::number() {
  double value = 0.0;
  take(&value, sizeof value);
  return value;
}

std::uint64_t ByteReader::count() {
  std::uint64_t value = 0;
  take(&value, sizeof value);
  if (value > bytes_.size()) fail();
  return value;
}

std::string ByteReader::text() {
  std::string value(count(), '\0');
  take(value.data(), value.size());
  return value;
}

std::vector<double> ByteReader::numbers() {
  const std::uint64_t size = count();
  if (size > bytes_.size() / sizeof(double)) fail();
  std::vector<double> values(size);
  take(values.data(), size * sizeof(double));
  return values;
}

void ByteReader::finish() const {
  if (!bytes_.empty()) fail();
}

}  // namespace craggy
