#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "acgd/objective/losses.hpp"
#include "problem/models.hpp"
#include "problem/words.hpp"

namespace acgd::problem {

double huber_parameter(const std::string& loss) {
  const std::vector<std::string> parts = split(loss, ':');
  if (parts[0] != "huber" || parts.size() > 2) {
    throw InvalidInput(fmt::format("loss = {}: must be huber:RHO", loss));
  }
  return parts.size() == 1 ? HuberLoss::Parameters{}.rho : to_number("loss", parts[1]);
}

void refuse_second_loss() {
  throw InvalidInput("loss: the objective says it already, behind its name");
}

}  // namespace acgd::problem
