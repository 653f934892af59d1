#include "acgd/fit/completion_model.hpp"

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

SeenColumns::SeenColumns(const ObservedMatrix& seen) {
  std::vector<std::pair<int, int>> places;
  for (const Observation& o : seen.entries) places.emplace_back(o.row, o.col);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  starts_.assign(static_cast<std::size_t>(seen.rows + 1), 0);
  for (const auto& [row, col] : places) {
    ++starts_[static_cast<std::size_t>(row) + 1];
    cols_.push_back(col);
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
}

SeenColumns::SeenColumns(const std::vector<std::vector<int>>& rows, Index columns) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    int least = 0;
    for (const int col : rows[i]) {
      if (col < least || col >= columns) {
        throw InvalidInput(compose("seen: column {} of row {}: must be from {} to {}", col, i,
                                   least, columns - 1));
      }
      least = col + 1;
      cols_.push_back(col);
    }
    starts_.push_back(static_cast<Index>(cols_.size()));
  }
}

std::span<const int> SeenColumns::of(Index row) const {
  if (row < 0 || row + 1 >= static_cast<Index>(starts_.size())) return {};
  const auto first = static_cast<std::size_t>(starts_[static_cast<std::size_t>(row)]);
  const auto last = static_cast<std::size_t>(starts_[static_cast<std::size_t>(row) + 1]);
  return std::span(cols_).subspan(first, last - first);
}

std::vector<bool> SeenColumns::anywhere(Index columns) const {
  std::vector<bool> is_seen(static_cast<std::size_t>(columns));
  for (const int col : cols_) is_seen[static_cast<std::size_t>(col)] = true;
  return is_seen;
}

double CompletionModel::unclipped(Index i, Index j) const {
  const bool inside = i >= 0 && i < rows() && j >= 0 && j < cols();
  return biases.at(i, j) + (inside ? factors.at(i, j) : 0);
}

std::vector<Recommendation> CompletionModel::recommend(Index row, Index top, bool with_seen) const {
  if (row < 0 || row >= rows()) {
    throw InvalidInput(compose("row = {}: must be from 0 to {}", row, rows() - 1));
  }
  require_at_least("top", top, 1);
  const std::span<const int> seen_here = with_seen ? std::span<const int>() : seen.of(row);
  std::vector<Recommendation> all;
  for (Index j = 0; j < cols(); ++j) {
    const bool is_seen =
        std::binary_search(seen_here.begin(), seen_here.end(), static_cast<int>(j));
    if (!is_seen) all.push_back({j, unclipped(row, j)});
  }
  const auto count = std::min(static_cast<std::size_t>(top), all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(),
                    [](const Recommendation& a, const Recommendation& b) {
                      return a.prediction != b.prediction ? a.prediction > b.prediction
                                                          : a.col < b.col;
                    });
  all.resize(count);
  for (Recommendation& one : all) one.prediction = std::clamp(one.prediction, lowest, highest);
  return all;
}

double root_mean_square_error(const CompletionModel& model, const ObservedMatrix& seen) {
  double sum = 0, total = 0;
  for (const Observation& o : seen.entries) {
    const double error = model.predict(o.row, o.col) - o.value;
    sum += o.weight * error * error;
    total += o.weight;
  }
  return std::sqrt(sum / total);
}

}  // namespace acgd
