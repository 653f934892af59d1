#pragma once

namespace acgd {

/// Whether a sum of squares is a number to work with: beyond these bounds squares overflow or lose
/// digits on the way.
inline bool is_ordinary_square(double square) { return square > 1e-280 && square < 1e280; }

}  // namespace acgd
