#include "app/data/labels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_map>

#include "acgd/core/error.hpp"
#include "app/data/specification.hpp"
#include "app/data/text_input.hpp"

namespace acgd::spec {

namespace {

/// The values that occur, ascending.
std::vector<double> values_of(const Vector& numbers) {
  std::set<double> values;
  for (const double number : numbers) {
    if (!std::isnan(number)) values.insert(number);
  }
  return {values.begin(), values.end()};
}

std::vector<std::string> classes_of(const data::Targets& targets) {
  if (!targets.words.empty()) {
    std::set<std::string> classes(targets.words.begin(), targets.words.end());
    classes.erase("");
    return {classes.begin(), classes.end()};
  }
  std::vector<std::string> classes;
  for (const double value : values_of(targets.numbers)) classes.push_back(data::class_name(value));
  return classes;
}

Vector numbers_from_0(std::size_t count) {
  return Vector::LinSpaced(static_cast<Index>(count), 0, static_cast<double>(count) - 1);
}

/// The two classes that occur. For a single number, its sign decides.
std::vector<std::string> two_classes(const data::Targets& targets, double low_label,
                                     const std::string& advice) {
  std::vector<std::string> classes = classes_of(targets);
  if (classes.size() == 2) return classes;
  if (classes.size() > 2) {
    throw InvalidInput("labels", fmt::format("{} occur, must be two values{}",
                                             shown_list(classes, "and"), advice));
  }
  if (!targets.words.empty()) {
    throw InvalidInput("labels", fmt::format("only {} occurs, must be two values",
                                             data::shown_name(classes.at(0))));
  }
  const double value = values_of(targets.numbers).at(0);
  if (value > 0) return {data::class_name(low_label), classes[0]};
  return {classes[0], data::class_name(1)};
}

/// "-1/+1" for -1 and 1
std::string shown_pair(const std::string& low, const std::string& high) {
  const bool signs = low.starts_with('-') && !high.starts_with('-') && low.size() > 1;
  return fmt::format("{}/{}{}", data::shown_name(low), signs ? "+" : "", data::shown_name(high));
}

/// Messages say that the classes become `shown_low` and 1.
Coding two_codes(const data::Targets& targets, double low_code, double shown_low,
                 const std::string& advice = "") {
  Coding coding{two_classes(targets, shown_low, advice), Vector{{low_code, 1}}};
  const std::string low = data::class_name(shown_low);
  if (coding.classes[0] == low && coding.classes[1] == "1") return coding;
  coding.description =
      fmt::format("labels {} taken as {}", shown_pair(coding.classes[0], coding.classes[1]),
                  shown_pair(low, "1"));
  return coding;
}

Coding of_probabilities(const data::Targets& targets) {
  const char* advice = ", or all in [0, 1]; --labels keep takes them as they are";
  if (!targets.words.empty()) return two_codes(targets, 0, 0);
  const std::vector<double> values = values_of(targets.numbers);
  const bool within = values.front() >= 0 && values.back() <= 1;
  const auto is_class = [](double value) { return value == 0 || value == 1; };
  if (within && !std::all_of(values.begin(), values.end(), is_class)) return {};
  return two_codes(targets, 0, 0, advice);
}

Coding of_signs(const data::Targets& targets, Labels labels) {
  Coding coding = two_codes(targets, 0, -1, "; several classes are learnt by --objective softmax");
  if (labels == Labels::signs_kept && !coding.description.empty()) {
    throw InvalidInput(
        "labels", std::nullopt,
        fmt::format("{} and {} occur, must be -1 and +1", data::shown_name(coding.classes[0]),
                    data::shown_name(coding.classes[1])),
        "--labels auto turns them into these");
  }
  return coding;
}

Coding of_classes(const data::Targets& targets) {
  Coding coding{classes_of(targets), {}};
  if (coding.classes.size() < 2) {
    throw InvalidInput("labels", fmt::format("only {} occurs, must be two classes or more",
                                             data::shown_name(coding.classes.at(0))));
  }
  constexpr std::size_t most = 10000;
  if (coding.classes.size() > most) {
    throw InvalidInput(
        "labels", std::nullopt,
        fmt::format("{} classes occur, must be at most {}", coding.classes.size(), most),
        "numbers are learnt by --objective least-squares");
  }
  coding.codes = numbers_from_0(coding.classes.size());
  coding.description =
      fmt::format("{} classes: {}", coding.classes.size(), shown_list(coding.classes, "and"));
  return coding;
}

}  // namespace

Labels to_labels(const std::string& text, TargetKind kind) {
  const std::vector<std::string> names = {"auto", "keep", "01", "pm1"};
  if (std::find(names.begin(), names.end(), text) == names.end()) {
    throw unknown_name("labels", text, names);
  }
  const bool automatic = text == "auto", keep = text == "keep";
  if (kind == TargetKind::classes) {
    if (automatic || keep) return Labels::classes;
    throw InvalidInput("labels", text, "the loss takes classes as they are: --labels auto");
  }
  if (kind == TargetKind::signs) {
    if (automatic || text == "pm1") return Labels::signs;
    if (keep) return Labels::signs_kept;
    throw InvalidInput("labels", "01", "the loss takes -1 and +1: --labels auto");
  }
  if (automatic) return kind == TargetKind::numbers ? Labels::keep : Labels::probabilities;
  return keep ? Labels::keep : text == "01" ? Labels::zero_one : Labels::plus_minus;
}

bool Coding::numbers_classes() const {
  return !classes.empty() && codes == numbers_from_0(classes.size());
}

Vector Coding::encode(const data::Targets& targets) const {
  if (classes.empty()) return targets.numbers;
  std::unordered_map<std::string, double> code_of;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    code_of.emplace(classes[k], codes[static_cast<Index>(k)]);
  }
  Vector encoded(targets.size());
  for (Index i = 0; i < encoded.size(); ++i) {
    const auto found = code_of.find(targets.words.empty() ? data::class_name(targets.numbers[i])
                                                          : targets.words[i]);
    encoded[i] = found == code_of.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
  }
  return encoded;
}

std::string advice_on_words() {
  return "two classes are learnt by --objective logistic, several by softmax";
}

Coding choose_coding(Labels labels, const data::Targets& targets) {
  switch (labels) {
    case Labels::keep:
      break;
    case Labels::zero_one:
      return two_codes(targets, 0, 0);
    case Labels::plus_minus:
      return two_codes(targets, -1, -1);
    case Labels::probabilities:
      return of_probabilities(targets);
    case Labels::signs:
    case Labels::signs_kept:
      return of_signs(targets, labels);
    case Labels::classes:
      return of_classes(targets);
  }
  if (targets.words.empty()) return {};
  throw InvalidInput(
      "labels", std::nullopt,
      fmt::format("{} occur, must be numbers", shown_list(classes_of(targets), "and")),
      advice_on_words());
}

std::string shown_list(const std::vector<std::string>& all, const char* joint) {
  constexpr std::size_t most = 5;
  std::vector<std::string> names;
  for (const std::string& name : all) names.push_back(data::shown_name(name));
  if (names.size() > most) {
    return fmt::format("{}, ... ({} of them)", fmt::join(names.begin(), names.begin() + most, ", "),
                       names.size());
  }
  if (names.size() < 2) return names.empty() ? "" : names[0];
  return fmt::format("{} {} {}", fmt::join(names.begin(), names.end() - 1, ", "), joint,
                     names.back());
}

}  // namespace acgd::spec
