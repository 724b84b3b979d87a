/* The commit this program was built from; in a file of its own, so that a commit rebuilds only
 * that. */
#ifndef LINUX_BUILD_ID_H
#define LINUX_BUILD_ID_H

extern const char build_id[];

#endif
