#include "acgd/core/archive.hpp"

#include <cstring>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {
namespace {

[[noreturn]] void refuse(std::string_view name, std::string_view saved, std::string_view here) {
  throw InvalidInput("resume",
                     compose("the checkpoint has {} = {}, this run has {}", name, saved, here));
}

std::string shown(const std::optional<double>& number) {
  return number ? compose("{}", *number) : std::string("none");
}

}  // namespace

void Archive::require(bool good, std::string_view trouble) {
  if (!good) throw InvalidInput("resume", compose("not a checkpoint of this run: {}", trouble));
}

void Archive::end() const { require(left_.empty(), "it has bytes left over"); }

void Archive::bytes(void* data, std::size_t size) {
  if (size == 0) return;
  if (!loading_) {
    saved_.append(static_cast<const char*>(data), size);
    return;
  }
  require(size <= left_.size(), "it ends too early");
  std::memcpy(data, left_.data(), size);
  left_.remove_prefix(size);
}

std::int64_t Archive::count(std::int64_t number, std::int64_t most) {
  bytes(&number, sizeof number);
  require(number >= 0 && number <= most, "a count is out of range");
  return number;
}

void Archive::visit(std::optional<double>& number) {
  bool is_there = number.has_value();
  visit(is_there);
  if (!is_there) {
    number.reset();
    return;
  }
  double value = number.value_or(0);
  visit(value);
  number = value;
}

Index Archive::visit_size(Index size, Index item_bytes) {
  std::int64_t loaded = size;
  bytes(&loaded, sizeof loaded);
  if (!loading_) return size;
  const auto most = static_cast<std::int64_t>(left_.size()) / item_bytes;
  require(loaded >= 0 && loaded <= most, "it ends too early");
  return loaded;
}

void Archive::visit(std::string& text) {
  text.resize(static_cast<std::size_t>(visit_size(static_cast<Index>(text.size()), 1)));
  bytes(text.data(), text.size());
}

void Archive::visit(Vector& v) {
  const Index size = visit_size(v.size(), sizeof(double));
  require(size == v.size(), compose("a vector has {} entries, must have {}", size, v.size()));
  bytes(v.data(), sizeof(double) * static_cast<std::size_t>(size));
}

void Archive::visit_resized(Vector& v) {
  v.resize(visit_size(v.size(), sizeof(double)));
  bytes(v.data(), sizeof(double) * static_cast<std::size_t>(v.size()));
}

void Archive::visit_resized(Matrix& m) {
  const Index size = visit_size(m.size(), sizeof(double));
  Index rows = m.rows(), cols = m.cols();
  (*this)(rows, cols);
  const bool fits = rows == 0 || cols == 0 ? size == 0 : size / rows == cols && size % rows == 0;
  require(fits, "the sides of a matrix do not fit its size");
  m.resize(rows, cols);
  bytes(m.data(), sizeof(double) * static_cast<std::size_t>(size));
}

void Archive::visit(std::vector<Index>& list) {
  list.resize(static_cast<std::size_t>(
      visit_size(static_cast<Index>(list.size()), static_cast<Index>(sizeof(std::int64_t)))));
  for (Index& item : list) visit(item);
}

void Archive::visit(std::vector<double>& list) {
  list.resize(static_cast<std::size_t>(
      visit_size(static_cast<Index>(list.size()), static_cast<Index>(sizeof(double)))));
  bytes(list.data(), sizeof(double) * list.size());
}

void Archive::expect(std::string_view name, double value) {
  double saved = value;
  visit(saved);
  if (std::memcmp(&saved, &value, sizeof value) != 0) {
    refuse(name, compose("{}", saved), compose("{}", value));
  }
}

void Archive::expect_count(std::string_view name, std::int64_t value) {
  std::int64_t saved = value;
  bytes(&saved, sizeof saved);
  if (saved != value) refuse(name, compose("{}", saved), compose("{}", value));
}

void Archive::expect(std::string_view name, std::string_view value) {
  std::string saved(value);
  visit(saved);
  if (saved != value) refuse(name, saved, value);
}

void Archive::expect(std::string_view name, const std::optional<double>& value) {
  std::optional<double> saved = value;
  visit(saved);
  if (saved != value) refuse(name, shown(saved), shown(value));
}

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 1099511628211u;
  }
  return hash;
}

}  // namespace acgd
