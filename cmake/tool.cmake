# The tool and its library: readers, specifications, the paper's experiments and the report.
find_package(ZLIB REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(nlohmann_json 3 REQUIRED)
include(${PROJECT_SOURCE_DIR}/app/report/embed.cmake)

set(tools_sources)
foreach(folder data spec experiments report)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/app/${folder}/*.cpp)
  list(APPEND tools_sources ${sources})
endforeach()
acgd_embed_page(${PROJECT_SOURCE_DIR}/web ${PROJECT_BINARY_DIR}/report/page.cpp)
add_library(acgd_tools STATIC ${tools_sources} ${PROJECT_BINARY_DIR}/report/page.cpp)
target_include_directories(acgd_tools PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(acgd_tools PUBLIC EIGEN_DONT_PARALLELIZE)
target_precompile_headers(acgd_tools PRIVATE <acgd/acgd.hpp> <fmt/format.h>)
target_link_libraries(acgd_tools
  PUBLIC acgd::acgd fmt::fmt-header-only nlohmann_json::nlohmann_json
  PRIVATE ZLIB::ZLIB)
acgd_be_strict(acgd_tools)
# -O3 is for the library's loops.
target_compile_options(acgd_tools PRIVATE $<$<CONFIG:Release>:-O2>)
acgd_compile_together(acgd_tools 1 app/data)
acgd_compile_together(acgd_tools 1 app/spec)
acgd_compile_together(acgd_tools 1 app/experiments)
acgd_compile_together(acgd_tools 1 app/report)

file(GLOB cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/app/commands/*.cpp)
add_executable(acgd-tool ${cli_sources})
set_target_properties(acgd-tool PROPERTIES OUTPUT_NAME acgd)
target_precompile_headers(acgd-tool PRIVATE <acgd/acgd.hpp> <fmt/format.h> <nlohmann/json.hpp>)
target_link_libraries(acgd-tool PRIVATE
  acgd_tools CLI11::CLI11 $<TARGET_NAME_IF_EXISTS:OpenMP::OpenMP_CXX>)
acgd_be_strict(acgd-tool)
# Not performance-critical, and the argument parser is large: -O2 takes half as long again.
target_compile_options(acgd-tool PRIVATE $<$<CONFIG:Release>:-O1>)
# Installed location of the MPI part.
include(GNUInstallDirs)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_BINDIR} OUTPUT_VARIABLE mpi_place)
target_compile_definitions(acgd-tool PRIVATE ACGD_MPI_PLACE="${mpi_place}")
target_link_libraries(acgd-tool PRIVATE ${CMAKE_DL_LIBS})
acgd_compile_together(acgd-tool 2 app/commands)

if(ACGD_INSTALL)
  install(TARGETS acgd-tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # The tool writes its own manual page.
  if(NOT CMAKE_CROSSCOMPILING)
    add_custom_command(TARGET acgd-tool POST_BUILD
      COMMAND acgd-tool help --man > ${PROJECT_BINARY_DIR}/acgd.1 VERBATIM)
    install(FILES ${PROJECT_BINARY_DIR}/acgd.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  endif()
endif()
