#include "acgd/objective/models.hpp"

#include "acgd/objective/loss/huber_loss.hpp"
#include "acgd/objective/loss/logistic_loss.hpp"
#include "acgd/objective/loss/poisson_loss.hpp"
#include "acgd/objective/loss/sigmoid_loss.hpp"
#include "acgd/objective/loss/squared_hinge_loss.hpp"

namespace acgd {

Composite logistic(const Design& a, Vector labels, LossOptions options) {
  return Composite(std::make_shared<LogisticLoss>(std::move(labels), std::move(options)), a.map());
}

Composite sigmoid(const Design& a, Vector targets, LossOptions options) {
  return Composite(std::make_shared<SigmoidLoss>(std::move(targets), std::move(options)), a.map());
}

Composite huber(const Design& a, Vector targets, double rho, LossOptions options) {
  return Composite(std::make_shared<HuberLoss>(std::move(targets), rho, std::move(options)),
                   a.map());
}

Composite squared_hinge(const Design& a, Vector labels, LossOptions options) {
  return Composite(std::make_shared<SquaredHingeLoss>(std::move(labels), std::move(options)),
                   a.map());
}

Composite poisson(const Design& a, Vector counts, LossOptions options) {
  return Composite(std::make_shared<PoissonLoss>(std::move(counts), std::move(options)), a.map());
}

}  // namespace acgd
