/* SPDX-License-Identifier: MIT */
/* See boot/efi/tree/bind_64.h. */
#include "boot/efi/tree/bind_64.h"
