#include "acgd/core/error.hpp"

#include <cmath>
#include <system_error>

#include "core/compose.hpp"

namespace acgd {

namespace {

std::string sentence(const InvalidInput::Fields& fields) {
  std::string text = fields.argument + fields.place;
  if (fields.value) text += " = " + *fields.value;
  if (!text.empty()) text += ": ";
  text += fields.rule;
  if (!fields.hint.empty()) text += "; " + fields.hint;
  return text;
}

}  // namespace

std::string InvalidInput::Argument::place_text(long long i) { return compose("[{}]", i); }

std::string InvalidInput::Argument::place_text(long long i, long long j) {
  return compose("({}, {})", i, j);
}

InvalidInput::Value::Value(double number) : text(compose("{}", number)) {}

InvalidInput::InvalidInput(Fields fields)
    : std::invalid_argument(sentence(fields)),
      fields_(std::make_shared<const Fields>(std::move(fields))) {}

InvalidInput::InvalidInput(std::string rule) : InvalidInput(Fields{.rule = std::move(rule)}) {}

InvalidInput::InvalidInput(Argument argument, std::string rule)
    : InvalidInput(std::move(argument), std::nullopt, std::move(rule)) {}

InvalidInput::InvalidInput(Argument argument, Value value, std::string rule, std::string hint)
    : InvalidInput(Fields{.argument = std::move(argument.name),
                          .place = std::move(argument.place),
                          .value = std::move(value.text),
                          .rule = std::move(rule),
                          .hint = std::move(hint)}) {}

InvalidInput::InvalidInput(Argument argument, Value value, const InvalidInput& cause)
    : InvalidInput(Fields{.argument = std::move(argument.name),
                          .place = std::move(argument.place),
                          .value = std::move(value.text),
                          .rule = cause.what(),
                          .cause = std::make_shared<const InvalidInput>(cause)}) {}

InvalidInput InvalidInput::with_argument(std::string name) const {
  Fields fields = *fields_;
  fields.argument = std::move(name);
  return InvalidInput(std::move(fields));
}

void require_positive(const InvalidInput::Argument& argument, double value) {
  if (!(value > 0 && std::isfinite(value))) {
    throw InvalidInput(argument, value, "must be positive and finite");
  }
}

void require_at_least(const InvalidInput::Argument& argument, long long value, long long least) {
  if (value < least) {
    throw InvalidInput(argument, value, compose("must be at least {}", least));
  }
}

FileError::FileError(const std::string& file, std::string_view trouble, int error)
    : std::runtime_error(
          compose("{}: {}: {}", file, trouble, std::generic_category().message(error))) {}

FileError::FileError(const std::string& file, std::string_view trouble)
    : std::runtime_error(compose("{}: {}", file, trouble)) {}

}  // namespace acgd
