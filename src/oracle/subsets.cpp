#include "oracle/subsets.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "core/compose.hpp"
#include "oracle/ascending.hpp"

namespace acgd {
namespace {

/// Differences of values of this size are not known better.
double rounding_of_values(double largest) { return 1e-10 * largest; }

Violation of_sum(double sum, double bound, const std::vector<Index>& set) {
  return {sum - bound,
          compose("the entries of {} sum to {}, more than {}", as_set(set), sum, bound)};
}

Violation of_total(double sum, double total) {
  if (sum == total) return {};
  return {std::abs(sum - total), compose("the sum is {}, not {}", sum, total)};
}

}  // namespace

std::vector<Index> elements_of(Bits bits) {
  std::vector<Index> elements;
  for (Index i = 0; bits >> i != 0; ++i) {
    if (bits >> i & 1) elements.push_back(i);
  }
  return elements;
}

std::string as_set(std::vector<Index> elements) {
  constexpr std::size_t kMost = 12;
  std::sort(elements.begin(), elements.end());
  std::string text = "{";
  for (std::size_t k = 0; k < elements.size() && k < kMost; ++k) {
    if (k > 0) text += ", ";
    text += std::to_string(elements[k]);
  }
  return text + (elements.size() > kMost ? ", ...}" : "}");
}

std::vector<double> table_of(Index n, const std::function<double(const std::vector<Index>&)>& f) {
  std::vector<double> table(std::size_t{1} << n);
  for (std::size_t bits = 0; bits < table.size(); ++bits) {
    table[bits] = f(elements_of(static_cast<Bits>(bits)));
  }
  return table;
}

std::string NotSubmodular::told() const {
  std::vector<Index> larger = set;
  larger.push_back(a);
  return compose("element {} adds {} to {}, but {} to {}", b, later_gain, as_set(larger), gain,
                 as_set(set));
}

std::optional<NotSubmodular> find_not_submodular(Index n, const std::vector<double>& table) {
  double largest = 0;
  for (const double value : table) largest = std::max(largest, std::abs(value));
  for (std::size_t bits = 0; bits < table.size(); ++bits) {
    for (Index a = 0; a < n; ++a) {
      for (Index b = 0; b < n; ++b) {
        const std::size_t with_a = bits | std::size_t{1} << a, with_b = bits | std::size_t{1} << b;
        if (a == b || with_a == bits || with_b == bits) continue;
        const double gain = table[with_b] - table[bits];
        const double later = table[with_a | with_b] - table[with_a];
        if (later <= gain + rounding_of_values(largest)) continue;
        return NotSubmodular{elements_of(static_cast<Bits>(bits)), a, b, gain, later};
      }
    }
  }
  return std::nullopt;
}

std::optional<NotSubmodular> sample_not_submodular(
    Index n, const std::function<double(const std::vector<Index>&)>& f) {
  constexpr int kSamples = 300;
  std::mt19937_64 random(1);
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  for (int sample = 0; sample < kSamples; ++sample) {
    for (std::size_t k = order.size() - 1; k > 0; --k) {
      std::swap(order[k], order[random() % (k + 1)]);
    }
    // Small sets as often as large ones.
    const std::size_t most = std::max<std::size_t>(
        1, sample % 2 == 0 ? order.size() - 1 : std::min<std::size_t>(order.size() - 1, 5));
    const auto size = static_cast<std::ptrdiff_t>(random() % most);
    std::vector<Index> set(order.begin(), order.begin() + size);
    const Index a = order[static_cast<std::size_t>(size)];
    const Index b = order[static_cast<std::size_t>(size) + 1];
    const double plain = f(set);
    set.push_back(b);
    const double with_b = f(set);
    set.back() = a;
    const double with_a = f(set);
    set.push_back(b);
    const double with_both = f(set);
    const double largest =
        std::max({std::abs(plain), std::abs(with_a), std::abs(with_b), std::abs(with_both)});
    if (with_both - with_a <= with_b - plain + rounding_of_values(largest)) continue;
    set.resize(static_cast<std::size_t>(size));
    return NotSubmodular{set, a, b, with_b - plain, with_both - with_a};
  }
  return std::nullopt;
}

Violation violation_by_table(const std::vector<double>& table, ConstVectorRef x) {
  Violation worst = of_total(x.sum(), table.back());
  std::vector<double> sums(table.size());
  for (std::size_t bits = 1; bits + 1 < table.size(); ++bits) {
    sums[bits] = sums[bits & (bits - 1)] + x[std::countr_zero(bits)];
    if (sums[bits] - table[bits] <= worst.distance) continue;
    worst = of_sum(sums[bits], table[bits], elements_of(static_cast<Bits>(bits)));
  }
  return worst;
}

Violation violation_by_largest(ConstVectorRef x,
                               const std::function<double(const std::vector<Index>&)>& f) {
  std::vector<Index> order, set;
  sort_ascending(-x, order);
  Violation worst;
  double sum = 0, bound = 0;
  for (const Index i : order) {
    set.push_back(i);
    sum += x[i];
    bound = f(set);
    if (sum - bound > worst.distance) worst = of_sum(sum, bound, set);
  }
  const Violation total = of_total(sum, bound);
  if (total.distance > worst.distance) worst = total;
  // Rounding is no proof that x is outside.
  if (worst.distance > 1e-9 * (1 + std::abs(bound))) return worst;
  return {std::numeric_limits<double>::quiet_NaN(), ""};
}

}  // namespace acgd
