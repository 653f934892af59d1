#include "active_set/block_coordinate_descent.hpp"

#include <algorithm>

#include "objective/atom_entries.hpp"

namespace acgd {

// Block coordinate descent on s'p + p'Hp / 2 (Nocedal and Wright, "Numerical Optimization";
// convergence: Tseng 2001):
//
// 1. Sort the variables by block; each coordinate without a block is a block of its own.
// 2. For each block in turn, with the others fixed:
//    a. compute its gradient s_i + <a_i, H p> from the image of p, and its Frank-Wolfe gap;
//    b. skip it if the gap is 0; else form H within the block and minimise by ActiveSetQp to
//       kShareOfBlock of the gap. A coordinate takes a Newton step, clipped to its bounds;
//    c. add the change to the image of p.
// 3. Repeat from 2 until the sum of the gaps is at most the tolerance, or for `most` sweeps.
// 4. Compute p'Hp and the decrease of the model from the image.

BlockParts::BlockParts(const Faces& faces, Index size)
    : size_(size),
      block_of_(faces.block_of),
      first_(faces.blocks.size(), 0),
      parts_(faces.blocks.size()) {
  for (Index j = static_cast<Index>(block_of_.size()) - 1; j >= 0; --j) {
    first_[block_of_[static_cast<std::size_t>(j)]] = j;
  }
}

void BlockParts::split(const Atom& atom) {
  entries_.clear();
  for (Atom& part : parts_) entries_.push_back(&part.become_sparse(size_));
  for_each_entry(atom, 0, [this](Index j, double value) {
    const Index block = block_of_.empty() ? 0 : block_of_[j];
    Atom::Sparse& sparse = *entries_[block];
    sparse.indices.push_back(j);
    sparse.values.push_back(value);
  });
}

std::size_t BlockParts::entry_count(Index block) const { return entries_[block]->indices.size(); }

const Atom& BlockParts::part(Index block) {
  const Atom::Sparse& sparse = *entries_[block];
  if (sparse.indices.empty()) return zero(block);
  if (sparse.indices.size() > 1) return parts_[block];
  coordinate_.become_coordinate(size_, sparse.indices[0], sparse.values[0]);
  return coordinate_;
}

const Atom& BlockParts::zero(Index block) {
  coordinate_.become_coordinate(size_, first_[block], 0);
  return coordinate_;
}

namespace {

// Tolerance of a block's minimisation, as a fraction of its gap: updates of other blocks change it.
constexpr double kShareOfBlock = 0.01;
// Marks a second derivative, which is >= 0, as not yet computed.
constexpr double kUnknown = -1;

}  // namespace

void BlockCoordinateDescent::find_blocks(const QpVariables& variables) {
  const Index n = variables.size();
  // Given blocks first, then the coordinates without a block.
  const auto block = [&](Index i) { return variables.block[i]; };
  Index count = variables.block_count;
  for (Index i = 0; i < n; ++i) count += block(i) == kNoBlock;
  starts_.assign(static_cast<std::size_t>(count + 1), 0);
  Index coordinates = variables.block_count;
  const auto number = [&](Index i) { return block(i) == kNoBlock ? coordinates++ : block(i); };
  for (Index i = 0; i < n; ++i) ++starts_[static_cast<std::size_t>(number(i)) + 1];
  for (std::size_t b = 1; b < starts_.size(); ++b) starts_[b] += starts_[b - 1];
  members_.resize(static_cast<std::size_t>(n));
  coordinates = variables.block_count;
  for (Index i = 0; i < n; ++i) {
    members_[starts_[static_cast<std::size_t>(number(i))]++] = i;
  }
  // Each start has moved to the next block's.
  std::copy_backward(starts_.begin(), starts_.end() - 1, starts_.end());
  starts_[0] = 0;
}

void BlockCoordinateDescent::minimize(Curvature& curvature, std::span<const Term> terms,
                                      QpVariables& variables, double tolerance, int most) {
  find_blocks(variables);
  start_ = variables.value;
  second_derivatives_.assign(start_.size(), kUnknown);
  image_.setZero(curvature.image_size());
  for (int sweep = 0; sweep < most; ++sweep) {
    double gap = 0;
    for (std::size_t b = 0; b + 1 < starts_.size(); ++b) {
      const std::span<const Index> members(members_.data() + starts_[b],
                                           members_.data() + starts_[b + 1]);
      if (members.empty()) continue;
      const Index first = members[0];
      gap += variables.block[first] == kNoBlock
                 ? sweep_coordinate(curvature, terms[first], variables, first)
                 : sweep_block(curvature, terms, variables, members);
    }
    if (gap <= tolerance) break;
  }
  curvature_ = 0;
  double slope = 0;
  for (Index i = 0; i < variables.size(); ++i) {
    const double p = variables.value[i] - start_[i];
    if (p == 0) continue;
    slope += p * variables.slope[i];
    curvature_ += p * curvature.product(terms[i], image_);
  }
  decrease_ = -slope - 0.5 * curvature_;
}

/// Returns the gap of the block before the update.
double BlockCoordinateDescent::sweep_block(Curvature& curvature, std::span<const Term> terms,
                                           QpVariables& variables, std::span<const Index> members) {
  const Index count = static_cast<Index>(members.size());
  if (count == 1) return 0;  // the sum fixes a single weight
  part_.resize(count);
  part_.block_count = 1;
  terms_.clear();
  double mean = 0, least = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < count; ++k) {
    const Index i = members[k];
    const Term& term = terms[i];
    terms_.push_back(term);
    const double slope = variables.slope[i] + curvature.product(term, image_);
    part_.set_weight(k, variables.value[i], slope, 0);
    mean += variables.value[i] * slope;
    least = std::min(least, slope);
  }
  const double gap = mean - least;
  if (!(gap > 0)) return 0;
  model_.clear();
  model_.grow(count);
  curvature.gram(terms_, 0, model_.h());
  model_.minimize(part_, kShareOfBlock * gap);
  for (Index k = 0; k < count; ++k) {
    const Index i = members[k];
    const double change = part_.value[k] - variables.value[i];
    if (change == 0) continue;
    curvature.add_image(terms_[k], change, image_);
    variables.value[i] = part_.value[k];
  }
  return gap;
}

/// H_ii, the same in every sweep: computed once.
double BlockCoordinateDescent::curvature_along(Curvature& curvature, const Term& term, Index i) {
  double& second = second_derivatives_[i];
  if (second == kUnknown) {
    curvature.gram({&term, 1}, 0, one_);
    second = std::max(one_(0, 0), 0.0);
  }
  return second;
}

/// The same for a variable with two bounds and no block.
double BlockCoordinateDescent::sweep_coordinate(Curvature& curvature, const Term& term,
                                                QpVariables& variables, Index i) {
  const double slope = variables.slope[i] + curvature.product(term, image_);
  const double u = variables.value[i];
  const double bound = slope > 0 ? variables.lower[i] : variables.upper[i];
  const double gap = slope * (u - bound);
  if (!(gap > 0)) return 0;
  const double second = curvature_along(curvature, term, i);
  // Assign the bound itself if it is reached: u - slope / second would be rounded.
  const bool reaches = !(second > 0) || std::abs(slope) >= second * std::abs(u - bound);
  variables.value[i] = reaches ? bound : u - slope / second;
  curvature.add_image(term, variables.value[i] - u, image_);
  return gap;
}

}  // namespace acgd
