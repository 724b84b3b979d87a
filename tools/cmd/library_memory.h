/* SPDX-License-Identifier: MIT */
/* Memory of the libraries that the host tool uses. */
#ifndef TOOLS_CMD_LIBRARY_MEMORY_H
#define TOOLS_CMD_LIBRARY_MEMORY_H

/* Have the libraries' memory be there as this program's own is: a value of JSON that could not be
 * made would be left out without a word. Before anything else is done with them. */
void alloc_for_libraries(void);

#endif
