# The tool and its parts.
set(tools_tests)
foreach(folder io problem experiments report)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_test.cpp)
  list(APPEND tools_tests ${sources})
endforeach()
acgd_add_tests(acgd_tools_tests ${tools_tests})
target_precompile_headers(acgd_tools_tests PRIVATE <gtest/gtest.h> <Eigen/Core>)
target_link_libraries(acgd_tools_tests PRIVATE acgd_tools ZLIB::ZLIB)
