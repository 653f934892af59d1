#pragma once

#include <concepts>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// Valid range of a parameter.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool includes_least = true;
  bool includes_most = true;
  const char* rule = "must be a number";  ///< end of the error message: "must be >= 0 and finite"
  bool is_time = false;                   ///< in seconds

  bool contains(double value) const;
};

namespace range {
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr Range finite{-kInfinity, kInfinity, false, false, "must be finite"};
inline constexpr Range positive{0, kInfinity, false, false, "must be positive and finite"};
inline constexpr Range non_negative{0, kInfinity, true, false, "must be >= 0 and finite"};
inline constexpr Range not_below_0{0, kInfinity, true, true, "must be >= 0"};
inline constexpr Range seconds{0, kInfinity, true, true, "must be >= 0", true};
inline constexpr Range seconds_above_0{0, kInfinity, false, true, "must be > 0", true};
inline constexpr Range up_to_1{0, 1, false, true, "must be in (0, 1]"};
/// With a factor closer to 1 a search would need thousands of trials.
inline constexpr Range growth{1.001, kInfinity, true, false, "must be at least 1.001 and finite"};
inline constexpr Range from_0{0, kInfinity, true, true, "must be at least 0"};
inline constexpr Range from_1{1, kInfinity, true, true, "must be at least 1"};
inline constexpr Range from_2{2, kInfinity, true, true, "must be at least 2"};
inline constexpr Range any{};  ///< for values that are not numbers
}  // namespace range

/// An enum member with the names of its values.
class Word {
 public:
  /// `words` in the order of the enum's values, which start at 0.
  template <class Enum>
  Word(Enum& value, std::vector<std::string_view> words)
      : words_(std::move(words)),
        get_([&value] { return static_cast<std::size_t>(value); }),
        set_([&value](std::size_t k) { value = static_cast<Enum>(k); }) {}

  const std::vector<std::string_view>& words() const { return words_; }
  std::string_view get() const { return words_[get_()]; }
  /// False if it is none of the words.
  bool set(std::string_view word) const;

 private:
  std::vector<std::string_view> words_;
  std::function<std::size_t()> get_;
  std::function<void(std::size_t)> set_;
};

/// Describes one member of a struct of parameters.
///
///     struct OpenLoop {
///       static constexpr std::string_view name = "open-loop";
///       static constexpr std::string_view sentence = "l / (k + l), whatever f does";
///       double l = 2;
///
///       Description describe() { return {{"l", l, range::positive, "2 is the classic rule"}}; }
///       std::unique_ptr<StepRule> begin(const StepContext& context) const;
///     };
///
/// Validation, checkpoints, command line, JSON, Python and the tables of the docs are derived from
/// it.
struct Parameter {
  using Member =
      std::variant<bool*, int*, Index*, double*, std::string*, std::optional<bool>*,
                   std::optional<int>*, std::optional<Index>*, std::optional<double>*, Word>;

  /// A member, or an enum member as a Word.
  template <class T>
  Parameter(std::string_view name_, T& member_, Range range_, std::string_view sentence_,
            std::string_view absent_ = "")
      : name(name_), member(&member_), range(range_), sentence(sentence_), absent(absent_) {}
  Parameter(std::string_view name_, Word word, std::string_view sentence_)
      : name(name_), member(std::move(word)), range(range::any), sentence(sentence_) {}
  // Not inline, to save compile time.
  Parameter(const Parameter& other);
  Parameter(Parameter&& other) noexcept;
  Parameter& operator=(const Parameter& other);
  Parameter& operator=(Parameter&& other) noexcept;
  ~Parameter();

  std::string_view name;      ///< as in C++ and Python: initial_lipschitz
  Member member;              ///< points to the value
  Range range;                ///< of the value, if present and a number
  std::string_view sentence;  ///< one-line description
  std::string_view absent;    ///< meaning of an absent value: "found by a probe"
};

/// The members of a struct, in order. Holds pointers into the struct.
using Description = std::vector<Parameter>;

