#include "cli/explanation.hpp"

#include <algorithm>

#include "problem/direction_kinds.hpp"
#include "problem/objective_kinds.hpp"
#include "problem/set_kinds.hpp"
#include "problem/step_kinds.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

const std::string kLogistic = "acgd solve --objective logistic --data samples.txt --set l1:5";
const std::string kTableRun = "acgd solve --objective least-squares --data table.csv --set l1:2";
const std::string kRatingsRun =
    "acgd solve --objective completion --data ratings.csv --set nuclear:20";
const std::string kDecrease =
    "t = min(gap / (L ||d||^2), 1), and L grows until f(x + t d) <= f - t gap + L t^2 ||d||^2 / 2";

const std::string kMatrix = "acgd solve --objective rosenbrock --dim 6 --set spectral:2:2x3";
const std::pair<std::string, std::string> kShape = {
    "MxN", "the shape of X, as 20x30; that of the objective's matrix unless given"};

Explanation step(const std::string& name, std::vector<std::string> formula,
                 const std::string& more = "") {
  return {"steps", name, std::move(formula), {}, kLogistic + " --step " + name + more};
}

Explanation norm(const std::string& name, const std::string& formula) {
  return {"norms", name, {formula}, {}, kLogistic + " --norm " + name};
}

std::vector<Explanation> steps() {
  return {
      step("adaptive-constant",
           {"L = gamma (||g_k - g_{k-1}||_* / ||x_k - x_{k-1}|| + delta)", kDecrease},
           ":gamma=0.5:beta=3"),
      step("adaptive-adjustable",
           {"L = gamma (||g_k - g_{k-1}||_* / ||x_k - x_{k-1}|| + delta)", kDecrease,
            "after each period: gamma = 0.9 gamma if it never backtracked,",
            "min(1, 1.1 gamma) if it backtracked more often than the period is long"},
           " --period 20"),
      step("backtracking", {"L = shrink times the L of the step before", kDecrease}, ":shrink=0.8"),
      step("short",
           {"t = min(gap / (L ||d||^2), 1), L a Lipschitz constant of the gradient everywhere"}),
      step("open-loop", {"t = l / (k + l) at iteration k = 0, 1, ..."}, ":l=4"),
      step("line-search", {"t = argmin of f(x + t d) over 0 <= t <= 1"}),
      step("secant",
           {"t near a zero of the slope <grad f(x + t d), d>, by secant steps from the t before"}),
      step("inverse-square-root", {"t = 1 / sqrt(k + 1) at iteration k = 0, 1, ..."}),
      {"steps",
       "fixed",
       {"t = length"},
       {},
       kLogistic + " --step fixed:0.1 --max-iterations 100",
       {"fixed:0.1", "fixed:0.01"}}};
}

Explanation direction(const std::string& name, std::vector<std::string> formula,
                      const std::string& more = "") {
  return {"directions",
          name,
          std::move(formula),
          {},
          kLogistic + " --max-iterations 50 --direction " + name + more};
}

std::vector<Explanation> directions() {
  return {direction("auto",
                    {"corrective where f knows its curvature, else blended-pairwise, if the set",
                     "is a polytope; toward if it is none; along where x is free"}),
          direction("toward", {"d = v - x, v = the oracle's answer"}),
          direction("away", {"d = v - x or d = x - a, whichever falls faster,",
                             "v = the oracle's answer, a = the kept atom of the largest <g, a>"}),
          direction("pairwise",
                    {"d = v - a, v = the oracle's answer, a = the kept atom of the largest <g, a>"},
                    ":lazy=true"),
          direction("blended-pairwise",
                    {"d = b - a, of the kept atoms b with the least and a with the largest <g, .>,",
                     "if <g, a - b> >= <g, x - v>; else d = v - x, v = the oracle's answer"},
                    ":lazy=true"),
          direction("corrective",
                    {"d = sum of p_i a_i over the kept atoms a_i with weights w_i,",
                     "p = argmin of sum <g, a_i> p_i + p'Hp / 2 where w + p >= 0 and sum p_i = 0,",
                     "H_ij = <a_i, (Hessian of f) a_j>"},
                    ":max-atoms=500"),
          direction("along", {"d = v, v = the oracle's answer in the unit ball of a norm or gauge"},
                    " --mode unconstrained")};
}

std::vector<Explanation> norms() {
  return {norm("l2", "||x|| = sqrt(x_1^2 + ... + x_n^2)"),
          norm("l1", "||x|| = |x_1| + ... + |x_n|"),
          norm("linf", "||x|| = max |x_i|"),
          {"norms",
           "lp",
           {"||x|| = (|x_1|^P + ... + |x_n|^P)^(1/P)"},
           {{"P", "the exponent, 1 < P < infinity"}},
           kLogistic + " --norm lp:3",
           {"lp:1.5", "lp:3"}},
          {"norms",
           "frobenius",
           {"||X|| = sqrt(sum of X_ij^2)"},
           {},
           kRatingsRun + " --norm frobenius"},
          {"norms",
           "nuclear",
           {"||X|| = s_1 + s_2 + ..., s_i the singular values of X"},
           {kShape},
           kMatrix + " --norm nuclear:2x3"},
          {"norms",
           "spectral",
           {"||X|| = s_1, the largest singular value of X"},
           {kShape},
           kMatrix + " --norm spectral:2x3"},
          {"norms",
           "schatten",
           {"||X|| = (s_1^P + s_2^P + ...)^(1/P), s_i the singular values of X"},
           {{"P", "the exponent, 1 < P < infinity"}, kShape},
           kMatrix + " --norm schatten:3:2x3",
           {"schatten:1.5", "schatten:3"}}};
}

