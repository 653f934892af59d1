# libFuzzer targets, one per file of fuzz/targets: cmake --build . --target fuzz. They have a separate build of the
# parts that they reach.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR
    "ACGD_FUZZ: ${CMAKE_CXX_COMPILER} has no libFuzzer: must be clang, as in -DCMAKE_CXX_COMPILER=clang++")
endif()
find_package(ZLIB REQUIRED)
find_package(CLI11 2.1 REQUIRED)

# Library and targets share a precompiled header, which requires the same mode.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)

# Code under test: readers, including those of Python's arrays, specifications, arguments, and the library.
file(GLOB_RECURSE fuzzed CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cpp ${PROJECT_SOURCE_DIR}/app/data/*.cpp
  ${PROJECT_SOURCE_DIR}/app/experiments/*.cpp ${PROJECT_SOURCE_DIR}/app/spec/*.cpp ${PROJECT_SOURCE_DIR}/fuzz/*.cpp)
list(FILTER fuzzed EXCLUDE REGEX "/src/testing/|/fuzz/targets/")
foreach(file
    python/bindings/sparse_arrays app/commands/arguments app/commands/outputs
    app/commands/data app/commands/problem_arguments app/commands/result_json app/commands/run_arguments app/commands/streams
    app/commands/text app/commands/threads app/report/text)
  list(APPEND fuzzed ${PROJECT_SOURCE_DIR}/${file}.cpp)
endforeach()

# Eigen's and Spectra's decompositions and CLI11 are not instrumented, which halves the build time.
set_source_files_properties(${acgd_decompositions} ${PROJECT_SOURCE_DIR}/app/commands/arguments.cpp
  PROPERTIES COMPILE_OPTIONS "-fno-sanitize=all;-O0;-g0" SKIP_PRECOMPILE_HEADERS ON)

# Uninitialised entries are NaN. The address sanitizer covers the omitted checks.
set(sanitizers address,undefined)
set(fuzz_options -O1 -g1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,${sanitizers} -fno-sanitize-recover=all
  -fno-sanitize=null,object-size,vptr,alignment)

add_library(acgd_fuzzed STATIC EXCLUDE_FROM_ALL ${fuzzed})
target_compile_options(acgd_fuzzed PUBLIC ${fuzz_options})
target_compile_definitions(acgd_fuzzed PUBLIC EIGEN_DONT_PARALLELIZE EIGEN_INITIALIZE_MATRICES_BY_NAN)
target_include_directories(acgd_fuzzed PUBLIC
  ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/python ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include ${PROJECT_SOURCE_DIR}/fuzz
  ${PROJECT_SOURCE_DIR}/src)
target_precompile_headers(acgd_fuzzed PRIVATE <acgd/acgd.hpp> <fmt/format.h>)
acgd_compile_library_together(acgd_fuzzed)
foreach(folder data spec commands)
  acgd_compile_together(acgd_fuzzed 1 app/${folder})
endforeach()
target_link_libraries(acgd_fuzzed PUBLIC Eigen3::Eigen fmt::fmt ZLIB::ZLIB acgd_solvers PRIVATE Spectra::Spectra CLI11::CLI11)

add_custom_target(fuzz)
file(GLOB targets CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/targets/*.cpp)
foreach(file ${targets})
  cmake_path(GET file STEM name)
  add_executable(fuzz_${name} EXCLUDE_FROM_ALL ${file})
  set_target_properties(fuzz_${name} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/targets)
  target_link_libraries(fuzz_${name} PRIVATE acgd_fuzzed)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer,${sanitizers})
  target_precompile_headers(fuzz_${name} REUSE_FROM acgd_fuzzed)
  add_dependencies(fuzz fuzz_${name})
endforeach()
