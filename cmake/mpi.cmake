# The MPI part, if MPI is found: a separate library, which the tool loads under mpirun and programs request as a
# component.
set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI 3.0 QUIET COMPONENTS CXX)
if(NOT MPI_CXX_FOUND)
  return()
endif()

file(GLOB mpi_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/mpi/*.cpp)
# It needs only the symbol that encodes the alignment of vectors; the loading program has the rest of the library.
add_library(acgd_mpi SHARED ${mpi_sources} ${PROJECT_SOURCE_DIR}/src/core/vector.cpp)
add_library(acgd::mpi ALIAS acgd_mpi)
target_sources(acgd_mpi PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/mpi/include
  FILES ${PROJECT_SOURCE_DIR}/mpi/include/acgd/mpi/mpi_team.hpp)
target_include_directories(acgd_mpi PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
target_compile_features(acgd_mpi PUBLIC cxx_std_20)
target_link_libraries(acgd_mpi PUBLIC MPI::MPI_CXX INTERFACE acgd PRIVATE Eigen3::Eigen)
acgd_be_strict(acgd_mpi)
acgd_compile_together(acgd_mpi 1 mpi)
set_target_properties(acgd_mpi PROPERTIES
  EXPORT_NAME mpi
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
  VERIFY_INTERFACE_HEADER_SETS ON)

if(ACGD_INSTALL)
  include(GNUInstallDirs)
  install(TARGETS acgd_mpi EXPORT acgdMpiTargets FILE_SET HEADERS INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT acgdMpiTargets NAMESPACE acgd:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/acgd)
endif()
