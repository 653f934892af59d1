#include "acgd/solve/options.hpp"

#include "acgd/core/error.hpp"

namespace acgd {

void validate(const Options& options) {
  validate(Options(options).describe());
  if (!options.norm) throw InvalidInput("norm is null: must be a norm");
}

}  // namespace acgd
