# The library once more, under sanitizers. Tests are not compiled again: the objects that examine the library as it is
# examine these, too, linked behind them, so that of functions which both have the examined one is taken.
function(acgd_add_sanitized_library name sanitizers)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${acgd_sources})
  target_include_directories(${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name} PRIVATE Eigen3::Eigen Spectra::Spectra fmt::fmt-header-only acgd_solvers)
  target_precompile_headers(${name} PRIVATE <Eigen/Core>)
  acgd_compile_library_together(${name})
  acgd_be_strict(${name})
  # -O1 keeps the tests quick. GCC loses track of what is initialised in instrumented code. The address sanitizer sees
  # what the checks left out would, and they take a third of the compiler's time.
  target_compile_options(${name} PRIVATE -UNDEBUG -O1 -g1 -fno-omit-frame-pointer -Wno-maybe-uninitialized
    -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-sanitize=null,object-size,vptr)
  # The compiler takes a fifth less where a check of undefined behaviour ends in a trap, of which the address sanitizer tells
  # the line as of its own: acgd_run_together asks for that.
  target_compile_options(${name} PRIVATE -fsanitize-undefined-trap-on-error)
  # What was never written reads as NaN. Eigen allocates as in the tests, which are compiled without sanitizers.
  target_compile_definitions(${name} PRIVATE _GLIBCXX_ASSERTIONS EIGEN_INITIALIZE_MATRICES_BY_NAN
    EIGEN_MALLOC_ALREADY_ALIGNED=1 EIGEN_DONT_PARALLELIZE)
endfunction()

acgd_add_sanitized_library(acgd_sanitized address,undefined)
if(OpenMP_CXX_FOUND)
  target_link_libraries(acgd_sanitized PRIVATE OpenMP::OpenMP_CXX)
endif()
# Without OpenMP, whose own runtime is not instrumented: the sanitizer would take its locks for races.
acgd_add_sanitized_library(acgd_thread_sanitized thread)

# The objects of an executable of tests, with such a library. A sanitized program takes long to start, so it runs many
# tests at a time.
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
