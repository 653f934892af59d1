// A source of its own: the MPI part links this symbol and nothing else of the library.
#include "acgd/core/vector.hpp"

namespace acgd {

template <int bytes>
void library_built_for_eigen_alignment() {}

template void library_built_for_eigen_alignment<EIGEN_DEFAULT_ALIGN_BYTES>();

}  // namespace acgd
