# Several processes: every rank runs the same tests.
file(GLOB mpi_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/mpi/*.cpp)
list(FILTER mpi_tests EXCLUDE REGEX "/tool_.*test[.]cpp$")
add_executable(acgd_mpi_tests ${mpi_tests})
target_include_directories(acgd_mpi_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(acgd_mpi_tests PRIVATE acgd::mpi GTest::gtest)
target_compile_definitions(acgd_mpi_tests PRIVATE EIGEN_DONT_PARALLELIZE)
acgd_be_strict(acgd_mpi_tests)
acgd_compile_together(acgd_mpi_tests 1 mpi)
target_compile_options(acgd_mpi_tests PRIVATE $<$<CONFIG:Release>:-O1> -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow)

# More ranks than cores, as root too, each on one thread and on any core: other tests run concurrently.
set(mpi_environment OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
  OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none
  OMPI_MCA_mpi_yield_when_idle=1 OMP_NUM_THREADS=1)
# Started first: tests of two processors would wait for all others.
foreach(ranks 1 2 3 4 8)
  add_test(NAME mpi_on_${ranks}_ranks COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} $<TARGET_FILE:acgd_mpi_tests>)
  set_tests_properties(mpi_on_${ranks}_ranks PROPERTIES ENVIRONMENT "${mpi_environment}" PROCESSORS 2 COST 600)
  if(ranks GREATER 2)
    set_tests_properties(mpi_on_${ranks}_ranks PROPERTIES ${long})
  endif()
endforeach()

# Open MPI's launcher prints a banner for a non-zero exit code unless it is quiet.
execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE mpi_launcher ERROR_QUIET)
set(mpi_quiet "")
if(mpi_launcher MATCHES "Open MPI|OpenRTE")
  set(mpi_quiet " --quiet")
endif()

# The tool under mpirun.
if(ACGD_TOOL)
  file(GLOB tool_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/mpi/tool_*test.cpp)
  add_executable(acgd_mpi_tool_tests ${tool_tests})
  target_include_directories(acgd_mpi_tool_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  list(JOIN mpi_environment " " mpi_words)
  target_compile_definitions(acgd_mpi_tool_tests PRIVATE
    ACGD_TOOL="$<TARGET_FILE:acgd-tool>" ACGD_MPIRUN="env ${mpi_words} ${MPIEXEC_EXECUTABLE}${mpi_quiet}")
  find_package(ZLIB REQUIRED)
  target_link_libraries(acgd_mpi_tool_tests PRIVATE GTest::gtest_main nlohmann_json::nlohmann_json ZLIB::ZLIB)
  acgd_be_strict(acgd_mpi_tool_tests)
  acgd_compile_together(acgd_mpi_tool_tests 1 mpi)
  target_compile_options(acgd_mpi_tool_tests PRIVATE $<$<CONFIG:Release>:-O1>)
  add_dependencies(acgd_mpi_tool_tests acgd-tool acgd_mpi)
  gtest_discover_tests(acgd_mpi_tool_tests DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES TEST_FILTER -KilledRank.*
    PROPERTIES PROCESSORS 2 COST 600)
  # Kills ranks at random moments; runs resume from checkpoints.
  add_test(NAME killed_ranks COMMAND acgd_mpi_tool_tests --gtest_filter=KilledRank.*)
  set_tests_properties(killed_ranks PROPERTIES PROCESSORS 2 COST 600 ENVIRONMENT ACGD_KILLS=50 ${long})
endif()
