#include "acgd/solve/status.hpp"

namespace acgd {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::gap_reached:
      return "gap reached";
    case Status::value_reached:
      return "value reached";
    case Status::gradient_reached:
      return "gradient reached";
    case Status::steps_taken:
      return "steps taken";
    case Status::iteration_limit:
      return "iteration limit";
    case Status::time_limit:
      return "time limit";
    case Status::evaluation_limit:
      return "evaluation limit";
    case Status::stopped_by_observer:
      return "stopped by observer";
    case Status::interrupted:
      return "interrupted";
    case Status::checkpoint_failed:
      return "checkpoint failed";
    case Status::precision_limit:
      return "precision limit";
    case Status::stalled:
      return "stalled";
    case Status::unbounded:
      return "unbounded";
    case Status::oracle_failed:
      return "oracle failed";
    case Status::step_failed:
      return "step failed";
    case Status::non_finite:
      return "non-finite";
    case Status::out_of_memory:
      return "out of memory";
  }
  return "unknown";
}

bool is_converged(Status status) {
  return status == Status::gap_reached || status == Status::value_reached ||
         status == Status::gradient_reached || status == Status::steps_taken ||
         status == Status::precision_limit;
}

bool is_usable(Status status) {
  return status != Status::unbounded && status != Status::oracle_failed &&
         status != Status::step_failed && status != Status::non_finite;
}

}  // namespace acgd