/// Whether it may be absent.
bool is_optional(const Parameter& parameter);
/// Whether it is absent, or an infinite limit.
bool is_absent(const Parameter& parameter);
/// Its value as users type it, "none" if it is absent.
std::string value_text(const Parameter& parameter);
/// Its value, or the meaning of an absent one, as help shows a default.
std::string default_text(const Parameter& parameter);
/// The parameter of this name, or null. Dashes equal underscores: initial-lipschitz.
Parameter* find(Description& description, std::string_view name);

/// Sets a parameter from a text: "0.5", "1e4" (for a count, too), "true", "paper", "none" for an
/// absent one. Throws InvalidInput if the text cannot be parsed; validate() checks ranges.
void assign(Parameter& parameter, std::string_view text);

/// Throws InvalidInput naming the first parameter that is out of range, as in
/// "gamma = 2: must be in (0, 1]".
void validate(const Description& description);
/// As above, for a struct.
template <class Parameters>
requires requires(Parameters parameters) { parameters.describe(); }
void validate(Parameters parameters) { validate(parameters.describe()); }

/// Saves each value, or compares it with the one in the checkpoint: these must be equal when a run
/// is resumed.
void expect(Archive& archive, const Description& description);
template <class Parameters>
requires requires(Parameters parameters) { parameters.describe(); }
void expect(Archive& archive, Parameters parameters) { expect(archive, parameters.describe()); }

/// Whether a struct of parameters can create a rule.
template <class Parameters, class Rule, class Context>
concept Begins = requires(const Parameters& parameters, const Context& context) {
  { parameters.begin(context) } -> std::convertible_to<std::unique_ptr<Rule>>;
};

/// A rule before its run: any struct of parameters with a begin(context) that creates the rule,
/// held by value. describe(), name and sentence are optional: all structs of the library have them,
/// user-defined ones need not.
template <class Rule, class Context>
class Choice {
 public:
  template <Begins<Rule, Context> Parameters>
  Choice(Parameters parameters)
      : held_(std::make_unique<Held<Parameters>>(std::move(parameters))) {}
  Choice(const Choice& other) : held_(other.held_->copy()) {}
  Choice(Choice&&) noexcept = default;
  Choice& operator=(Choice other) noexcept {
    held_ = std::move(other.held_);
    return *this;
  }

  /// For instance "open-loop"; "custom" if the struct has no name.
  std::string_view name() const { return held_->name(); }
  std::string_view sentence() const { return held_->sentence(); }
  /// Its parameters, readable and writable.
  Description describe() { return held_->describe(); }

  /// Creates the rule for one run. Throws InvalidInput if a parameter is out of range, or if
  /// something it needs is missing.
  std::unique_ptr<Rule> begin(const Context& context) const { return held_->begin(context); }

 private:
  struct Any {
    virtual ~Any() = default;
    virtual std::unique_ptr<Any> copy() const = 0;
    virtual std::string_view name() const = 0;
    virtual std::string_view sentence() const = 0;
    virtual Description describe() = 0;
    virtual std::unique_ptr<Rule> begin(const Context& context) const = 0;
  };

  template <class Parameters>
  struct Held final : Any {
    explicit Held(Parameters given) : parameters(std::move(given)) {}
    std::unique_ptr<Any> copy() const override { return std::make_unique<Held>(parameters); }
    std::string_view name() const override {
      if constexpr (requires { Parameters::name; }) return Parameters::name;
      return "custom";
    }
    std::string_view sentence() const override {
      if constexpr (requires { Parameters::sentence; }) return Parameters::sentence;
      return "";
    }
    Description describe() override {
      if constexpr (requires { parameters.describe(); }) return parameters.describe();
      return {};
    }
    std::unique_ptr<Rule> begin(const Context& context) const override {
      if constexpr (requires(Parameters p) { p.describe(); }) validate(parameters);
      return parameters.begin(context);
    }

    Parameters parameters;
  };

  std::unique_ptr<Any> held_;
};

}  // namespace acgd
