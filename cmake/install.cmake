# Installs the library, its headers, a CMake package and a pkg-config file. The tree is relocatable.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/acgd)
install(TARGETS acgd EXPORT acgdTargets FILE_SET HEADERS INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT acgdTargets NAMESPACE acgd:: DESTINATION ${package_dir})

# A shared library links its threads library; programs must link it with a static one.
get_target_property(acgd_type acgd TYPE)
if(OpenMP_CXX_FOUND AND acgd_type STREQUAL STATIC_LIBRARY)
  set(acgd_needs_openmp ON)
  set(acgd_static_libs " ${OpenMP_CXX_FLAGS}")
endif()
if(acgd_type STREQUAL STATIC_LIBRARY)
  string(APPEND acgd_static_libs " ${acgd_solver_flags}")
endif()

# Before 1.0 a new minor version may break the interface.
configure_package_config_file(cmake/acgdConfig.cmake.in acgdConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(acgdConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/acgdConfig.cmake ${PROJECT_BINARY_DIR}/acgdConfigVersion.cmake
        DESTINATION ${package_dir})

set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(prefix /prefix)
cmake_path(RELATIVE_PATH prefix BASE_DIRECTORY /prefix/${pkgconfig_dir} OUTPUT_VARIABLE pkgconfig_to_prefix)
configure_file(cmake/acgd.pc.in acgd.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/acgd.pc DESTINATION ${pkgconfig_dir})
