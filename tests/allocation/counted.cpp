#include "allocation/counted.hpp"

#include <cstdlib>

namespace acgd_test {

std::atomic<long> allocations{0};
std::atomic<long> failing_allocation{-1};

}  // namespace acgd_test

static bool fails() { return ++acgd_test::allocations == acgd_test::failing_allocation; }

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);

void* malloc(std::size_t size) { return fails() ? nullptr : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) {
  return fails() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) { return fails() ? nullptr : __libc_realloc(old, size); }
}
