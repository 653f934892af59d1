# Turns the files of web/ and uPlot into one C++ source with the bytes of the empty pages.
#
# Included, it offers acgd_embed_page(<web folder> <output.cpp>), which adds the rule that makes the
# source. Run as a script, it is that rule: cmake -DWEB=... -DOUTPUT=... -P embed.cmake

set(acgd_embed_script ${CMAKE_CURRENT_LIST_FILE})
# In the order in which they go into the page: what is used comes first.
set(acgd_page_modules numbers curves axes theme touch chart readout tools section page)
set(acgd_path_modules theme tools path)

function(acgd_page_files web result)
  set(modules ${acgd_page_modules} ${acgd_path_modules})
  list(REMOVE_DUPLICATES modules)
  list(TRANSFORM modules REPLACE "(.+)" "${web}/src/\\1.js")
  set(uplot ${web}/node_modules/uplot)
  set(${result} ${web}/src/page.html ${web}/src/path.html ${web}/src/page.css ${web}/src/path.css
    ${modules}
    ${uplot}/dist/uPlot.iife.min.js ${uplot}/dist/uPlot.min.css ${uplot}/LICENSE PARENT_SCOPE)
endfunction()

function(acgd_embed_page web output)
  acgd_page_files(${web} files)
  if(NOT EXISTS ${web}/node_modules/uplot/dist/uPlot.iife.min.js)
    message(FATAL_ERROR "The report needs uPlot: run npm ci --omit=dev in ${web}")
  endif()
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DWEB=${web} -DOUTPUT=${output} -P ${acgd_embed_script}
    DEPENDS ${files} ${acgd_embed_script}
    COMMENT "Embedding the page of the report"
    VERBATIM)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()

# The modules as one: their imports name each other, so both ends of these go.
function(join_modules result)
  set(script "")
  foreach(module ${ARGN})
    file(READ ${WEB}/src/${module}.js text)
    string(REGEX REPLACE "(^|\n)import [^\n]*;" "\\1" text "${text}")
    string(REGEX REPLACE "(^|\n)export " "\\1" text "${text}")
    string(APPEND script "${text}")
  endforeach()
  set(${result} "${script}" PARENT_SCOPE)
endfunction()

# A list of characters has no limit on its length, as string literals have.
function(to_characters text result)
  file(WRITE ${OUTPUT}.html "${text}")
  file(READ ${OUTPUT}.html bytes HEX)
  file(REMOVE ${OUTPUT}.html)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  set(${result} "${bytes}" PARENT_SCOPE)
endfunction()

file(READ ${WEB}/src/page.css style)
file(READ ${WEB}/node_modules/uplot/dist/uPlot.iife.min.js uplot)
file(READ ${WEB}/node_modules/uplot/dist/uPlot.min.css uplot_style)
file(READ ${WEB}/node_modules/uplot/LICENSE uplot_license)
join_modules(script ${acgd_page_modules})
file(READ ${WEB}/src/page.html page)
foreach(part style script uplot uplot_style uplot_license)
  string(REPLACE "/*${part}*/" "${${part}}" page "${page}")
endforeach()
to_characters("${page}" page)

file(READ ${WEB}/src/path.css path_style)
string(APPEND style "${path_style}")
join_modules(script ${acgd_path_modules})
file(READ ${WEB}/src/path.html path_page)
foreach(part style script)
  string(REPLACE "/*${part}*/" "${${part}}" path_page "${path_page}")
endforeach()
to_characters("${path_page}" path_page)

file(WRITE ${OUTPUT} "#include \"report/page.hpp\"

namespace acgd::report {
namespace {

constexpr char kPage[] = {
${page}
};

constexpr char kPathPage[] = {
${path_page}
};

}  // namespace

std::string_view empty_page() { return {kPage, sizeof kPage}; }
std::string_view empty_path_page() { return {kPathPage, sizeof kPathPage}; }

}  // namespace acgd::report
")
