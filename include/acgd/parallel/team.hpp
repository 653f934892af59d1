#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// Processes (ranks 0 to size() - 1) that run the same loop on parts of the same data. All ranks
/// call the same functions in the same order; each call completes when all ranks have made it.
///
/// A team transports bytes and does no arithmetic. Reduction sums in a fixed order, so that all ranks
/// obtain identical bits and take the same decisions.
class Team {
 public:
  virtual ~Team() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// all = the concatenation of `mine` of all ranks; counts[r] bytes from rank r.
  virtual void gather(std::span<const std::byte> mine, std::span<const Index> counts,
                      std::span<std::byte> all) const = 0;
  /// Sends out_counts[r] bytes of `out` to each rank r, in the order of ranks, and receives
  /// in_counts[r] bytes from each into `in`.
  virtual void exchange(std::span<const std::byte> out, std::span<const Index> out_counts,
                        std::span<std::byte> in, std::span<const Index> in_counts) const = 0;
};

/// The team of one process.
std::shared_ptr<const Team> alone();

/// The numbers of all ranks, in order.
std::vector<Index> gather_numbers(const Team& team, Index mine);
/// Elementwise sums over the ranks; all ranks pass vectors of the same size.
std::vector<Index> add_numbers(const Team& team, const std::vector<Index>& mine);
/// Returns the text of rank 0 on all ranks; other texts are ignored.
std::string broadcast(const Team& team, const std::string& text);
/// The texts of all ranks, in order.
std::vector<std::string> gather_texts(const Team& team, const std::string& mine);
/// Throws InvalidInput on all ranks if any rank has an error: that of the lowest such rank.
void agree(const Team& team, const std::optional<InvalidInput>& error);

/// Calls step() on all ranks. If it throws on any rank, all ranks throw, as InvalidInput if there
/// are several ranks.
template <class Step>
void together(const Team& team, const Step& step) {
  if (team.size() == 1) return step();
  std::optional<InvalidInput> error;
  try {
    step();
  } catch (const InvalidInput& invalid) {
    error = invalid;
  } catch (const std::bad_alloc&) {
    error = InvalidInput("out of memory");
  } catch (const std::exception& trouble) {
    error = InvalidInput(trouble.what());
  }
  agree(team, error);
}

/// Values as bytes, for transport by a team.
template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span<const T>(values));
}

}  // namespace acgd
