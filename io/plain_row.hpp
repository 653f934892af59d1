#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "io/numbers.hpp"
#include "io/short_decimal.hpp"

namespace acgd::io {

/// The cells of a row, one by one, in one pass over it: as split_cells() finds them, of rows without
/// quotes, and not of those between spaces.
class PlainRow {
 public:
  PlainRow(std::string_view line, std::string_view separator)
      : at_(line.data()), end_(line.data() + line.size()), separator_(separator) {
    skip_spaces();
  }

  /// Whether split_cells() would say something else of a cell that begins so, or of the whole row.
  bool is_plain() const { return separator_ != " " && (at_ == end_ || *at_ != '"'); }

  /// Takes the cell if it is a finite number.
  bool take_number(double& value) {
    const char* behind = scan_short_decimal(at_, end_, value);
    if (behind == nullptr) behind = scan_number({at_, end_}, value);
    return behind != at_ && std::isfinite(value) && pass_to(behind);
  }

  /// Takes the cell if it is a number that counts, up to `most`.
  bool take_id(Index most, int& id) {
    std::uint64_t digits = 0;
    const char* behind = scan_digits(at_, end_, digits);
    const auto count = behind - at_;
    if (count == 0 || count > 18 || static_cast<Index>(digits) > most) return false;
    id = static_cast<int>(digits);
    return pass_to(behind);
  }

  /// Takes it whatever it is.
  std::string_view take_cell() {
    const std::string_view rest(at_, end_);
    std::string_view cell = rest.substr(0, rest.find(separator_));
    at_ = cell.data() + cell.size();
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    return cell;
  }

  /// Goes to the next cell; false if there is none.
  bool next() {
    if (at_ == end_) return false;
    at_ += separator_.size();
    skip_spaces();
    return true;
  }

 private:
  void skip_spaces() {
    while (at_ != end_ && *at_ == ' ') ++at_;
  }

  /// Whether the cell ends there, but for spaces: then it is taken.
  bool pass_to(const char* behind) {
    while (behind != end_ && *behind == ' ') ++behind;
    if (behind != end_ &&
        (*behind != separator_[0] ||
         (separator_.size() > 1 && !std::string_view(behind, end_).starts_with(separator_)))) {
      return false;
    }
    at_ = behind;
    return true;
  }

  const char* at_;
  const char* end_;
  std::string_view separator_;
};

}  // namespace acgd::io