std::vector<Explanation> starts() {
  return {{"starts", "vertex", {"x_0 = a vertex of the set"}, {}, kLogistic + " --x0 vertex"},
          {"starts", "zero", {"x_0 = 0, where the set has it"}, {}, kLogistic + " --x0 zero"},
          {"starts",
           "random-vertex",
           {"x_0 = argmin { <g, v> : v in C }, g of independent numbers of mean 0 and variance 1"},
           {{"--seed N", "of the numbers; 1 unless given"}},
           kLogistic + " --x0 random-vertex --seed 7"},
          {"starts",
           "gaussian",
           {"x_0 = independent numbers of mean 0 and variance 1"},
           {{"--seed N", "of the numbers; 1 unless given"}},
           "acgd solve --objective zakharov --dim 10 --set l2:1 --mode unconstrained --x0 gaussian "
           "--seed 7"},
          {"starts",
           "file",
           {"x_0 = the numbers of the file, a point of the set"},
           {{"FILE", "one number for each variable"}},
           "acgd solve --objective zakharov --dim 4 --set l1:5 --x0 start.csv"}};
}

std::vector<Explanation> formats_explained() {
  return {{"formats",
           "libsvm",
           {"+1 1:0.5 3:-1.25", "-1 2:2"},
           {{"--features N", "more features than the highest index; that unless given"}},
           kLogistic + " --features 4"},
          {"formats",
           "npy",
           {"what numpy.save writes: one or two dimensions, real numbers"},
           {},
           "acgd solve --objective least-squares --data table.csv --set l1:2 --solution x.npy"},
          {"formats",
           "mtx",
           {"%%MatrixMarket matrix coordinate real general", "2 2 3", "1 1 0.5"},
           {},
           "acgd solve --objective matrix-balancing --data matrix.mtx --set l2:2"},
          {"formats",
           "csv",
           {"size,age,price", "1,0.5,3"},
           {{"--targets FILE", "what the samples should predict; the last column unless given"}},
           kTableRun},
          {"formats", "ratings", {"1,17,4.5"}, {}, kRatingsRun},
          {"formats",
           "edges",
           {"0,1", "1,3"},
           {},
           "acgd solve --objective zakharov --dim 4 --set dag:edges.csv"},
          {"formats",
           "tntp",
           {"<NUMBER OF NODES> 2 ... <END OF METADATA>",
            "init_node term_node capacity length free_flow_time b power speed toll link_type ;",
            "Origin 1", "2 : 100.0;"},
           {},
           "acgd solve --objective traffic --network town_net.tntp --trips town_trips.tntp"},
          {"formats",
           "gz",
           {"what gzip writes; the name may have .gz or not"},
           {},
           "acgd solve --objective least-squares --data table.csv.gz --set l1:2"}};
}

// Sets and objectives are explained by what their own headers and tables say.
Explanation explain(const KnownSet& set) {
  Explanation told{.topic = "sets",
                   .name = std::string(set.name()),
                   .formula = problem::split(set.formula, '\n'),
                   .parameters = problem::parameters_of(set),
                   .example = "acgd solve " + std::string(set.example)};
  if (!set.values.empty()) told.values = problem::split(set.values, ' ');
  return told;
}

Explanation explain(const problem::ObjectiveKind& kind) {
  return {.topic = "objectives",
          .name = kind.name,
          .formula = problem::split(kind.formula, '\n'),
          .example = "acgd solve --objective " + kind.name + " " + kind.example};
}

/// What has no formula here is told by its sentence.
template <class RuleKind, class Make>
void add_rules(const std::vector<Explanation>& with_formula, const std::vector<RuleKind>& kinds,
               const Make& make, std::vector<Explanation>& list) {
  list.insert(list.end(), with_formula.begin(), with_formula.end());
  for (const RuleKind& kind : kinds) {
    const bool told = std::ranges::any_of(
        with_formula, [&](const Explanation& one) { return one.name == kind.name; });
    if (!told) list.push_back(make(kind.name, {kind.sentence}, ""));
  }
}

/// In the order of the lists. tests/cli/help_test.cpp has the files of the examples, and runs them.
std::vector<Explanation> explain_all() {
  std::vector<Explanation> list;
  for (const KnownSet& set : known_sets()) list.push_back(explain(set));
  for (const auto& kind : problem::objective_kinds()) list.push_back(explain(kind));
  add_rules(steps(), problem::step_kinds(), step, list);
  add_rules(directions(), problem::direction_kinds(), direction, list);
  for (const auto& more : {norms(), starts(), formats_explained()}) {
    list.insert(list.end(), more.begin(), more.end());
  }
  return list;
}

}  // namespace

const Explanation* find_explanation(const std::string& topic, const std::string& name) {
  static const std::vector<Explanation> all = explain_all();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Explanation& one) {
    return one.topic == topic && one.name == name;
  });
  return found != all.end() ? &*found : nullptr;
}

}  // namespace acgd::cli
