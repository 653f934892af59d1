#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"

namespace acgd::commands {

/// status, message, value, gap, counts, seconds by stage; what is not finite is null.
nlohmann::ordered_json to_json(const Result& result);

nlohmann::ordered_json to_json(const Counts& counts);

/// The options as they are in the end, with the parameters of the rules. An absent one of a rule is
/// a text, an absent limit is null.
nlohmann::ordered_json to_json(Options options);

/// As text, ending with a new line; no byte sequence makes it throw.
std::string dump(const nlohmann::ordered_json& json);

}  // namespace acgd::commands
