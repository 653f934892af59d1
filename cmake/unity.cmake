# The sources of a folder may be compiled as one: headers and templates they share are then read and made once. A build
# that is made once and for tests takes half as long so; users' own, and those who edit, compile every source by itself.
set(ACGD_UNITY OFF CACHE STRING "What to compile folder by folder: OFF, TESTS or ALL")

# In as many portions as given, for several cores. Names in the sources of a folder must not clash.
function(acgd_compile_together target portions)
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
