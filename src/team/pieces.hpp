#pragma once

#include <span>

#include "acgd/team/shards.hpp"

namespace acgd {

/// whole = the piece of rank 0, that of rank 1, and so on: counts[r] numbers of rank r.
void gather_pieces(const Team& team, const double* mine, std::span<const Index> counts,
                   double* whole);

/// The same where the shards are cuts between columns of `height` numbers each: columns[s] is the
/// first one of shard s.
void gather_columns(const Shards& shards, const int* columns, Index height, const double* mine,
                    double* whole);

}  // namespace acgd
