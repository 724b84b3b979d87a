-- SPDX-License-Identifier: MIT
-- Values of some figures for all machines.
SELECT figure, model, machine, value FROM {own} WHERE figure IN ({figures});
