#pragma once

#include "acgd/core/whole_file.hpp"

namespace acgd::io {

using acgd::write_whole;

}  // namespace acgd::io
