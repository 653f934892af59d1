#include "acgd/objective/matrix_completion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/loss/huber_loss.hpp"
#include "acgd/objective/loss/squared_loss.hpp"
#include "core/compose.hpp"
#include "objective/completion_cursor.hpp"

namespace acgd {
namespace {

/// Column by column, each from top to bottom.
void sort(std::vector<Observation>& observed) {
  std::sort(observed.begin(), observed.end(), [](const Observation& a, const Observation& b) {
    return a.col != b.col ? a.col < b.col : a.row < b.row;
  });
}

bool same_entry(const Observation& a, const Observation& b) {
  return a.col == b.col && a.row == b.row;
}

/// The entries of sorted observations, repeated ones as often as they occur or only once.
std::shared_ptr<const SparsityPattern> pattern_of(Index rows, Index cols,
                                                  const std::vector<Observation>& sorted,
                                                  bool once) {
  auto pattern = std::make_shared<SparsityPattern>();
  pattern->rows = rows;
  pattern->cols = cols;
  pattern->column_starts.assign(cols + 1, 0);
  pattern->row_indices.reserve(sorted.size());
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    if (once && k > 0 && same_entry(sorted[k - 1], sorted[k])) continue;
    pattern->row_indices.push_back(sorted[k].row);
    ++pattern->column_starts[sorted[k].col + 1];
  }
  for (Index j = 0; j < cols; ++j) pattern->column_starts[j + 1] += pattern->column_starts[j];
  return pattern;
}

/// Which entry each sample observes; nothing when that is its own number.
std::vector<int> entries_of(const std::vector<Observation>& sorted) {
  if (std::adjacent_find(sorted.begin(), sorted.end(), same_entry) == sorted.end()) return {};
  std::vector<int> entries(sorted.size(), 0);
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    entries[k] = entries[k - 1] + !same_entry(sorted[k - 1], sorted[k]);
  }
  return entries;
}

Vector column(const std::vector<Observation>& observed, double Observation::*member) {
  Vector values(static_cast<Index>(observed.size()));
  for (std::size_t k = 0; k < observed.size(); ++k) {
    values[static_cast<Index>(k)] = observed[k].*member;
  }
  return values;
}

std::shared_ptr<const Loss> loss_of(const std::vector<Observation>& observed,
                                    const CompletionOptions& options) {
  const bool weighted = std::any_of(observed.begin(), observed.end(),
                                    [](const Observation& o) { return o.weight != 1; });
  LossOptions weights{.scaling = options.scaling};
  if (weighted) weights.weights = column(observed, &Observation::weight);
  Vector targets = column(observed, &Observation::value);
  if (options.loss == CompletionLoss::squared) {
    return std::make_shared<SquaredLoss>(std::move(targets), std::move(weights));
  }
  return std::make_shared<HuberLoss>(std::move(targets), options.rho, std::move(weights));
}

}  // namespace

void check_observations(Index rows, Index cols, std::span<const Observation> observed) {
  constexpr Index most = std::numeric_limits<int>::max();
  const auto count = static_cast<Index>(observed.size());
  require_at_least("rows", rows, 1);
  require_at_least("cols", cols, 1);
  if (rows > most || cols > most) {
    throw InvalidInput(compose("matrix of {} x {}: sides must be at most {}", rows, cols, most));
  }
  if (count < 1 || count > most) {
    throw InvalidInput(compose("observed: {} entries, must be 1 to {} of them", count, most));
  }
  for (Index k = 0; k < count; ++k) {
    const Observation& o = observed[k];
    if (o.row < 0 || o.row >= rows || o.col < 0 || o.col >= cols) {
      throw InvalidInput(compose("observed[{}]: entry ({}, {}) is outside the {} x {} matrix", k,
                                 o.row, o.col, rows, cols));
    }
    if (!std::isfinite(o.value)) {
      throw InvalidInput(compose("observed[{}].value = {}: must be finite", k, o.value));
    }
    if (!(o.weight >= 0 && std::isfinite(o.weight))) {
      throw InvalidInput(compose("observed[{}].weight = {}: must be >= 0 and finite", k, o.weight));
    }
  }
}

MatrixCompletion::MatrixCompletion(Index rows, Index cols, std::vector<Observation> observed,
                                   const CompletionOptions& options)
    : max_terms_(options.max_terms) {
  check_observations(rows, cols, observed);
  validate(options);
  sort(observed);
  entry_of_sample_ = entries_of(observed);
  samples_ = pattern_of(rows, cols, observed, false);
  pattern_ = entry_of_sample_.empty() ? samples_ : pattern_of(rows, cols, observed, true);
  loss_ = loss_of(observed, options);
}

void MatrixCompletion::add_up(const Vector& samples, Vector& entries) const {
  if (entry_of_sample_.empty()) {
    entries = samples;
    return;
  }
  entries.setZero();
  for (Index k = 0; k < samples.size(); ++k) entries[entry_of_sample_[k]] += samples[k];
}

Vector MatrixCompletion::read(const Vector& x) const {
  Vector z(observations());
  for (Index j = 0; j < cols(); ++j) {
    for (int k = samples_->column_starts[j]; k < samples_->column_starts[j + 1]; ++k) {
      z[k] = x[j * rows() + samples_->row_indices[k]];
    }
  }
  return z;
}

double MatrixCompletion::value(const Vector& x) const { return loss_->value(read(x)); }

void MatrixCompletion::gradient(const Vector& x, Vector& g) const {
  Vector r(observations());
  loss_->derivative(read(x), r);
  g.setZero();
  for (Index j = 0; j < cols(); ++j) {
    for (int k = samples_->column_starts[j]; k < samples_->column_starts[j + 1]; ++k) {
      g[j * rows() + samples_->row_indices[k]] += r[k];
    }
  }
}

std::optional<double> MatrixCompletion::lipschitz() const {
  const std::optional<double> one = loss_->lipschitz();
  if (!one || entry_of_sample_.empty()) return one;
  // Curvatures add up where an entry was observed more than once.
  Vector times(static_cast<Index>(pattern_->row_indices.size()));
  add_up(Vector::Ones(observations()), times);
  return *one * times.maxCoeff();
}

std::unique_ptr<Cursor> MatrixCompletion::start(const Atom& x0,
                                                std::shared_ptr<const Norm> norm) const {
  if (!norm->is_euclidean()) {
    throw InvalidInput(compose(
        "norm: matrix completion measures in the Frobenius (l2) norm, not in {}", norm->name()));
  }
  LowRankSum x(rows(), cols(), max_terms_);
  std::span<const Atom::RankOne> pairs;
  if (const auto* pair = x0.as<Atom::RankOne>()) pairs = {pair, 1};
  if (const auto* matrix = x0.as<Atom::LowRank>()) pairs = matrix->terms;
  if (!pairs.empty()) {
    std::vector<RankOneTerm> terms;
    for (const Atom::RankOne& pair : pairs) {
      if (pair.left.size() != rows() || pair.right.size() != cols()) {
        throw InvalidInput(compose("x0: a matrix of {} x {}, must be {} x {} like the objective",
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

}  // namespace acgd
