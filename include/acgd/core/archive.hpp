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

/// What a run consists of, on its way into a checkpoint or back.
///
/// A class that has something to keep describes it once, in a function visit(Archive&) that names
/// its fields; the same words save and load it, to the last bit:
///
///     void visit(Archive& archive) override {
///       archive.expect("beta", beta_);   // a parameter: must be the same when the run is resumed
///       archive(estimate_, count_);      // what has changed since the run began
///     }
///
/// What cannot have been saved by this run is refused with InvalidInput, whatever the bytes are:
/// nothing is read beyond their end, and nothing is allocated that they cannot fill.
class Archive {
 public:
  /// To save.
  Archive() = default;
  /// To save, into the memory of a string.
  explicit Archive(std::string&& memory) : saved_(std::move(memory)) { saved_.clear(); }
  /// To load what was saved; the bytes must stay.
  explicit Archive(std::string_view bytes) : loading_(true), left_(bytes) {}

  bool is_loading() const { return loading_; }
  /// What was saved.
  std::string take() && { return std::move(saved_); }
  /// Throws InvalidInput if there is more to load.
  void end() const;

  /// Numbers, strings, vectors and whatever has a visit(Archive&), one after the other.
  template <class... Fields>
  void operator()(Fields&... fields) {
    (visit(fields), ...);
  }

  void visit(double& number) { bytes(&number, sizeof number); }
  /// A count, an index or a bool: never negative.
  void visit(std::integral auto& number) {
    using Number = std::remove_reference_t<decltype(number)>;
    // Half of what fits, so that counting on does not overflow.
    constexpr auto most = static_cast<std::int64_t>(std::min<std::uint64_t>(
        std::numeric_limits<Number>::max() / 2 + 1, std::uint64_t{1} << 62));
    number = static_cast<Number>(count(static_cast<std::int64_t>(number), most));
  }
  void visit(std::optional<double>& number);
  void visit(std::string& text);
  /// A vector that has its size already: another one is refused.
  void visit(Vector& v);
  /// A vector, a matrix or a list of any size; check it, if it matters.
  void visit_resized(Vector& v);
  void visit_resized(Matrix& m);
  void visit(std::vector<Index>& list);
  void visit(std::vector<double>& list);
  template <class Object>
  requires requires(Object& object, Archive& archive) { object.visit(archive); }
  void visit(Object& object) { object.visit(*this); }

  /// How many items a list has, of at least `item_bytes` bytes each: saves `size`, or loads one for
  /// which there are enough bytes.
  Index visit_size(Index size, Index item_bytes);
  void bytes(void* data, std::size_t size);

  /// A parameter that a resumed run must have in common with the checkpoint: saved, or compared
  /// with what was saved and refused with both values if they differ.
  void expect(std::string_view name, double value);
  void expect(std::string_view name, std::integral auto value) {
    expect_count(name, static_cast<std::int64_t>(value));
  }
  void expect(std::string_view name, std::string_view value);
  void expect(std::string_view name, const std::optional<double>& value);

  /// Throws InvalidInput, which says that the checkpoint is not one of this run and why, unless
  /// `good`.
  static void require(bool good, std::string_view trouble);

 private:
  std::int64_t count(std::int64_t number, std::int64_t most);
  void expect_count(std::string_view name, std::int64_t value);

  bool loading_ = false;
  std::string saved_;
  std::string_view left_;  ///< to be loaded
};

/// 64-bit FNV-1a: the checksum of checkpoints.
std::uint64_t checksum(std::string_view bytes);

}  // namespace acgd
