# Unity build: the sources of a folder are compiled together, which halves the time of a full build. For development,
# sources are compiled separately.
option(ACGD_UNITY "Compile the sources of a folder together" OFF)
# Large sources make g++ collect garbage repeatedly, a seventh of its time. The larger heap (2 GB per compiler) is used
# only for builds with tests.
if(ACGD_UNITY AND ACGD_TESTS AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options(--param=ggc-min-heapsize=2097152)
endif()

# Compiles in the given number of portions, for several cores. Names in the sources of a folder must not clash.
function(acgd_compile_together target portions)
  if(NOT ACGD_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(folder ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    string(MAKE_C_IDENTIFIER ${folder} group)
    set(number 0)
    foreach(source ${sources})
      math(EXPR portion "${number} % ${portions}")
      math(EXPR number "${number} + 1")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${portion})
    endforeach()
  endforeach()
endfunction()

# The library, with and without sanitizers.
function(acgd_compile_library_together target)
  acgd_compile_together(${target} 3 src/objective)
  acgd_compile_together(${target} 2 src/oracle)
  acgd_compile_together(${target} 1
    src/core src/linalg src/parallel src/atom src/norm src/iterate src/active_set src/direction src/step src/traffic src/trace src/solve src/fit src/testing)
endfunction()
