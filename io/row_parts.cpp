#include "io/row_parts.hpp"

#include "linalg/threads.hpp"

namespace acgd::io {

Matrix join_rows(std::vector<std::vector<double>>& parts, Index cols) {
  std::vector<Index> begins = {0};
  for (const std::vector<double>& part : parts) {
    begins.push_back(begins.back() + std::ssize(part) / cols);
  }
  Matrix result(begins.back(), cols);
  share_any_tasks(std::ssize(parts), [&](Index task) {
    const auto k = static_cast<std::size_t>(task);
    const std::vector<double> rows = std::move(parts[k]);
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Index count = std::ssize(rows) / cols;
    result.middleRows(begins[k], count) = Eigen::Map<const RowMajor>(rows.data(), count, cols);
  });
  return result;
}

}  // namespace acgd::io
