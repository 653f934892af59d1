#pragma once

#include <string>

#include "acgd/oracle/flows.hpp"
#include "workload.hpp"

namespace bench {

/// The video co-localization: x'Qx / 2 + b'x over the flows of five layered graphs.
struct Video {
  Matrix q;
  Vector b;
  Vector x0;
  acgd::FlowGraph graph;
  std::string source;  ///< source of the data, for the table
};

/// The recorded problem, or a synthetic one of the same shape if it is absent.
Video read_video();

}  // namespace bench
