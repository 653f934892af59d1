# Optional solvers of some sets: LEMON (flows; header-only) and Clp (linear programs). Without them these sets throw an
# error that names the package.
option(ACGD_CLP "Solve linear programs with Clp, where it is found" ON)
add_library(acgd_solvers INTERFACE)
set(acgd_solver_libraries)

find_path(LEMON_HEADERS lemon/network_simplex.h)
if(LEMON_HEADERS)
  target_compile_definitions(acgd_solvers INTERFACE ACGD_HAS_LEMON)
  target_include_directories(acgd_solvers SYSTEM INTERFACE ${LEMON_HEADERS})
endif()

find_path(CLP_HEADERS ClpSimplex.hpp PATH_SUFFIXES coin)
find_library(CLP_LIBRARY Clp)
find_library(COINUTILS_LIBRARY CoinUtils)
if(ACGD_CLP AND CLP_HEADERS AND CLP_LIBRARY AND COINUTILS_LIBRARY)
  target_compile_definitions(acgd_solvers INTERFACE ACGD_HAS_CLP)
  target_include_directories(acgd_solvers SYSTEM INTERFACE ${CLP_HEADERS})
  list(APPEND acgd_solver_libraries Clp CoinUtils)
endif()
# A separate object, which the Python package may replace by one without Clp.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/oracle/linear_program_solver.cpp PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON)
target_link_libraries(acgd_solvers INTERFACE ${acgd_solver_libraries})
list(TRANSFORM acgd_solver_libraries PREPEND -l OUTPUT_VARIABLE acgd_solver_flags)
list(JOIN acgd_solver_flags " " acgd_solver_flags)
