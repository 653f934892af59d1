#pragma once

#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd::problem {

/// Values, one after the other, on their way to another rank.
class Packet {
 public:
  void reserve(std::size_t size) { bytes_.reserve(size); }
  void put(const void* data, std::size_t size) {
    const auto* begin = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  template <class T>
  void put(const T& value) {
    put(&value, sizeof value);
  }
  void put(const std::string& text) {
    put(static_cast<Index>(text.size()));
    put(text.data(), text.size());
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }
  std::string text() const { return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}; }

 private:
  std::vector<std::byte> bytes_;
};

/// What a packet has, in the same order.
class Unpacking {
 public:
  explicit Unpacking(std::span<const std::byte> bytes) : left_(bytes) {}
  void take(void* data, std::size_t size) {
    if (size > 0) std::memcpy(data, left_.data(), size);
    left_ = left_.subspan(size);
  }
  template <class T>
  T take() {
    T value;
    take(&value, sizeof value);
    return value;
  }
  std::string take_text() {
    std::string text(static_cast<std::size_t>(take<Index>()), ' ');
    take(text.data(), text.size());
    return text;
  }
  bool is_empty() const { return left_.empty(); }

 private:
  std::span<const std::byte> left_;
};

}  // namespace acgd::problem
