#pragma once

#include <memory>

#include "acgd/direction/direction_rule.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/objective/design.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/parallel/team.hpp"
#include "acgd/solve/penalty.hpp"
#include "acgd/step/step_rule.hpp"
#include "app/spec/sets.hpp"

/// Python's handles of the library's objects: immutable, shared, usable in several runs.
namespace acgd::python {

struct MapHandle {
  Design design;
  std::shared_ptr<const DenseMap> dense = {};  ///< all local rows, if they are a dense matrix
};

struct TeamHandle {
  std::shared_ptr<const Team> team;
};

struct ObjectiveHandle {
  std::shared_ptr<const Objective> f;
  spec::Shape shape;  ///< of its variable
};

struct OracleHandle {
  std::shared_ptr<const Oracle> set;
};

struct PenaltyHandle {
  std::shared_ptr<const Penalty> penalty;
};

struct NormHandle {
  std::shared_ptr<const Norm> norm;
};

struct StepHandle {
  StepChoice choice;
};

struct DirectionHandle {
  DirectionChoice choice;
};

}  // namespace acgd::python
