# cmake -D SOURCE_DIR=... -D OUTPUT=... -P reference.cmake: fails if doxygen
# finds fault with the comments of a public header, or finds none.
find_program(DOXYGEN doxygen)
if(NOT DOXYGEN)
  message("SKIPPED: needs doxygen")
  return()
endif()
file(WRITE ${OUTPUT}/Doxyfile
  "@INCLUDE = docs/Doxyfile\nOUTPUT_DIRECTORY = \"${OUTPUT}\"\n")
execute_process(COMMAND ${DOXYGEN} ${OUTPUT}/Doxyfile
  WORKING_DIRECTORY ${SOURCE_DIR} RESULT_VARIABLE status ERROR_VARIABLE faults)
if(faults OR NOT status EQUAL 0)
  message(FATAL_ERROR "doxygen: ${status}\n${faults}")
endif()
