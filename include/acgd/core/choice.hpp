#pragma once

#include <concepts>
#include <memory>
#include <string_view>

#include "acgd/core/description.hpp"

namespace acgd {

/// Whether a struct of parameters can make a rule.
template <class Parameters, class Rule, class Context>
concept Begins = requires(const Parameters& parameters, const Context& context) {
  { parameters.begin(context) } -> std::convertible_to<std::unique_ptr<Rule>>;
};

/// A rule that has not begun: a struct of parameters with a begin(context) that makes the rule,
/// kept as a value whatever the struct is. A struct that has describe(), name and sentence, as all
/// of ours do, can be asked for them; others, of users' own, need not have them.
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

  /// "open-loop"; "custom" for one that does not say.
  std::string_view name() const { return held_->name(); }
  std::string_view sentence() const { return held_->sentence(); }
  /// Its parameters, to be read and changed.
  Description describe() { return held_->describe(); }

  /// A fresh rule for one run; throws InvalidInput if a parameter is out of range, or if it lacks
  /// something it needs.
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
