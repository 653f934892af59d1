#include "bindings/parameters.hpp"

#include <fmt/format.h>

#include "acgd/core/error.hpp"

namespace acgd::python {
namespace {

const char* kind_of(bool) { return "flag"; }
const char* kind_of(int) { return "small count"; }
const char* kind_of(Index) { return "count"; }
const char* kind_of(double) { return "number"; }
const char* kind_of(const std::string&) { return "text"; }
template <class T>
const char* kind_of(const std::optional<T>&) {
  return kind_of(T());
}

/// Converts a parameter; words and other types differ.
struct ToDict {
  py::dict& dict;

  void operator()(const Word& word) const {
    dict["kind"] = "word";
    dict["default"] = word.get();
    dict["words"] = word.words();
  }
  template <class T>
  void operator()(const T* member) const {
    dict["kind"] = kind_of(*member);
    dict["default"] = *member;
    dict["words"] = py::list();
  }
};

}  // namespace

py::list to_list(const Description& description) {
  py::list list;
  for (const Parameter& parameter : description) {
    py::dict dict;
    dict["name"] = parameter.name;
    std::visit(ToDict{dict}, parameter.member);
    const bool absent = is_absent(parameter);
    if (absent) dict["default"] = py::none();
    dict["is_optional"] = absent || is_optional(parameter);
    const std::string_view rule = parameter.range.rule;
    dict["rule"] = rule == Range{}.rule ? "" : rule;
    dict["sentence"] = parameter.sentence;
    dict["absent"] = parameter.absent;
    list.append(dict);
  }
  return list;
}

void assign(Description description, const py::dict& values) {
  for (const auto& [key, value] : values) {
    const auto name = key.cast<std::string>();
    Parameter* parameter = find(description, name);
    if (parameter == nullptr) throw InvalidInput(name, "there is no such parameter");
    if (std::holds_alternative<Word>(parameter->member)) {
      assign(*parameter, value.cast<std::string>());
      continue;
    }
    std::visit(
        [&value = value](auto& member) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(member)>, Word>) {
            *member = value.template cast<std::decay_t<decltype(*member)>>();
          }
        },
        parameter->member);
  }
}

}  // namespace acgd::python
