#include "solve/contradiction.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

namespace acgd {
namespace {

// Lengths, of the first.
constexpr double kShortest = 1e-9;
constexpr double kLongest = 1e3;
// Shares of the larger rate.
constexpr double kCloseTolerance = 1e-2;
constexpr double kWideTolerance = 0.2;
constexpr double kAlike = 0.05;

/// The line at one h.
struct Look {
  Rates rates;
  double scale;  ///< the larger rate
  double noise;  ///< of the measured one

  double difference() const { return std::abs(rates.measured - rates.promised); }
  bool is_finite() const { return std::isfinite(scale); }
};

/// At x + h d, halfway to x + 2h d, so that nothing of f is needed on the other side of x.
Look look(Line& line, double h) {
  const Rates rates{line.change(2 * h) / (2 * h), line.slope(h)};
  return {rates, std::max(std::abs(rates.measured), std::abs(rates.promised)),
          line.change_noise() / h + line.change_noise_rate()};
}

/// Whether f resolves what it should tell. Values that do not differ at all are rounded more
/// coarsely than we know.
bool is_resolved(const Look& look) {
  return look.noise <= 0.1 * kWideTolerance * look.scale &&
         (look.rates.measured != 0 || look.rates.promised == 0);
}

bool agrees(const Line& line, const Look& look) {
  const double noise = look.noise + single_precision * line.slope_noise();
  return look.difference() <= kWideTolerance * look.scale + noise;
}

bool are_alike(const Look& a, const Look& b) {
  const double allowed = kAlike * std::max(a.scale, b.scale);
  return std::abs(a.rates.measured - b.rates.measured) <= allowed &&
         std::abs(a.rates.promised - b.rates.promised) <= allowed;
}

template <class Iterator>
bool three_are_alike(Iterator first, Iterator end) {
  return end - first >= 3 && are_alike(first[0], first[1]) && are_alike(first[1], first[2]);
}

}  // namespace

std::optional<Rates> contradiction(Line& line, double first) {
  std::optional<Rates> found;
  for (double h = first; h > kShortest * first; h /= 100) {
    const Look now = look(line, h);
    // Where f is not finite there is nothing to compare; walls are the business of step rules.
    if (!now.is_finite()) continue;
    const double allowed = kCloseTolerance * std::max(now.scale, std::abs(line.fall()));
    const double noise = now.noise + line.slope_noise();
    if (noise > allowed) break;
    if (now.difference() <= allowed + noise) return std::nullopt;
    found = now.rates;
  }
  return found;
}

std::optional<Rates> settled_contradiction(Line& line, double first) {
  std::deque<Look> looks;  // that disagree, the shortest last
  for (double h = first; h > kShortest * first; h /= 10) {
    const Look now = look(line, h);
    if (!now.is_finite()) continue;
    if (!is_resolved(now)) break;
    if (agrees(line, now)) return std::nullopt;
    looks.push_back(now);
    if (three_are_alike(looks.rbegin(), looks.rend())) return now.rates;
  }
  for (double h = 10 * first; h <= kLongest * first && 2 * h <= line.max_step(); h *= 10) {
    const Look now = look(line, h);
    if (!now.is_finite() || (is_resolved(now) && agrees(line, now))) return std::nullopt;
    if (!is_resolved(now)) continue;
    looks.push_front(now);
    if (three_are_alike(looks.begin(), looks.end())) return now.rates;
  }
  return std::nullopt;
}

}  // namespace acgd
