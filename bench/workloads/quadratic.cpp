// Quadratics 1/2 x'Qx + b'x over the simplex, and over the flows of the video co-localization.
#include "acgd/objective/quadratic.hpp"

#include <memory>

#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/simplices.hpp"
#include "data.hpp"
#include "timed.hpp"
#include "video.hpp"
#include "workloads/workloads.hpp"

namespace bench {
namespace {

using PlainLmo = std::function<void(const Vector&, Vector&)>;

PlainProblem plain_quadratic(std::shared_ptr<const Matrix> q, Vector b, PlainLmo lmo) {
  PlainProblem problem;
  problem.value = [q, b, product = Vector()](const Vector& x) mutable {
    multiply(*q, x, product);
    return 0.5 * x.dot(product) + b.dot(x);
  };
  problem.gradient = [q, b](const Vector& x, Vector& g) {
    multiply(*q, x, g);
    g += b;
  };
  problem.lmo = std::move(lmo);
  return problem;
}

Case quadratic(const Settings& settings, Matrix matrix, const Vector& b, const Vector& x0,
               std::shared_ptr<const acgd::Oracle> set, PlainLmo lmo) {
  const auto f = std::make_shared<const acgd::Quadratic>(matrix, b);
  const auto q = std::make_shared<const Matrix>(std::move(matrix));
  Case problem{.bytes = 8.0 * static_cast<double>(q->size()),
               .iterations = settings.pick<Index>(3000, 300)};
  problem.acgd = [=](Index count) { return time_acgd({f, set, x0}, options_for(settings, count)); };
  problem.plain = [=](Index count) {
    return time_plain(plain_quadratic(q, b, lmo), x0, {.rule = settings.rule, .iterations = count});
  };
  return problem;
}

Case over_simplex(const Settings& settings, Index n) {
  Case problem = quadratic(settings, indefinite_matrix(n, 0.75, 31), gaussian_vector(n, 32),
                           Vector::Constant(n, 1 / static_cast<double>(n)),
                           std::make_shared<acgd::Simplex>(n), simplex_lmo());
  problem.data = "generated";
  return problem;
}

}  // namespace

Case quadratic_900(const Settings& settings) { return over_simplex(settings, 900); }

Case quadratic_5000(const Settings& settings) {
  Case problem = over_simplex(settings, settings.pick<Index>(5000, 1500));
  problem.plain_iterations = settings.pick<Index>(100, 50);
  problem.plain_repetitions = 1;
  problem.note = "plain runs fewer iterations, once";
  return problem;
}

Case video(const Settings& settings) {
  const Video video = read_video();
  const auto flows = std::make_shared<const acgd::FlowPolytope>(video.graph);
  // Shortest paths are not part of the comparison: plain calls the same oracle and makes the vertex
  // dense.
  const PlainLmo lmo = [flows](const Vector& g, Vector& v) {
    v = acgd::linear_minimizer(*flows, g);
  };
  Case problem = quadratic(settings, video.q, video.b, video.x0, flows, lmo);
  problem.data = video.source;
  return problem;
}

}  // namespace bench
