#include "objective/loss_cases.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "acgd/objective/losses.hpp"

namespace acgd {
namespace {

using Real = long double;

constexpr double rho = 0.75;

double draw_normal(std::mt19937_64& random) { return std::normal_distribution<double>()(random); }
double draw_sign(std::mt19937_64& random) { return random() % 2 == 0 ? -1 : 1; }
double draw_class(std::mt19937_64& random) { return random() % 2 == 0 ? 0 : 1; }
double draw_count(std::mt19937_64& random) { return static_cast<double>(random() % 7); }

std::vector<Real> no_kinks(Real) { return {}; }

Real sigmoid(Real z) { return 1 / (1 + std::exp(-z)); }

template <class AnyLoss>
std::unique_ptr<Loss> make(Vector samples, LossOptions options) {
  return std::make_unique<AnyLoss>(std::move(samples), std::move(options));
}

std::unique_ptr<Loss> make_huber(Vector targets, LossOptions options) {
  return std::make_unique<HuberLoss>(std::move(targets), rho, std::move(options));
}

/// Nodes and weights of Gauss-Legendre quadrature on [0, 1]; exact for polynomials of degree 23.
struct Quadrature {
  static constexpr int points = 12;
  std::array<Real, points> nodes;
  std::array<Real, points> weights;

  Quadrature() {
    for (int i = 0; i < points; ++i) {
      Real x = std::cos(std::numbers::pi_v<Real> * (i + 0.75L) / (points + 0.5L));
      Real slope = 1;
      for (int step = 0; step < 20; ++step) {
        Real before = 1;
        Real now = x;
        for (int k = 2; k <= points; ++k) {
          const Real next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
          before = now;
          now = next;
        }
        slope = points * (x * now - before) / (x * x - 1);
        x -= now / slope;
      }
      nodes[i] = (1 + x) / 2;
      weights[i] = 1 / ((1 - x * x) * slope * slope);
    }
  }
};

}  // namespace

void PrintTo(const LossCase& loss, std::ostream* out) { *out << loss.label; }

Real exact_change(const LossCase& loss, Real z, Real y, Real move) {
  static const Quadrature quadrature;
  std::vector<Real> ends = {0, 1};  // in units of the move
  for (const Real kink : loss.kinks(y)) {
    const Real at = (kink - z) / move;
    if (at > 0 && at < 1) ends.push_back(at);
  }
  const int pieces = static_cast<int>(std::abs(move));  // none is longer than 1
  for (int i = 1; i <= pieces; ++i) ends.push_back(static_cast<Real>(i) / (pieces + 1));
  std::sort(ends.begin(), ends.end());

  Real sum = 0;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const Real length = ends[i + 1] - ends[i];
    for (int k = 0; k < Quadrature::points; ++k) {
      const Real at = ends[i] + length * quadrature.nodes[k];
      sum += length * quadrature.weights[k] * loss.derivative(z + at * move, y);
    }
  }
  return move * sum;
}

const std::vector<LossCase>& every_loss() {
  static const std::vector<LossCase> losses = {
      {"squared", make<SquaredLoss>, draw_normal,
       [](Real z, Real y) { return (z - y) * (z - y); },  //
       [](Real z, Real y) { return 2 * (z - y); }, no_kinks, Scaling::sum, 1e150},
      {"logistic", make<LogisticLoss>, draw_sign,
       [](Real z, Real y) { return std::log1p(std::exp(-y * z)); },
       [](Real z, Real y) { return -y / (1 + std::exp(y * z)); }, no_kinks, Scaling::mean, 1e150},
      {"sigmoid", make<SigmoidLoss>, draw_class,
       [](Real z, Real y) {
         const Real error = y == 1 ? sigmoid(-z) : sigmoid(z);
         return error * error;
       },
       [](Real z, Real y) {
         const Real error = y == 1 ? -sigmoid(-z) : sigmoid(z);
         return 2 * error * sigmoid(z) * sigmoid(-z);
       },
       no_kinks, Scaling::mean, 1e150},
      {"sigmoid_of_targets", make<SigmoidLoss>, draw_normal,
       [](Real z, Real y) { return (sigmoid(z) - y) * (sigmoid(z) - y); },
       [](Real z, Real y) { return 2 * (sigmoid(z) - y) * sigmoid(z) * sigmoid(-z); }, no_kinks,
       Scaling::mean, 1e150},
      {"huber", make_huber, draw_normal,
       [](Real z, Real y) {
         const Real u = std::abs(z - y);
         return u <= rho ? u * u / 2 : rho * u - Real{rho} * rho / 2;
       },
       [](Real z, Real y) { return std::clamp<Real>(z - y, -rho, rho); },
       [](Real y) {
         return std::vector<Real>{y - rho, y + rho};
       },
       Scaling::mean, 1e150},
      {"squared_hinge", make<SquaredHingeLoss>, draw_sign,
       [](Real z, Real y) { return std::pow(std::max<Real>(0, 1 - y * z), 2); },
       [](Real z, Real y) { return -2 * y * std::max<Real>(0, 1 - y * z); },
       [](Real y) { return std::vector<Real>{y}; }, Scaling::mean, 1e150},
      {"poisson", make<PoissonLoss>, draw_count, [](Real z, Real y) { return std::exp(z) - y * z; },
       [](Real z, Real y) { return std::exp(z) - y; }, no_kinks, Scaling::mean, 700},
  };
  return losses;
}

}  // namespace acgd
