# cmake -D SOURCE_DIR=... -P format.cmake: fails if clang-format 14 would
# change a file. Other versions format differently: the test is then skipped.
find_program(CLANG_FORMAT NAMES clang-format-14 clang-format)
set(version "none")
if(CLANG_FORMAT)
  execute_process(COMMAND ${CLANG_FORMAT} --version OUTPUT_VARIABLE version)
endif()
if(NOT version MATCHES "version 14\\.")
  message("SKIPPED: needs clang-format 14")
  return()
endif()
set(patterns)
foreach(folder IN ITEMS include src tools examples python datasets tests)
  list(APPEND patterns ${SOURCE_DIR}/${folder}/*.h ${SOURCE_DIR}/${folder}/*.cc
    ${SOURCE_DIR}/${folder}/*.c)
endforeach()
file(GLOB_RECURSE files ${patterns})
execute_process(COMMAND ${CLANG_FORMAT} --dry-run --Werror ${files}
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "run clang-format -i on the files named above")
endif()
