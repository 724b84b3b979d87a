/* SPDX-License-Identifier: MIT */
/* On these machines no state of a screen is saved. */
#include "boot/efi/devices.h"

EFI_GRAPHICS_OUTPUT_PROTOCOL *devices_screen;
