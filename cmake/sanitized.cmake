# The library with sanitizers. The test objects are not recompiled: they are linked after the sanitized library, so that
# its definitions take precedence.
function(acgd_add_sanitized_library name sanitizers)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${acgd_sources})
  target_include_directories(${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name} PRIVATE Eigen3::Eigen Spectra::Spectra fmt::fmt-header-only acgd_solvers)
  target_precompile_headers(${name} PRIVATE <Eigen/Core>)
  acgd_compile_library_together(${name})
  acgd_be_strict(${name})
  # -O1 keeps the tests fast. GCC reports false uninitialised variables in instrumented code. The omitted checks are
  # covered by the address sanitizer, and take a third of the compile time.
  target_compile_options(${name} PRIVATE -UNDEBUG -O1 -g1 -fno-omit-frame-pointer -Wno-maybe-uninitialized
    -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-sanitize=null,object-size,vptr)
  # Trapping on undefined behaviour saves a fifth of the compile time; the address sanitizer reports the line of the
  # trap (see acgd_run_together).
  target_compile_options(${name} PRIVATE -fsanitize-undefined-trap-on-error)
  # Uninitialised entries are NaN. Eigen's allocation must agree with the tests, which are compiled without sanitizers.
  target_compile_definitions(${name} PRIVATE _GLIBCXX_ASSERTIONS EIGEN_INITIALIZE_MATRICES_BY_NAN
    EIGEN_MALLOC_ALREADY_ALIGNED=1 EIGEN_DONT_PARALLELIZE)
endfunction()

acgd_add_sanitized_library(acgd_sanitized address,undefined)
if(OpenMP_CXX_FOUND)
  target_link_libraries(acgd_sanitized PRIVATE OpenMP::OpenMP_CXX)
endif()
# Without OpenMP, whose runtime is not instrumented: the sanitizer would report its locks as races.
acgd_add_sanitized_library(acgd_thread_sanitized thread)

# The objects of a test executable linked with a sanitized library. Sanitized programs start slowly, so each runs many
# tests.
function(acgd_add_sanitized_tests tests library sanitizers)
  set(name ${tests}_${library})
  add_executable(${name} EXCLUDE_FROM_ALL
    $<TARGET_OBJECTS:${library}> $<TARGET_OBJECTS:${tests}_objects> $<TARGET_OBJECTS:acgd_test_support> $<TARGET_OBJECTS:acgd_decompositions>)
  target_link_libraries(${name} PRIVATE GTest::gtest_main ${acgd_solver_libraries} $<TARGET_NAME_IF_EXISTS:OpenMP::OpenMP_CXX>)
  target_link_options(${name} PRIVATE -fsanitize=${sanitizers})
  add_dependencies(${library}_tests ${name})
  acgd_run_together(${name} CONFIGURATIONS Sanitized)
endfunction()
add_custom_target(acgd_sanitized_tests)
add_custom_target(acgd_thread_sanitized_tests)
