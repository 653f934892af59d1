#include "solve/identity.hpp"

#include <limits>

#include "acgd/core/error.hpp"
#include "acgd/team/visit_samples.hpp"
#include "core/compose.hpp"
#include "solve/oracle_accuracy.hpp"

namespace acgd {

Identity::Identity(const Problem& problem, const Options& options, Cursor& at_x0)
    : problem_(problem),
      options_(options),
      cursor_(at_x0),
      accuracy_(oracle_accuracy(
          options, {.value = at_x0.value(), .constrained = problem.mode == Mode::constrained},
          std::numeric_limits<double>::quiet_NaN())) {
  if (!cursor_.gradient().is_dense() && !problem.set->accepts_sparse_gradients()) {
    throw InvalidInput(
        compose("set: the {} needs dense gradients, and the objective gives sparse ones",
                problem.set->name()));
  }
  if (options.checkpoint.save) take_fingerprint();
}

void Identity::take_fingerprint() {
  double value = cursor_.value();
  Vector gradient = cursor_.gradient().entries();
  OracleCall call;
  call.accuracy = accuracy_;
  problem_.set->minimize(cursor_.gradient(), call);
  Archive archive;
  archive(value);
  visit_samples(archive, cursor_.gradient().shards(), gradient);
  archive(call.atom);
  // Without the sign bit: counts in an archive are not negative.
  const auto own = static_cast<std::int64_t>(checksum(std::move(archive).take()) >> 1);
  // Only rank 0 has seen the whole of a gradient that is spread.
  fingerprint_ = gather_numbers(*options_.team, own).front();
}

void Identity::visit(Archive& archive) {
  archive.expect("mode", to_string(problem_.mode));
  archive.expect("number of variables", problem_.set->dimension());
  archive.expect("set", problem_.set->name());
  archive.expect("norm", options_.norm->name());
  archive(accuracy_);
  if (archive.is_loading()) take_fingerprint();
  const std::int64_t here = fingerprint_;
  archive.bytes(&fingerprint_, sizeof fingerprint_);
  if (fingerprint_ != here) {
    throw InvalidInput(
        "resume: the checkpoint is of another problem: at x0 it had another f, gradient or answer "
        "of the oracle");
  }
}

}  // namespace acgd
