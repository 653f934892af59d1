#include "direction/model_variables.hpp"

#include <limits>

namespace acgd {

void ModelVariables::resize(Index size) {
  const auto count = static_cast<std::size_t>(size);
  for (std::vector<double>* each : {&value, &slope, &lower, &upper}) each->resize(count);
  block.resize(count);
}

void ModelVariables::set_weight(Index i, double weight, double slope_, Index block_) {
  value[static_cast<std::size_t>(i)] = weight;
  slope[static_cast<std::size_t>(i)] = slope_;
  lower[static_cast<std::size_t>(i)] = 0;
  upper[static_cast<std::size_t>(i)] = std::numeric_limits<double>::infinity();
  block[static_cast<std::size_t>(i)] = block_;
}

void ModelVariables::set_coordinate(Index i, double x, double slope_, double lower_,
                                    double upper_) {
  value[static_cast<std::size_t>(i)] = x;
  slope[static_cast<std::size_t>(i)] = slope_;
  lower[static_cast<std::size_t>(i)] = lower_;
  upper[static_cast<std::size_t>(i)] = upper_;
  block[static_cast<std::size_t>(i)] = kNoBlock;
}

}  // namespace acgd
