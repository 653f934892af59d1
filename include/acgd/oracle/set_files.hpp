#pragma once

#include <string>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// From node to node of a graph; nodes are numbered from 0.
struct Edge {
  Index from = 0;
  Index to = 0;
};

/// Reads what some sets are made of. The library itself opens no file.
class SetFiles {
 public:
  virtual ~SetFiles() = default;

  virtual Matrix matrix(const std::string& file) const = 0;
  virtual std::vector<Edge> edges(const std::string& file) const = 0;
};

}  // namespace acgd
