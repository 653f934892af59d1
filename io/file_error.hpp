#pragma once

#include "acgd/core/file_error.hpp"

namespace acgd::io {

using acgd::FileError;

}  // namespace acgd::io
