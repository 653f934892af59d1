#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Serialises the state of a run into a checkpoint, and back.
///
/// A class with state implements visit(Archive&), which lists its fields. The same function saves
/// and loads them, bit by bit:
///
///     void visit(Archive& archive) override {
///       archive.expect("beta", beta_);   // a parameter: must be the same when the run is resumed
///       archive(estimate_, count_);      // what has changed since the run began
///     }
///
/// Throws InvalidInput for bytes that this run cannot have saved. Never reads beyond their end, and
/// never allocates more than they can fill.
class Archive {
 public:
  /// To save.
  Archive() = default;
  /// To save, reusing the memory of a string.
  explicit Archive(std::string&& memory) : saved_(std::move(memory)) { saved_.clear(); }
  /// To load; the bytes must outlive the archive.
  explicit Archive(std::string_view bytes) : loading_(true), left_(bytes) {}

  bool is_loading() const { return loading_; }
  /// The saved bytes.
  std::string take() && { return std::move(saved_); }
  /// Throws InvalidInput if bytes are left to load.
  void end() const;

  /// Visits numbers, strings, vectors and objects with a visit(Archive&), in order.
  template <class... Fields>
  void operator()(Fields&... fields) {
    (visit(fields), ...);
  }

  void visit(double& number) { bytes(&number, sizeof number); }
  /// A count, an index or a bool: never negative.
  void visit(std::integral auto& number) {
    using Number = std::remove_reference_t<decltype(number)>;
    // Half the range of the type, so that later increments do not overflow.
    constexpr auto most = static_cast<std::int64_t>(std::min<std::uint64_t>(
        std::numeric_limits<Number>::max() / 2 + 1, std::uint64_t{1} << 62));
    number = static_cast<Number>(count(static_cast<std::int64_t>(number), most));
  }
  void visit(std::optional<double>& number);
  void visit(std::string& text);
  /// A vector of known size; throws InvalidInput for another size.
  void visit(Vector& v);
  /// A vector, a matrix or a list of any size; the caller checks the size.
  void visit_resized(Vector& v);
  void visit_resized(Matrix& m);
  void visit(std::vector<Index>& list);
  void visit(std::vector<double>& list);
  template <class Object>
  requires requires(Object& object, Archive& archive) { object.visit(archive); }
  void visit(Object& object) { object.visit(*this); }

  /// Number of items of a list, of at least `item_bytes` bytes each: saves `size`, or loads a
  /// number for which enough bytes are left.
  Index visit_size(Index size, Index item_bytes);
  void bytes(void* data, std::size_t size);

  /// A parameter that must be equal when the run is resumed: saves it, or compares it with the
  /// saved value and throws InvalidInput with both values if they differ.
  void expect(std::string_view name, double value);
  void expect(std::string_view name, std::integral auto value) {
    expect_count(name, static_cast<std::int64_t>(value));
  }
  void expect(std::string_view name, std::string_view value);
  void expect(std::string_view name, const std::optional<double>& value);

  /// Unless `good`, throws InvalidInput: the checkpoint is not one of this run, because of
  /// `trouble`.
  static void require(bool good, std::string_view trouble);

 private:
  std::int64_t count(std::int64_t number, std::int64_t most);
  void expect_count(std::string_view name, std::int64_t value);

  bool loading_ = false;
  std::string saved_;
  std::string_view left_;  ///< bytes not loaded yet
};

/// 64-bit FNV-1a: the checksum of checkpoints.
std::uint64_t checksum(std::string_view bytes);

}  // namespace acgd
