#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace acgd {

/// Invalid input, found before iteration 0, as data: an argument, its value, the rule that it
/// violates and a hint. what() is formatted from them: "radius = -1: must be positive; hint".
///
///     throw InvalidInput("radius", radius, "must be positive");
///     throw InvalidInput({"weights", i}, weights[i], "must be finite");   // weights[3] = nan: ...
///     throw InvalidInput("set", "must not be null");                      // set: must not be null
class InvalidInput : public std::invalid_argument {
 public:
  /// The name of an argument or a file, and the place within it where there is one.
  struct Argument {
    Argument(const char* its_name) : name(its_name) {}
    Argument(std::string_view its_name) : name(its_name) {}
    Argument(std::string its_name, std::string its_place = {})
        : name(std::move(its_name)), place(std::move(its_place)) {}
    /// Entry [i] of a vector.
    Argument(std::string its_name, std::integral auto i)
        : Argument(std::move(its_name), place_text(static_cast<long long>(i))) {}
    /// Entry (i, j) of a matrix.
    Argument(std::string its_name, std::integral auto i, std::integral auto j)
        : Argument(std::move(its_name),
                   place_text(static_cast<long long>(i), static_cast<long long>(j))) {}

    std::string name;
    std::string place = {};  ///< "[3]", "(2, 0)", "[3].weight", ":7:2" of a file

   private:
    static std::string place_text(long long i);
    static std::string place_text(long long i, long long j);
  };

  /// The text of a number or a string, or std::nullopt for an error that is not about a value.
  struct Value {
    Value(std::nullopt_t) {}
    Value(double number);
    Value(std::integral auto number) : text(std::to_string(number)) {}
    Value(std::string its_text) : text(std::move(its_text)) {}
    Value(std::string_view its_text) : text(its_text) {}
    Value(const char* its_text) : text(its_text) {}

    std::optional<std::string> text = {};
  };

  struct Fields {
    std::string argument = {};  ///< empty if the error is not about an argument
    std::string place = {};
    std::optional<std::string> value = {};
    std::string rule = {};
    std::string hint = {};
    std::shared_ptr<const InvalidInput> cause = {};
  };

  explicit InvalidInput(Fields fields);
  /// An error that is not about one argument.
  explicit InvalidInput(std::string rule);
  InvalidInput(Argument argument, std::string rule);
  InvalidInput(Argument argument, Value value, std::string rule, std::string hint = {});
  /// An error inside the value of an argument: "set = l1:-1: radius = -1: must be positive".
  InvalidInput(Argument argument, Value value, const InvalidInput& cause);

  const Fields& fields() const { return *fields_; }
  const std::string& argument() const { return fields_->argument; }
  const std::string& place() const { return fields_->place; }
  const std::optional<std::string>& value() const { return fields_->value; }
  /// The text of the cause if there is one.
  const std::string& rule() const { return fields_->rule; }
  const std::string& hint() const { return fields_->hint; }
  /// The error inside the value, or null.
  const InvalidInput* cause() const { return fields_->cause.get(); }

  /// The same error with another name for its argument, such as that of a flag.
  InvalidInput with_argument(std::string name) const;

 private:
  std::shared_ptr<const Fields> fields_;  ///< shared, so that copies do not throw
};

/// Throws InvalidInput unless `value` is finite and positive.
void require_positive(const InvalidInput::Argument& argument, double value);

/// Throws InvalidInput unless `value` >= `least`.
void require_at_least(const InvalidInput::Argument& argument, long long value, long long least);

/// A file that cannot be opened, read or written. Invalid contents of a file are an InvalidInput.
class FileError : public std::runtime_error {
 public:
  /// "a.txt: cannot be opened: No such file or directory"; `error` is the system's errno.
  FileError(const std::string& file, std::string_view trouble, int error);
  /// "a.txt: is a directory", for errors without an errno.
  FileError(const std::string& file, std::string_view trouble);
};

}  // namespace acgd
