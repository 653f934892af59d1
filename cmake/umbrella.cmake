# acgd/acgd.hpp: all public headers except acgd/testing.
function(acgd_write_umbrella include_folder file)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${include_folder} ${include_folder}/*.hpp)
  list(FILTER headers EXCLUDE REGEX "^acgd/testing/")
  list(APPEND headers acgd/version.hpp)
  list(TRANSFORM headers REPLACE "(.+)" "#include \"\\1\"")
  list(JOIN headers "\n" lines)
  # Rewritten only if changed, to avoid recompilation.
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
    "#pragma once\n\n// Everything. A program that minds its build time includes only what it names.\n@lines@\n")
endfunction()
