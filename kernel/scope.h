/* The scope of one benchmark point: what it took of memory and address space is given back
 * whole. */
#ifndef KERNEL_SCOPE_H
#define KERNEL_SCOPE_H

#include <stdint.h>

/* Number of the scope that is open, or was last; rises by one with each. */
uint64_t scope_number(void);

#endif
