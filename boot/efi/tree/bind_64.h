/* SPDX-License-Identifier: MIT */
/* GNU-EFI's efi.h includes this file for aarch64 and riscv64, as efibind.h in a directory of the
 * processor's name, because the package of another processor lacks that file. UEFI Specification
 * 2.10, section 2.3.1, "Data Types", and appendix D, "Status Codes". */
#ifndef BOOT_EFI_TREE_BIND_64_H
#define BOOT_EFI_TREE_BIND_64_H

#include <stdint.h>

typedef uint8_t UINT8;
typedef int8_t INT8;
typedef uint16_t UINT16;
typedef int16_t INT16;
typedef uint32_t UINT32;
typedef int32_t INT32;
typedef uint64_t UINT64;
typedef int64_t INT64;
typedef uint64_t UINTN;
typedef int64_t INTN;

/* GNU-EFI before 3.0.18 has the same definitions. */
typedef uint16_t CHAR16;
typedef uint8_t CHAR8;
typedef CHAR16 WCHAR;

#define VOID void
#define EFIAPI                          /* the calling convention of C */
#define BOOTSERVICE
#define RUNTIMESERVICE
#define VOLATILE volatile

#define EFIERR(code) (0x8000000000000000 | (code))
#define EFI_ERROR_MASK 0x8000000000000000

#define EFI_SIGNATURE_16(a, b) ((a) | (b) << 8)
#define EFI_SIGNATURE_32(a, b, c, d) (EFI_SIGNATURE_16(a, b) | EFI_SIGNATURE_16(c, d) << 16)

#define INTERFACE_DECL(name) struct name

#endif
