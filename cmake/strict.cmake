# Warnings and sanitizers for our own targets; consumers never inherit them.
function(acgd_be_strict target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC sees overruns that are not there in Eigen's vectorised loops; the address sanitizer sees the real ones.
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overread)
  endif()
  if(ACGD_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(ACGD_SANITIZE)
    # -O1 keeps the tests quick; what was never written reads as NaN. GCC loses track of what is
    # initialised in instrumented code.
    target_compile_options(${target} PRIVATE
      -fsanitize=${ACGD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g1 -Wno-maybe-uninitialized)
    # The address sanitizer sees what these would, and they take a third of the compiler's time.
    target_compile_options(${target} PRIVATE -fno-sanitize=null,object-size,vptr)
    target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS EIGEN_INITIALIZE_MATRICES_BY_NAN)
    target_link_options(${target} PUBLIC -fsanitize=${ACGD_SANITIZE})
  endif()
endfunction()

# For code around the library, which casts no pointers: leaves out another third.
function(acgd_sanitize_lightly target)
  if(ACGD_SANITIZE)
    target_compile_options(${target} PRIVATE -fno-sanitize=alignment)
  endif()
endfunction()
