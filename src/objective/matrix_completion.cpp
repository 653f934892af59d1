#include "acgd/objective/matrix_completion.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "objective/completion_cursor.hpp"
#include "objective/rating_loss.hpp"
#include "objective/sorted_ratings.hpp"
#include "team/pieces.hpp"

namespace acgd {
namespace {

/// The largest number of times that an entry is there.
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

/// How many entries there are up to each cut, of all ranks.
std::vector<Index> entry_starts(const SparsityPattern& entries, const Shards& shards) {
  std::vector<Index> mine, bytes, sizes(static_cast<std::size_t>(shards.count()));
  for (int rank = 0; rank < shards.team().size(); ++rank) {
    bytes.push_back(shards.shards_of(rank).size() * Index{sizeof(Index)});
  }
  for (Index s = shards.own_shards().first; s < shards.own_shards().last; ++s) {
    mine.push_back(entries.column_starts[entries.shard_columns[s + 1]] -
                   entries.column_starts[entries.shard_columns[s]]);
  }
  shards.team().gather(bytes_of(mine), bytes, std::as_writable_bytes(std::span(sizes)));
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
  shards_ = ratings.shards;
  loss_ = rating_loss(ratings, options);
  const std::vector<Index> repeats = gather_numbers(*team, most_repeats(*samples_));
  most_repeats_ = *std::max_element(repeats.begin(), repeats.end());
  if (most_repeats_ > 1) {
    find_entries();
  } else {
    pattern_ = samples_;
    entry_shards_ = shards_;
  }
}

/// Of samples of which some are of the same entry.
void MatrixCompletion::find_entries() {
  auto entries = std::make_shared<SparsityPattern>();
  entries->rows = rows();
  entries->cols = cols();
  entries->shard_columns = samples_->shard_columns;
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
  entry_shards_ =
      std::make_shared<Shards>(entry_starts(*entries, *shards_), shards_->shared_team());
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
  if (shards_->team().size() == 1) return;
  const std::vector<int>& columns = samples_->shard_columns;
  const Index first = columns[shards_->own_shards().first];
  const Index last = columns[shards_->own_shards().last];
  const Vector mine = g.segment(first * rows(), (last - first) * rows());
  gather_columns(*shards_, columns.data(), rows(), mine.data(), g.data());
}

std::optional<double> MatrixCompletion::lipschitz() const {
  const std::optional<double> one = loss_->lipschitz();
  if (!one) return one;
  // Curvatures add up where an entry was observed more than once.
  return *one * static_cast<double>(most_repeats_);
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
