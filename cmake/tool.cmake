# The tool and its library: readers, specifications, the paper's experiments and the report.
find_package(ZLIB REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(nlohmann_json 3 REQUIRED)
include(${PROJECT_SOURCE_DIR}/app/report/embed.cmake)

# Readers, which are hot: -O2. -O3 is for the library's loops.
file(GLOB data_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/app/data/*.cpp)
add_library(acgd_data OBJECT ${data_sources})
target_include_directories(acgd_data PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(acgd_data PRIVATE EIGEN_DONT_PARALLELIZE)
target_link_libraries(acgd_data PRIVATE acgd::acgd fmt::fmt-header-only ZLIB::ZLIB)
target_compile_options(acgd_data PRIVATE $<$<CONFIG:Release>:-O2>)
acgd_be_strict(acgd_data)
acgd_compile_together(acgd_data 1 app/data)

set(tools_sources)
foreach(folder spec experiments report)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/app/${folder}/*.cpp)
  list(APPEND tools_sources ${sources})
endforeach()
acgd_embed_page(${PROJECT_SOURCE_DIR}/web ${PROJECT_BINARY_DIR}/report/page.cpp)
set_source_files_properties(${PROJECT_BINARY_DIR}/report/page.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
add_library(acgd_tools STATIC ${tools_sources} ${PROJECT_BINARY_DIR}/report/page.cpp $<TARGET_OBJECTS:acgd_data>)
target_include_directories(acgd_tools PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(acgd_tools PUBLIC EIGEN_DONT_PARALLELIZE)
target_link_libraries(acgd_tools
  PUBLIC acgd::acgd fmt::fmt-header-only nlohmann_json::nlohmann_json
  PRIVATE ZLIB::ZLIB $<TARGET_NAME_IF_EXISTS:OpenMP::OpenMP_CXX>)
foreach(folder spec experiments report)
  acgd_compile_together(acgd_tools 1 app/${folder})
endforeach()

file(GLOB cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/app/commands/*.cpp)
add_library(acgd_commands OBJECT ${cli_sources})
target_link_libraries(acgd_commands PUBLIC
  acgd_tools CLI11::CLI11 $<TARGET_NAME_IF_EXISTS:OpenMP::OpenMP_CXX> ${CMAKE_DL_LIBS})
acgd_compile_together(acgd_commands 2 app/commands)

# Not performance-critical, and the argument parser is large: -O2 takes half as long again. One precompiled header
# requires the same options.
foreach(target acgd_tools acgd_commands)
  acgd_be_strict(${target})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endforeach()
target_precompile_headers(acgd_tools PRIVATE <acgd/acgd.hpp> <fmt/format.h> <nlohmann/json.hpp>)
target_precompile_headers(acgd_commands REUSE_FROM acgd_tools)

add_executable(acgd-tool)
set_target_properties(acgd-tool PROPERTIES OUTPUT_NAME acgd LINKER_LANGUAGE CXX)
target_link_libraries(acgd-tool PRIVATE acgd_commands)
# Installed location of the MPI part.
include(GNUInstallDirs)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_BINDIR} OUTPUT_VARIABLE mpi_place)
target_compile_definitions(acgd_commands PRIVATE ACGD_MPI_PLACE="${mpi_place}")

if(ACGD_INSTALL)
  install(TARGETS acgd-tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # The tool writes its own manual page.
  if(NOT CMAKE_CROSSCOMPILING)
    add_custom_command(TARGET acgd-tool POST_BUILD
      COMMAND acgd-tool help --man > ${PROJECT_BINARY_DIR}/acgd.1 VERBATIM)
    install(FILES ${PROJECT_BINARY_DIR}/acgd.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  endif()
endif()
