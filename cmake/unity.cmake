# Unity build: the sources of a folder are compiled together, which halves the time of a full build. For development,
# sources are compiled separately.
option(ACGD_UNITY "Compile the sources of a folder together" OFF)
# Large sources make g++ collect garbage repeatedly, a seventh of its time, unless its heap may grow: to 2 GB where the
# machine has the memory.
if(ACGD_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  cmake_host_system_information(RESULT megabytes QUERY TOTAL_PHYSICAL_MEMORY)
  if(megabytes GREATER 7000)
    add_compile_options(--param=ggc-min-heapsize=2097152)
  endif()
endif()

# Compiles the sources of some folders in the given number of portions, for several cores. Each portion parses and
# instantiates Eigen's templates once more, so small folders share one. Names in a portion must not clash.
function(acgd_compile_together target portions)
  if(NOT ACGD_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  list(TRANSFORM ARGN REPLACE "(.+)" "${CMAKE_CURRENT_SOURCE_DIR}/\\1/*.cpp" OUTPUT_VARIABLE patterns)
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  string(MAKE_C_IDENTIFIER ${ARGV2} group)
  set(number 0)
  foreach(source ${sources})
    math(EXPR portion "${number} % ${portions}")
    math(EXPR number "${number} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${portion})
  endforeach()
endfunction()

# The library, with and without sanitizers.
function(acgd_compile_library_together target)
  acgd_compile_together(${target} 2 src/objective)
  acgd_compile_together(${target} 2 src/oracle)
  acgd_compile_together(${target} 1 src/core src/atom src/norm src/iterate src/step src/trace)
  acgd_compile_together(${target} 1 src/linalg src/parallel)
  acgd_compile_together(${target} 1 src/active_set src/direction src/traffic src/testing)
  acgd_compile_together(${target} 1 src/solve)
  acgd_compile_together(${target} 1 src/fit)
endfunction()
