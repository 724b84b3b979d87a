/* SPDX-License-Identifier: MIT */
/* Error numbers for code without a C library. Functions return them negated. The values are
 * Linux's. */
#ifndef LIB_TEXT_ERRNO_H
#define LIB_TEXT_ERRNO_H

#ifndef ENOENT
#define EPERM 1
#define ENOENT 2
#define EIO 5
#define EBADF 9
#define EAGAIN 11
#define ENOMEM 12
#define EFAULT 14
#define EBUSY 16
#define ENODEV 19
#define EINVAL 22
#define ENOSYS 38
#define ENOTSUP 95
#define ETIMEDOUT 110
#endif

#endif
