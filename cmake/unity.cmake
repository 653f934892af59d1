# The sources of a folder may be compiled as one: headers and templates they share are then read and made once. A build
# that is made once takes half as long so; those who edit compile every source by itself.
option(ACGD_UNITY "Compile the sources of a folder together" OFF)
# So large a source makes g++ look for garbage again and again, which takes a seventh of its time. Two gigabytes a
# compiler are too much to ask of those who only build the tool.
if(ACGD_UNITY AND ACGD_TESTS AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options(--param=ggc-min-heapsize=2097152)
endif()

# In as many portions as given, for several cores. Names in the sources of a folder must not clash.
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

# The library: as it is, and under sanitizers.
function(acgd_compile_library_together target)
  acgd_compile_together(${target} 3 src/objective)
  acgd_compile_together(${target} 2 src/oracle)
  acgd_compile_together(${target} 1
    src/core src/linalg src/parallel src/atom src/norm src/iterate src/active_set src/direction src/step src/traffic src/trace src/solve src/fit src/testing)
endfunction()
