#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Processes that run the same loop on parts of the same data: ranks 0 to size() - 1. Each of them
/// calls the same functions in the same order, and each call is complete when all have made it.
///
/// A team adds nothing up: it carries bytes, and the sums of Shards run in an order of their own, so
/// that all ranks have the same numbers to the last bit, and take the same decisions.
class Team {
 public:
  virtual ~Team() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// all = what rank 0 gives, what rank 1 gives, ...: counts[r] bytes of rank r, mine among them.
  virtual void gather(std::span<const std::byte> mine, std::span<const Index> counts,
                      std::span<std::byte> all) const = 0;
  /// Sends out_counts[r] bytes to each rank r, from `out` in the order of ranks, and has in_counts[r]
  /// bytes of each in `in`.
  virtual void exchange(std::span<const std::byte> out, std::span<const Index> out_counts,
                        std::span<std::byte> in, std::span<const Index> in_counts) const = 0;
};

/// The team of one, which has nobody to wait for.
std::shared_ptr<const Team> alone();

/// The number of each rank, in their order.
std::vector<Index> gather_numbers(const Team& team, Index mine);
/// Sums of numbers, one for each place; all ranks have as many.
std::vector<Index> add_numbers(const Team& team, const std::vector<Index>& mine);
/// What rank 0 says, to all; the others' texts are ignored.
std::string broadcast(const Team& team, const std::string& text);
/// The text of each rank, in their order.
std::vector<std::string> gather_texts(const Team& team, const std::string& mine);
/// Throws InvalidInput on all ranks if there is an error on any: that of the first one that has it.
void agree(const Team& team, const std::optional<std::string>& error);

/// step() on all ranks: what one of them throws, all throw, as InvalidInput if there are several.
template <class Step>
void together(const Team& team, const Step& step) {
  if (team.size() == 1) return step();
  std::optional<std::string> error;
  try {
    step();
  } catch (const std::bad_alloc&) {
    error = "out of memory";
  } catch (const std::exception& trouble) {
    error = trouble.what();
  }
  agree(team, error);
}

/// As bytes, for what a team carries.
template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span<const T>(values));
}

}  // namespace acgd
