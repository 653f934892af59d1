# Generates one C++ source with the page templates from the files of web/. When included, it defines
# acgd_embed_page(<web folder> <output.cpp>), which adds the rule that generates the source. As a
# script it is that rule: cmake -DWEB=... -DOUTPUT=... -P embed.cmake

set(acgd_embed_script ${CMAKE_CURRENT_LIST_FILE})
# In the order of inclusion: dependencies first.
set(acgd_page_modules theme tools chart axis readout page)
set(acgd_path_modules theme tools path)
set(acgd_page_sheets colours page picture table print)

function(acgd_page_files web result)
  set(modules ${acgd_page_modules} ${acgd_path_modules})
  list(REMOVE_DUPLICATES modules)
  list(TRANSFORM modules REPLACE "(.+)" "${web}/\\1.js")
  set(sheets ${acgd_page_sheets} path)
  list(TRANSFORM sheets REPLACE "(.+)" "${web}/\\1.css")
  set(${result} ${web}/page.html ${sheets} ${modules} PARENT_SCOPE)
endfunction()

function(acgd_embed_page web output)
  acgd_page_files(${web} files)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DWEB=${web} -DOUTPUT=${output} -P ${acgd_embed_script}
    DEPENDS ${files} ${acgd_embed_script}
    COMMENT "Embedding the page of the report"
    VERBATIM)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()

# Concatenates the modules and removes their import and export statements.
function(join_modules result)
  set(script "")
  foreach(module ${ARGN})
    file(READ ${WEB}/${module}.js text)
    string(REGEX REPLACE "(^|\n)import [^\n]*;" "\\1" text "${text}")
    string(REGEX REPLACE "(^|\n)export " "\\1" text "${text}")
    string(APPEND script "${text}")
  endforeach()
  set(${result} "${script}" PARENT_SCOPE)
endfunction()

# An array of characters, because string literals have a maximum length.
function(to_characters text result)
  file(WRITE ${OUTPUT}.html "${text}")
  file(READ ${OUTPUT}.html bytes HEX)
  file(REMOVE ${OUTPUT}.html)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  set(${result} "${bytes}" PARENT_SCOPE)
endfunction()

# Fills the page template with these style sheets and this script.
function(fill_page sheets script result)
  set(style "")
  foreach(sheet ${sheets})
    file(READ ${WEB}/${sheet}.css text)
    string(APPEND style "${text}")
  endforeach()
  file(READ ${WEB}/page.html page)
  foreach(part style script)
    string(REPLACE "/*${part}*/" "${${part}}" page "${page}")
  endforeach()
  to_characters("${page}" page)
  set(${result} "${page}" PARENT_SCOPE)
endfunction()

join_modules(script ${acgd_page_modules})
fill_page("${acgd_page_sheets}" "${script}" page)
join_modules(script ${acgd_path_modules})
fill_page("${acgd_page_sheets};path" "${script}" path_page)

file(WRITE ${OUTPUT} "#include \"app/report/html.hpp\"

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
