# The tool and its parts.
set(tools_tests)
set(folders io problem report)
if(NOT ACGD_SANITIZE)
  list(APPEND folders experiments)
endif()
foreach(folder ${folders})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_test.cpp)
  list(APPEND tools_tests ${sources})
endforeach()
acgd_add_tests(acgd_tools_tests ${tools_tests})
target_precompile_headers(acgd_tools_tests PRIVATE <gtest/gtest.h> <acgd/acgd.hpp>)
target_link_libraries(acgd_tools_tests PRIVATE acgd_tools ZLIB::ZLIB)
if(ACGD_UNITY)
  acgd_compile_together(acgd_tools_tests 1 experiments report)
endif()

# What follows is thin or numerical: under sanitizers the parts it is made of are enough.
if(ACGD_SANITIZE)
  return()
endif()

file(GLOB cli_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cli/*_test.cpp)
acgd_add_tests(acgd_cli_tests ${cli_tests})
target_precompile_headers(acgd_cli_tests PRIVATE <gtest/gtest.h> <nlohmann/json.hpp>)
target_compile_definitions(acgd_cli_tests PRIVATE ACGD_TOOL="$<TARGET_FILE:acgd-tool>" ACGD_SOURCE="${PROJECT_SOURCE_DIR}")
target_link_libraries(acgd_cli_tests PRIVATE nlohmann_json::nlohmann_json fmt::fmt ZLIB::ZLIB)
add_dependencies(acgd_cli_tests acgd-tool)

# The report in a real browser: a page with all that a report may have.
add_executable(make_sample_report report/make_sample.cpp)
target_include_directories(make_sample_report PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(make_sample_report PRIVATE acgd_tools)
acgd_be_strict(make_sample_report)
add_test(NAME report_in_browser
  COMMAND report/run_in_browser $<TARGET_FILE:make_sample_report> ${PROJECT_SOURCE_DIR}/web
  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
