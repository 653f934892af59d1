# The tool and its parts.
set(tools_tests)
foreach(folder data spec report experiments)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_test.cpp)
  list(APPEND tools_tests ${sources})
endforeach()
acgd_add_tests(acgd_tools_tests ${tools_tests})
target_precompile_headers(acgd_tools_tests_objects REUSE_FROM acgd_tests_objects)
target_link_libraries(acgd_tools_tests_objects PUBLIC acgd_tools ZLIB::ZLIB)
foreach(folder data spec experiments report)
  acgd_compile_together(acgd_tools_tests_objects 1 ${folder})
endforeach()
target_compile_definitions(acgd_tools_tests_objects PRIVATE ACGD_SOURCE="${PROJECT_SOURCE_DIR}")

file(GLOB cli_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/commands/*_test.cpp)
acgd_add_tests(acgd_cli_tests ${cli_tests})
target_precompile_headers(acgd_cli_tests_objects REUSE_FROM acgd_tests_objects)
acgd_compile_together(acgd_cli_tests_objects 2 commands)
# The tool without Clp: the object that uses Clp, compiled without it, replaces the library's.
add_executable(acgd_tool_without_solvers ${PROJECT_SOURCE_DIR}/src/oracle/linear_program_solver.cpp)
target_link_libraries(acgd_tool_without_solvers PRIVATE acgd_commands)
acgd_be_strict(acgd_tool_without_solvers)
target_compile_definitions(acgd_cli_tests_objects PRIVATE
  ACGD_TOOL="$<TARGET_FILE:acgd-tool>" ACGD_SOURCE="${PROJECT_SOURCE_DIR}"
  ACGD_TOOL_WITHOUT_SOLVERS="$<TARGET_FILE:acgd_tool_without_solvers>")
target_link_libraries(acgd_cli_tests_objects PUBLIC nlohmann_json::nlohmann_json fmt::fmt ZLIB::ZLIB)
add_dependencies(acgd_cli_tests acgd-tool acgd_tool_without_solvers)

# The files that CONTRIBUTING.md names for additions are sufficient.
add_test(NAME adding
  COMMAND docs/check_adding ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} ${CMAKE_CXX_COMPILER}
    $<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES> $<TARGET_FILE:acgd_tools> $<TARGET_FILE:acgd>
    "${OpenMP_CXX_FLAGS} ${acgd_solver_flags}" "$<FILTER:$<TARGET_OBJECTS:acgd_commands>,INCLUDE,[.]o$>"
  COMMAND_EXPAND_LISTS
  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
# Long tests start first, as the other tests with a cost.
set_tests_properties(adding PROPERTIES COST 400 ${long})

# The report in a real browser: a page with every element of a report.
add_executable(make_sample_report report/make_sample.cpp)
target_include_directories(make_sample_report PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(make_sample_report PRIVATE acgd_tools)
acgd_be_strict(make_sample_report)
add_test(NAME report_in_browser
  COMMAND report/run_in_browser $<TARGET_FILE:make_sample_report> /usr/bin/python3
  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
# Serial: a browser on busy cores does not draw in time.
# Pages of make site are tested, too, if it was run.
set_tests_properties(report_in_browser PROPERTIES COST 300 RUN_SERIAL TRUE ${long}
  ENVIRONMENT ACGD_SITE=${PROJECT_BINARY_DIR}/site)
