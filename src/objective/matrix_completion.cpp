#include "acgd/objective/matrix_completion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/block_loss.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/parallel/reduction.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "linalg/threads.hpp"
#include "objective/matrix_completion.hpp"
#include "objective/rounding.hpp"
#include "parallel/gradient_operator.hpp"
#include "parallel/reduction.hpp"

namespace acgd {

namespace {

double total_weight(const SortedRatings& ratings) {
  if (!ratings.weighted) return static_cast<double>(ratings.reduction->samples());
  const double total = ratings.reduction->sum([&](Reduction::Range range) {
    const double* weights = ratings.weights.data();
    return std::accumulate(weights + range.first, weights + range.last, 0.0);
  });
  if (total == 0) throw InvalidInput("weights", "are all 0, at least one must be positive");
  require_positive("the sum of the weights", total);
  return total;
}

/// Throws InvalidInput on all ranks unless all values are -1 or +1.
void require_signs(const SortedRatings& ratings) {
  std::optional<InvalidInput> error;
  for (const double value : ratings.values) {
    if (std::abs(value) == 1) continue;
    error = InvalidInput("observed", value, "must be -1 or +1 with the logistic loss");
    break;
  }
  agree(ratings.reduction->team(), error);
}

}  // namespace

std::shared_ptr<const Loss> rating_loss(const SortedRatings& ratings,
                                        const CompletionOptions& options) {
  if (options.loss == CompletionLoss::logistic) require_signs(ratings);
  const double total = total_weight(ratings);
  const auto make = [&](Index first, Index size) -> std::shared_ptr<const Loss> {
    LossOptions samples{.scaling = options.scaling, .total = total};
    if (ratings.weighted) samples.weights = ratings.weights.segment(first, size);
    Vector targets = ratings.values.segment(first, size);
    if (options.loss == CompletionLoss::squared) {
      return std::make_shared<SquaredLoss>(std::move(targets), std::move(samples));
    }
    if (options.loss == CompletionLoss::logistic) {
      return std::make_shared<LogisticLoss>(std::move(targets), std::move(samples));
    }
    return std::make_shared<HuberLoss>(std::move(targets), options.rho, std::move(samples));
  };
  return partition_loss(ratings.reduction, make);
}

namespace {

constexpr Index kMostRatings = std::numeric_limits<int>::max();
// Number of column counts that ranks exchange at a time.
constexpr Index kColumnsAtOnce = 1 << 16;
constexpr Index kColumnsPerSort = 64;

void check_sides(Index rows, Index cols) {
  require_at_least("rows", rows, 1);
  require_at_least("cols", cols, 1);
  if (rows > kMostRatings || cols > kMostRatings) {
    throw InvalidInput("matrix",
                       compose("is {} x {}, sides must be at most {}", rows, cols, kMostRatings));
  }
}

/// Checks a part of the list whose first entry has index `first`.
void check_entries(Index rows, Index cols, std::span<const Observation> observed, Index first) {
  for (const Observation& o : observed) {
    const Index k = first + (&o - observed.data());
    if (o.row < 0 || o.row >= rows || o.col < 0 || o.col >= cols) {
      throw InvalidInput({"observed", k}, compose("entry ({}, {}) is outside the {} x {} matrix",
                                                  o.row, o.col, rows, cols));
    }
    if (!std::isfinite(o.value)) {
      throw InvalidInput({"observed", compose("[{}].value", k)}, o.value, "must be finite");
    }
    if (!(o.weight >= 0 && std::isfinite(o.weight))) {
      throw InvalidInput({"observed", compose("[{}].weight", k)}, o.weight,
                         "must be >= 0 and finite");
    }
  }
}

void refuse_count(Index count) {
  throw InvalidInput("observed",
                     compose("{} entries, must be 1 to {} of them", count, kMostRatings));
}

/// Collective: each rank checks its own part.
void check_parts(Index rows, Index cols, std::span<const Observation> own, const Team& team) {
  check_sides(rows, cols);
  const std::vector<Index> sizes = gather_numbers(team, static_cast<Index>(own.size()));
  const Index all = std::accumulate(sizes.begin(), sizes.end(), Index{0});
  if (all < 1) refuse_count(all);
  std::optional<InvalidInput> error;
  try {
    check_entries(rows, cols, own,
                  std::accumulate(sizes.begin(), sizes.begin() + team.rank(), Index{0}));
  } catch (const InvalidInput& bad) {
    error = bad;
  }
  agree(team, error);
}

/// Start of each column in the sorted list of all ranks, and its end.
std::vector<Index> column_starts_of(Index cols, std::span<const Observation> own,
                                    const Team& team) {
  std::vector<Index> starts(static_cast<std::size_t>(cols) + 1, 0);
  for (const Observation& o : own) ++starts[static_cast<std::size_t>(o.col) + 1];
  if (team.size() > 1) {
    const auto ranks = static_cast<std::size_t>(team.size());
    std::vector<Index> mine, all;
    for (Index first = 1; first <= cols; first += kColumnsAtOnce) {
      const auto size = static_cast<std::size_t>(std::min(kColumnsAtOnce, cols + 1 - first));
      mine.assign(starts.begin() + first, starts.begin() + first + static_cast<Index>(size));
      all.resize(size * ranks);
      team.gather(bytes_of(mine),
                  std::vector<Index>(ranks, static_cast<Index>(size * sizeof(Index))),
                  std::as_writable_bytes(std::span(all)));
      for (std::size_t k = 0; k < size; ++k) {
        Index& sum = starts[static_cast<std::size_t>(first) + k];
        sum = 0;
        for (std::size_t r = 0; r < ranks; ++r) sum += all[r * size + k];
      }
    }
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

/// First column of each block, and the end: the column boundaries nearest to equal shares.
std::vector<int> cut(const std::vector<Index>& column_starts) {
  const Index all = column_starts.back();
  const Index count = Reduction::shared_count(all);
  std::vector<int> columns;
  for (Index s = 0; s <= count; ++s) {
    const Index wanted = all * s / count;
    auto at = std::lower_bound(column_starts.begin(), column_starts.end(), wanted);
    if (at != column_starts.begin() && wanted - at[-1] < at[0] - wanted) --at;
    columns.push_back(static_cast<int>(at - column_starts.begin()));
  }
  columns.front() = 0;
  columns.back() = static_cast<int>(column_starts.size()) - 1;
  return columns;
}

void require_room(const Reduction& reduction) {
  const int ranks = reduction.team().size();
  for (int rank = 0; rank < ranks; ++rank) {
    const Index theirs = reduction.samples_of(rank).size();
    if (theirs <= kMostRatings) continue;
    if (ranks == 1) refuse_count(theirs);
    throw InvalidInput("observed", std::nullopt,
                       compose("rank {} of {} would have {} entries, must be at most {}", rank,
                               ranks, theirs, kMostRatings),
                       "take more ranks");
  }
}

/// Sends each rating to the rank that owns its column; received ratings are in the order of ranks.
std::vector<Observation> deal(std::vector<Observation> own, const std::vector<int>& columns,
                              const Reduction& reduction) {
  const Team& team = reduction.team();
  const auto ranks = static_cast<std::size_t>(team.size());
  std::vector<int> last_columns;
  for (int rank = 0; rank < team.size(); ++rank) {
    last_columns.push_back(columns[reduction.blocks_of(rank).last]);
  }
  const auto owner = [&](const Observation& o) {
    return static_cast<std::size_t>(
        std::upper_bound(last_columns.begin(), last_columns.end(), o.col) - last_columns.begin());
  };
  std::vector<Index> sent(ranks, 0);
  for (const Observation& o : own) ++sent[owner(o)];
  std::vector<Observation> out(own.size());
  std::vector<Index> next(ranks, 0);
  std::exclusive_scan(sent.begin(), sent.end(), next.begin(), Index{0});
  for (const Observation& o : own) out[next[owner(o)]++] = o;
  std::vector<Observation>().swap(own);

  std::vector<Index> received(ranks);
  const std::vector<Index> numbers(ranks, sizeof(Index));
  team.exchange(bytes_of(sent), numbers, std::as_writable_bytes(std::span(received)), numbers);
  std::vector<Observation> in(
      static_cast<std::size_t>(std::accumulate(received.begin(), received.end(), Index{0})));
  for (Index& count : sent) count *= static_cast<Index>(sizeof(Observation));
  for (Index& count : received) count *= static_cast<Index>(sizeof(Observation));
  team.exchange(bytes_of(out), sent, std::as_writable_bytes(std::span(in)), received);
  return in;
}

bool has_weights(std::span<const Observation> own, const Team& team) {
  const bool here =
      std::any_of(own.begin(), own.end(), [](const auto& o) { return o.weight != 1; });
  const std::vector<Index> all = gather_numbers(team, here ? 1 : 0);
  return std::any_of(all.begin(), all.end(), [](Index one) { return one != 0; });
}

/// Sorts the ratings of a column by row; ratings of the same entry keep the order of the list.
void sort_column(SortedRatings& sorted, std::vector<int>& rows, Index first, Index last,
                 std::vector<Observation>& scratch) {
  if (std::is_sorted(rows.begin() + first, rows.begin() + last)) return;
  scratch.clear();
  for (Index k = first; k < last; ++k) {
    scratch.push_back({.row = rows[k],
                       .value = sorted.values[k],
                       .weight = sorted.weighted ? sorted.weights[k] : 1});
  }
  std::stable_sort(scratch.begin(), scratch.end(),
                   [](const Observation& a, const Observation& b) { return a.row < b.row; });
  for (Index k = first; k < last; ++k) {
    const Observation& o = scratch[k - first];
    rows[k] = o.row;
    sorted.values[k] = o.value;
    if (sorted.weighted) sorted.weights[k] = o.weight;
  }
}

/// Sorts the ratings of this rank, given in the order of the list, into compressed columns.
void sort_own(std::vector<Observation> own, SparsityPattern& pattern, SortedRatings& sorted) {
  std::vector<int> next(pattern.column_starts.begin(), pattern.column_starts.end() - 1);
  pattern.row_indices.resize(own.size());
  sorted.values.resize(static_cast<Index>(own.size()));
  for (const Observation& o : own) {
    const int k = next[o.col]++;
    pattern.row_indices[k] = o.row;
    sorted.values[k] = o.value;
    if (sorted.weighted) sorted.weights[k] = o.weight;
  }
  in_tasks(pattern.cols, kColumnsPerSort, sorted.values.size() * Index{sizeof(Observation)},
           [&](Index first, Index last) {
             std::vector<Observation> scratch;
             for (Index j = first; j < last; ++j) {
               sort_column(sorted, pattern.row_indices, pattern.column_starts[j],
                           pattern.column_starts[j + 1], scratch);
             }
           });
}

}  // namespace

void check_observations(Index rows, Index cols, std::span<const Observation> observed) {
  check_sides(rows, cols);
  const auto count = static_cast<Index>(observed.size());
  if (count < 1 || count > kMostRatings) refuse_count(count);
  check_entries(rows, cols, observed, 0);
}

SortedRatings sort_ratings(Index rows, Index cols, std::vector<Observation> own,
                           const std::shared_ptr<const Team>& team) {
  check_parts(rows, cols, own, *team);
  const std::vector<Index> column_starts = column_starts_of(cols, own, *team);
  auto pattern = std::make_shared<SparsityPattern>();
  pattern->rows = rows;
  pattern->cols = cols;
  pattern->block_columns = cut(column_starts);
  std::vector<Index> starts;
  for (const int column : pattern->block_columns) starts.push_back(column_starts[column]);
  SortedRatings sorted;
  sorted.weighted = has_weights(own, *team);
  sorted.reduction = std::make_shared<const Reduction>(std::move(starts), team);
  require_room(*sorted.reduction);
  if (team->size() > 1) own = deal(std::move(own), pattern->block_columns, *sorted.reduction);
  const Reduction::Range here = sorted.reduction->samples_of(team->rank());
  for (const Index start : column_starts) {
    pattern->column_starts.push_back(
        static_cast<int>(std::clamp(start, here.first, here.last) - here.first));
  }
  if (sorted.weighted) sorted.weights.resize(here.size());
  sort_own(std::move(own), *pattern, sorted);
  sorted.pattern = std::move(pattern);
  return sorted;
}

namespace {

// Matrix completion at a low-rank X (Jaggi and Sulovsky 2010). X is a sum of rank-one terms; the
// cursor maintains z, the entries of X at the observed positions.
//
// 1. gradient: r = phi'(z), sparse on the observed positions; repeated observations are summed.
// 2. look: evaluate the rank-one terms of d at the observed positions: w = d + point_weight * z.
// 3. Along the line, value, slope and curvature are those of the loss at z + t w.
// 4. advance: update the terms of X, and z += t w; every 1000 steps recompute z from X.
// 5. ||d|| from inner products of the factors; from the sum itself where these cancel.

// Each step adds a rounding error of an ulp or two to z. Recomputing z from the terms of X costs
// about one product with the gradient per term, so it is done rarely.
constexpr int kStepsBetweenReadings = 1000;

/// Below this fraction of its terms, ||d||^2 = a + 2b + c has lost too many digits to cancellation.
constexpr double kCancellation = 1e-3;

constexpr Index kColumnsPerTask = 256;

/// w = sum of the terms + point_weight * z, at the observed entries
void add_terms(const SparsityPattern& samples, const std::vector<RankOneTerm>& terms,
               double point_weight, const Vector& z, Vector& w) {
  in_tasks(samples.cols, kColumnsPerTask, 8 * z.size(), [&](Index first, Index last) {
    for (Index j = first; j < last; ++j) {
      const int start = samples.column_starts[j], end = samples.column_starts[j + 1];
      if (terms.empty()) {
        for (int k = start; k < end; ++k) w[k] = point_weight * z[k];
      }
      for (const RankOneTerm& term : terms) {
        const double* left = term.left->data();
        const double scale = term.weight * (*term.right)[j];
        if (&term == terms.data()) {
          for (int k = start; k < end; ++k) {
            w[k] = scale * left[samples.row_indices[k]] + point_weight * z[k];
          }
        } else {
          for (int k = start; k < end; ++k) w[k] += scale * left[samples.row_indices[k]];
        }
      }
    }
  });
}

/// The rank-one terms of an atom.
std::span<const Atom::RankOne> matrix_terms(const Atom& atom) {
  if (const auto* pair = atom.as<Atom::RankOne>()) return {pair, 1};
  if (const auto* matrix = atom.as<Atom::LowRank>()) return matrix->terms;
  throw InvalidInput("set", "matrix completion needs one whose atoms have low rank");
}

/// sum |r_k term_k| over the observed entries
double absolute_dot(const MatrixCompletion& f, const RankOneTerm& term, const Vector& r) {
  const SparsityPattern& samples = *f.samples();
  const auto add_some = [&](Reduction::Range range) {
    double sum = 0;
    for_each_column(samples, range, [&](Index j, int first, int last) {
      double column = 0;
      for (int k = first; k < last; ++k) {
        column += std::abs(r[k] * (*term.left)[samples.row_indices[k]]);
      }
      sum += std::abs((*term.right)[j]) * column;
    });
    return sum;
  };
  return std::abs(term.weight) * f.reduction()->sum(add_some, 8 * r.size());
}

/// z += t w; returns whether any entry changed, on any rank
bool move(const Reduction& reduction, Vector& z, double t, const Vector& w) {
  const auto move_some = [&](Reduction::Range range) {
    bool changed = false;
    for (Index k = range.first; k < range.last; ++k) {
      const double before = z[k];
      z[k] = before + t * w[k];
      changed |= z[k] != before;
    }
    return changed ? 1.0 : 0.0;
  };
  return reduction.sum(move_some, 8 * z.size()) != 0;
}

/// ||a - b||
double length_of_difference(const Reduction& reduction, const Vector& a, const Vector& b) {
  const auto add_some = [&](Reduction::Range range) {
    const auto cut = [range](const Vector& v) { return v.segment(range.first, range.size()); };
    return (cut(a) - cut(b)).squaredNorm();
  };
  return std::sqrt(reduction.sum(add_some, 8 * a.size()));
}

}  // namespace

CompletionCursor::CompletionCursor(const MatrixCompletion& objective, LowRankSum x0)
    : objective_(objective),
      repeated_(objective.samples() != objective.pattern()),
      x_(std::move(x0)),
      z_(objective.loss().size()),
      w_(objective.loss().size()),
      gradient_(objective.make_gradient()),
      residual_(repeated_ ? objective.loss().size() : 0),
      previous_(gradient_.entries().size()),
      line_(*this) {
  x_.read(*objective.samples(), z_);
}

double CompletionCursor::value() {
  if (!value_) value_ = loss().value(z_);
  return *value_;
}

const Vector& CompletionCursor::residual() {
  Vector& entries = gradient_.entries();
  if (!has_gradient_) {
    loss().derivative(z_, repeated_ ? residual_ : entries);
    if (repeated_) objective_.add_up(residual_, entries);
    has_gradient_ = true;
    ++gradient_count_;
  }
  return repeated_ ? residual_ : entries;
}

const Gradient& CompletionCursor::gradient() {
  residual();
  return gradient_;
}

Line& CompletionCursor::look(const Direction& direction) {
  terms_.clear();
  for (const Term& term : direction.terms) {
    for (const Atom::RankOne& pair : matrix_terms(*term.atom)) {
      if (pair.left.size() != x_.rows() || pair.right.size() != x_.cols()) {
        throw InvalidInput("set", "matrix completion needs one of matrices of its own size");
      }
      terms_.push_back({term.weight * pair.scale, &pair.left, &pair.right});
    }
  }
  has_dots_ = false;
  point_weight_ = direction.point_weight;
  add_terms(*objective_.samples(), terms_, point_weight_, z_, w_);
  line_.point_along(direction);
  return line_;
}

bool CompletionCursor::advance(double t) {
  const double shrink = 1 + t * point_weight_;
  if (shrink != 0) find_dots();
  for (RankOneTerm& term : terms_) term.weight *= t;
  if (shrink == 0) {
    x_.assign(terms_);
  } else {
    x_.update(shrink, terms_);
  }
  bool moved = true;
  if (++steps_carried_ == kStepsBetweenReadings || shrink == 0) {
    if (shrink != 0) x_.refresh();
    x_.read(*objective_.samples(), z_);
    steps_carried_ = 0;
  } else {
    moved = move(reduction(), z_, t, w_);
  }
  previous_.take(gradient_.entries(), has_gradient_);
  has_gradient_ = false;
  value_.reset();
  return moved;
}

void CompletionCursor::find_dots() {
  if (has_dots_) return;
  for (RankOneTerm& term : terms_) term.dot = x_.dot(*term.left, *term.right);
  has_dots_ = true;
}

double CompletionCursor::norm_of_direction() {
  const double there = squared_norm_of(terms_);
  if (point_weight_ == 0 && terms_.size() == 1) return std::sqrt(there);
  const double here = point_weight_ * point_weight_ * x_.squared_norm();
  if (point_weight_ != 0) find_dots();
  double both = 0, sizes = 0;
  for (const RankOneTerm& term : terms_) {
    both += point_weight_ * term.weight * term.dot;
    sizes += squared_norm_of({&term, 1});
  }
  const double squared = there + 2 * both + here;
  // Non-finite values are returned as they are.
  if (!(squared <= kCancellation * (sizes + here))) return std::sqrt(squared);
  return x_.norm_of_sum(point_weight_, terms_);
}

void CompletionCursor::CompletionLine::point_along(const Direction& direction) {
  derivative_ = cursor_.reduction().dot(cursor_.residual(), cursor_.w_);
  max_step_ = direction.max_step;
  norm_.reset();
}

double CompletionCursor::CompletionLine::norm() {
  if (!norm_) norm_ = cursor_.norm_of_direction();
  return *norm_;
}

double CompletionCursor::CompletionLine::change(double t) {
  ++cursor_.trial_count_;
  return cursor_.loss().change(cursor_.z_, cursor_.residual(), cursor_.w_, t);
}

double CompletionCursor::CompletionLine::slope(double t) {
  return cursor_.loss().slope(cursor_.z_, cursor_.w_, t);
}

std::optional<double> CompletionCursor::CompletionLine::curvature() {
  return cursor_.loss().curvature(cursor_.w_);
}

std::optional<double> CompletionCursor::CompletionLine::gradient_change() {
  if (!cursor_.previous_.is_known()) return std::nullopt;
  return length_of_difference(*cursor_.objective_.entry_reduction(), cursor_.gradient().entries(),
                              cursor_.previous_.entries());
}

double CompletionCursor::CompletionLine::gradient_change_noise(double lipschitz) {
  return kGradientNoise * length_of(cursor_.gradient()) +
         lipschitz * kPositionNoise * std::sqrt(cursor_.x_.squared_norm());
}

double CompletionCursor::CompletionLine::probe(double t) {
  const Vector z = cursor_.z_ + t * cursor_.w_;
  Vector change(z.size());
  cursor_.loss().derivative(z, change);
  ++cursor_.gradient_count_;
  change -= cursor_.residual();
  Gradient entries = cursor_.objective_.make_gradient();
  cursor_.objective_.add_up(change, entries.entries());
  return length_of(entries);
}

double CompletionCursor::CompletionLine::change_noise_rate() const {
  return dot_noise(cursor_.residual(), cursor_.w_, cursor_.reduction());
}

double CompletionCursor::CompletionLine::slope_noise() const {
  const Vector& r = cursor_.residual();
  double noise = dot_noise(r, cursor_.w_, cursor_.z_, cursor_.point_weight_, cursor_.reduction());
  if (cursor_.terms_.size() == 1 || noise == 0) return noise;
  for (const RankOneTerm& term : cursor_.terms_) {
    noise += kDotNoise * absolute_dot(cursor_.objective_, term, r);
  }
  return noise;
}

// Recomputing z takes a pass per term; instead, the error is estimated as an ulp or so per step.
double CompletionCursor::CompletionLine::derivative_noise() const {
  const double ulps = kPositionNoise * std::sqrt(1.0 + cursor_.steps_carried_);
  cursor_.carried_noise_.fresh(cursor_.z_.size()) = cursor_.z_;
  return slope_noise() + cursor_.carried_noise_.of(cursor_.loss(), cursor_.z_, cursor_.z_, ulps,
                                                   cursor_.residual(), cursor_.w_,
                                                   cursor_.reduction());
}

void CompletionCursor::visit(Archive& archive) {
  archive(x_);
  visit_samples(archive, reduction(), z_);
  visit_gradient(archive, gradient_, gradient_.entries());
  if (repeated_) visit_samples(archive, reduction(), residual_);
  archive(has_gradient_);
  previous_.visit(archive, [&](Vector& previous) { visit_gradient(archive, gradient_, previous); });
  archive(value_, steps_carried_, gradient_count_, trial_count_);
}

namespace {

/// Maximum number of observations of one entry.
Index most_repeats(const SparsityPattern& samples) {
  Index most = 0;
  for (Index j = 0; j < samples.cols; ++j) {
    Index times = 0;
    const int first = samples.column_starts[j];
    for (int k = first; k < samples.column_starts[j + 1]; ++k) {
      times = k > first && samples.row_indices[k] == samples.row_indices[k - 1] ? times + 1 : 1;
      most = std::max(most, times);
    }
  }
  return most;
}

/// Number of distinct entries before each block boundary, over all ranks.
std::vector<Index> entry_starts(const SparsityPattern& entries, const Reduction& reduction) {
  std::vector<Index> mine, bytes, sizes(static_cast<std::size_t>(reduction.count()));
  for (int rank = 0; rank < reduction.team().size(); ++rank) {
    bytes.push_back(reduction.blocks_of(rank).size() * Index{sizeof(Index)});
  }
  for (Index s = reduction.own_blocks().first; s < reduction.own_blocks().last; ++s) {
    mine.push_back(entries.column_starts[entries.block_columns[s + 1]] -
                   entries.column_starts[entries.block_columns[s]]);
  }
  reduction.team().gather(bytes_of(mine), bytes, std::as_writable_bytes(std::span(sizes)));
  std::vector<Index> starts(1, 0);
  for (const Index size : sizes) starts.push_back(starts.back() + size);
  return starts;
}

}  // namespace

MatrixCompletion::MatrixCompletion(Index rows, Index cols, std::vector<Observation> observed,
                                   const CompletionOptions& options,
                                   const std::shared_ptr<const Team>& team)
    : max_terms_(options.max_terms) {
  validate(options);
  const SortedRatings ratings = sort_ratings(rows, cols, std::move(observed), team);
  samples_ = ratings.pattern;
  reduction_ = ratings.reduction;
  loss_ = rating_loss(ratings, options);
  const std::vector<Index> repeats = gather_numbers(*team, most_repeats(*samples_));
  most_repeats_ = *std::max_element(repeats.begin(), repeats.end());
  if (most_repeats_ > 1) {
    find_entries();
  } else {
    pattern_ = samples_;
    entry_reduction_ = reduction_;
  }
}

/// Builds the pattern of distinct entries when some entries were observed more than once.
void MatrixCompletion::find_entries() {
  auto entries = std::make_shared<SparsityPattern>();
  entries->rows = rows();
  entries->cols = cols();
  entries->block_columns = samples_->block_columns;
  entries->column_starts.push_back(0);
  for (Index j = 0; j < cols(); ++j) {
    const int first = samples_->column_starts[j];
    for (int k = first; k < samples_->column_starts[j + 1]; ++k) {
      const int row = samples_->row_indices[k];
      if (k == first || row != samples_->row_indices[k - 1]) entries->row_indices.push_back(row);
      entry_of_sample_.push_back(static_cast<int>(entries->row_indices.size()) - 1);
    }
    entries->column_starts.push_back(static_cast<int>(entries->row_indices.size()));
  }
  entry_reduction_ =
      std::make_shared<Reduction>(entry_starts(*entries, *reduction_), reduction_->shared_team());
  pattern_ = std::move(entries);
}

void MatrixCompletion::add_up(const Vector& samples, Vector& entries) const {
  if (most_repeats_ == 1) {
    entries = samples;
    return;
  }
  entries.setZero();
  for (Index k = 0; k < samples.size(); ++k) entries[entry_of_sample_[k]] += samples[k];
}

Vector MatrixCompletion::read(const Vector& x) const {
  Vector z(loss_->size());
  for (Index j = 0; j < cols(); ++j) {
    for (int k = samples_->column_starts[j]; k < samples_->column_starts[j + 1]; ++k) {
      z[k] = x[j * rows() + samples_->row_indices[k]];
    }
  }
  return z;
}

double MatrixCompletion::value(const Vector& x) const { return loss_->value(read(x)); }

std::optional<double> MatrixCompletion::natural_scale() const {
  return loss_->value(Vector::Zero(loss_->predictions()));
}

void MatrixCompletion::gradient(const Vector& x, Vector& g) const {
  Vector r(loss_->size());
  loss_->derivative(read(x), r);
  g.setZero();
  for (Index j = 0; j < cols(); ++j) {
    for (int k = samples_->column_starts[j]; k < samples_->column_starts[j + 1]; ++k) {
      g[j * rows() + samples_->row_indices[k]] += r[k];
    }
  }
  if (reduction_->team().size() == 1) return;
  const std::vector<int>& columns = samples_->block_columns;
  const Index first = columns[reduction_->own_blocks().first];
  const Index last = columns[reduction_->own_blocks().last];
  const Vector mine = g.segment(first * rows(), (last - first) * rows());
  gather_columns(*reduction_, columns.data(), rows(), mine.data(), g.data());
}

std::optional<double> MatrixCompletion::lipschitz() const {
  const std::optional<double> one = loss_->lipschitz();
  if (!one) return one;
  // Curvatures of repeated observations of an entry add up.
  return *one * static_cast<double>(most_repeats_);
}

std::unique_ptr<Cursor> MatrixCompletion::start(const Atom& x0,
                                                std::shared_ptr<const Norm> norm) const {
  if (!norm->is_euclidean()) {
    throw InvalidInput(
        "norm",
        compose("matrix completion measures in the Frobenius (l2) norm, not in {}", norm->name()));
  }
  LowRankSum x(rows(), cols(), max_terms_);
  std::span<const Atom::RankOne> pairs;
  if (const auto* pair = x0.as<Atom::RankOne>()) pairs = {pair, 1};
  if (const auto* matrix = x0.as<Atom::LowRank>()) pairs = matrix->terms;
  if (!pairs.empty()) {
    std::vector<RankOneTerm> terms;
    for (const Atom::RankOne& pair : pairs) {
      if (pair.left.size() != rows() || pair.right.size() != cols()) {
        throw InvalidInput("x0", compose("a matrix of {} x {}, must be {} x {} like the objective",
                                         pair.left.size(), pair.right.size(), rows(), cols()));
      }
      terms.push_back({pair.scale, &pair.left, &pair.right});
    }
    x.assign(terms);
  } else if (const auto* one = x0.as<Atom::Coordinate>()) {
    const Vector left = Vector::Unit(rows(), one->index % rows());
    const Vector right = Vector::Unit(cols(), one->index / rows());
    const RankOneTerm term{one->value, &left, &right};
    x.assign({&term, 1});
  } else if (const Vector dense = x0.to_dense(); !dense.isZero(0)) {
    x.assign(Eigen::Map<const Matrix>(dense.data(), rows(), cols()));
  }
  return std::make_unique<CompletionCursor>(*this, std::move(x));
}

namespace {

// The loss of X = L R' at the observed entries. Products with the gradient G and with H[D], both of
// which are zero off these:
// 1. z_k = L_i . R_j at each observation k = (i, j), column by column.
// 2. r = phi'(z), d = phi''(z).
// 3. G' L: the column j of G gives the row sum of r_k L_i over the observations in that column.
// 4. G R: likewise by rows, which are listed apart, so that each thread has its own rows. The sum of
//    a row runs over the tree of Reduction: its bits do not depend on ranks or threads.
// 5. The derivative along (dL, dR) replaces r_k L_i by d_k w_k L_i + r_k dL_i, where w_k = dL_i . R_j
//    + L_i . dR_j.
class CompletionFactors final : public FactoredObjective {
 public:
  explicit CompletionFactors(const MatrixCompletion& objective)
      : f_(objective), z_(objective.loss().size()), r_(z_.size()), d_(z_.size()), w_(z_.size()) {
    list_rows();
  }

  double value(ConstFactorRef left, ConstFactorRef right) override {
    multiply_rows(left, right, z_, false);
    return f_.loss().value(z_);
  }

  void gradient(ConstFactorRef left, ConstFactorRef right, FactorRef at_left,
                FactorRef at_right) override {
    f_.loss().derivative(z_, r_);
    if (f_.loss().is_twice_differentiable()) f_.loss().second_derivative(z_, d_);
    ++gradient_count_;
    sum_by_rows({{{&r_, &right}}}, at_left);
    sum_by_columns({{{&r_, &left}}}, at_right);
  }

  bool curvature(ConstFactorRef left, ConstFactorRef right, ConstFactorRef along_left,
                 ConstFactorRef along_right, FactorRef at_left, FactorRef at_right) override {
    if (!f_.loss().is_twice_differentiable()) return false;
    multiply_rows(along_left, right, w_, false);
    multiply_rows(left, along_right, w_, true);
    f_.loss().multiply_second(d_, w_, w_);
    ++gradient_count_;
    sum_by_rows({{{&w_, &right}, {&r_, &along_right}}}, at_left);
    sum_by_columns({{{&w_, &left}, {&r_, &along_left}}}, at_right);
    return true;
  }

 private:
  /// An entry per observation, to be multiplied by a row of a factor; the second may be absent.
  struct Product {
    const Vector* r = nullptr;
    const ConstFactorRef* factor = nullptr;
  };
  using Products = std::array<Product, 2>;

  const SparsityPattern& samples() const { return *f_.samples(); }

  static void add_row(const Products& products, int sample, Index row, Index rank, double* sum) {
    for (const Product& each : products) {
      if (each.r == nullptr) continue;
      kernels::axpy((*each.r)[sample], each.factor->row(row).data(), sum, rank);
    }
  }

  /// Lists the observations of this rank by rows, in the order of columns.
  void list_rows() {
    const Index rows = f_.rows();
    row_starts_.assign(static_cast<std::size_t>(rows) + 1, 0);
    for (const int i : samples().row_indices) ++row_starts_[static_cast<std::size_t>(i) + 1];
    std::partial_sum(row_starts_.begin(), row_starts_.end(), row_starts_.begin());
    in_row_.resize(samples().row_indices.size());
    std::vector<int> next(row_starts_.begin(), row_starts_.end() - 1);
    for (Index j = 0; j < f_.cols(); ++j) {
      for (int k = samples().column_starts[j]; k < samples().column_starts[j + 1]; ++k) {
        in_row_[next[samples().row_indices[k]]++] = {k, static_cast<int>(j)};
      }
    }
  }

  /// out_k = left_i . right_j, or out_k += that
  void multiply_rows(ConstFactorRef left, ConstFactorRef right, Vector& out, bool add) const {
    const Index rank = left.cols();
    in_tasks(f_.cols(), kLinesPerTask, 8 * out.size() * rank, [&](Index first, Index last) {
      for (Index j = first; j < last; ++j) {
        const double* const row = right.row(j).data();
        for (int k = samples().column_starts[j]; k < samples().column_starts[j + 1]; ++k) {
          const double product = kernels::dot(left.row(samples().row_indices[k]).data(), row, rank);
          out[k] = add ? out[k] + product : product;
        }
      }
    });
  }

  /// out_j = the sum of the products over the observations of column j, for columns of all ranks
  void sum_by_columns(const Products& products, FactorRef out) {
    const Index rank = out.cols();
    const std::vector<int>& columns = samples().block_columns;
    const Reduction::Range own = f_.reduction()->own_blocks();
    const Index begin = columns[own.first], end = columns[own.last];
    const bool is_alone = f_.reduction()->team().size() == 1;
    if (!is_alone) mine_.resize(end - begin, rank);
    in_tasks(end - begin, kLinesPerTask, 8 * r_.size() * rank, [&](Index first, Index last) {
      for (Index j = begin + first; j < begin + last; ++j) {
        double* const row = is_alone ? out.row(j).data() : mine_.row(j - begin).data();
        std::fill(row, row + rank, 0.0);
        for (int k = samples().column_starts[j]; k < samples().column_starts[j + 1]; ++k) {
          add_row(products, k, samples().row_indices[k], rank, row);
        }
      }
    });
    if (!is_alone) {
      gather_columns(*f_.reduction(), columns.data(), rank, mine_.data(), out.data());
    }
  }

  /// out_i = the sum of the products over the observations of row i, of all ranks
  void sum_by_rows(const Products& products, FactorRef out) {
    const Index rank = out.cols(), size = out.size();
    const std::span<const Reduction::Range> subtrees = f_.reduction()->subtrees();
    own_.resize(static_cast<Index>(subtrees.size()) * size);
    for (std::size_t s = 0; s < subtrees.size(); ++s) {
      double* const sums = own_.data() + static_cast<Index>(s) * size;
      in_tasks(out.rows(), kLinesPerTask, 8 * r_.size() * rank, [&](Index first, Index last) {
        Vector scratch(f_.reduction()->depth() * rank);
        for (Index i = first; i < last; ++i) {
          const InRow* entry = in_row_.data() + row_starts_[i];
          const InRow* const end = in_row_.data() + row_starts_[i + 1];
          const auto sum_block = [&](Index block, double* sum) {
            std::fill(sum, sum + rank, 0.0);
            while (entry != end && entry->column < samples().block_columns[block]) ++entry;
            for (; entry != end && entry->column < samples().block_columns[block + 1]; ++entry) {
              add_row(products, entry->sample, entry->column, rank, sum);
            }
          };
          Reduction::add_tree(subtrees[s], rank, sum_block, scratch.data(), sums + i * rank);
        }
      });
    }
    f_.reduction()->combine(own_.data(), size, out.data());
  }

  struct InRow {
    int sample;
    int column;
  };
  static constexpr Index kLinesPerTask = 64;

  const MatrixCompletion& f_;
  std::vector<int> row_starts_;
  std::vector<InRow> in_row_;  ///< by rows, in the order of columns
  Vector z_;                   ///< X at the observations of the last value()
  Vector r_;                   ///< phi' at those of the last gradient()
  Vector d_;                   ///< phi'' there
  Vector w_;
  Vector own_;   ///< sums of the subtrees of this rank
  Factor mine_;  ///< rows for the columns of this rank
};

}  // namespace

std::unique_ptr<FactoredObjective> MatrixCompletion::factored(Index rows, Index cols) const {
  if (rows != this->rows() || cols != this->cols()) return nullptr;
  return std::make_unique<CompletionFactors>(*this);
}

Description CompletionOptions::describe() {
  return {
      {"loss", Word(loss, {"huber", "squared", "logistic"}), "of an observed entry"},
      rho_parameter(rho),
      {"scaling", Word(scaling, {"automatic", "sum", "mean"}), "sum or mean over the observations"},
      {"max_terms", max_terms, range::from_1,
       "how many rank-one terms X may have before they are recompressed; doubled while X has "
       "a higher rank than half of it"}};
}

}  // namespace acgd
