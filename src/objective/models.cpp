#include "acgd/objective/models.hpp"

#include "acgd/objective/class_map.hpp"
#include "acgd/objective/loss/huber_loss.hpp"
#include "acgd/objective/loss/logistic_loss.hpp"
#include "acgd/objective/loss/poisson_loss.hpp"
#include "acgd/objective/loss/sigmoid_loss.hpp"
#include "acgd/objective/loss/softmax_loss.hpp"
#include "acgd/objective/loss/squared_hinge_loss.hpp"

namespace acgd {

Composite logistic(const Design& a, Vector labels, LossOptions options, Intercept intercept) {
  return Composite(std::make_shared<LogisticLoss>(std::move(labels), std::move(options)), a.map(),
                   Vector(), intercept);
}

Composite sigmoid(const Design& a, Vector targets, LossOptions options, Intercept intercept) {
  return Composite(std::make_shared<SigmoidLoss>(std::move(targets), std::move(options)), a.map(),
                   Vector(), intercept);
}

Composite huber(const Design& a, Vector targets, double rho, LossOptions options,
                Intercept intercept) {
  return Composite(std::make_shared<HuberLoss>(std::move(targets), rho, std::move(options)),
                   a.map(), Vector(), intercept);
}

Composite squared_hinge(const Design& a, Vector labels, LossOptions options, Intercept intercept) {
  return Composite(std::make_shared<SquaredHingeLoss>(std::move(labels), std::move(options)),
                   a.map(), Vector(), intercept);
}

Composite poisson(const Design& a, Vector counts, LossOptions options, Intercept intercept) {
  return Composite(std::make_shared<PoissonLoss>(std::move(counts), std::move(options)), a.map(),
                   Vector(), intercept);
}

Composite softmax(const Design& a, const Vector& classes, Index class_count, LossOptions options,
                  Intercept intercept) {
  auto loss = std::make_shared<SoftmaxLoss>(classes, class_count, std::move(options));
  return Composite(std::move(loss), std::make_shared<ClassMap>(a.map(), class_count), Vector(),
                   intercept);
}

}  // namespace acgd
