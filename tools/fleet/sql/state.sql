-- SPDX-License-Identifier: MIT
-- The machines in {state}: what their latest run states, and numbers of all runs that count.
SELECT machine, model, boots, made, path, build, kernel, microcode, memory, memory_bytes,
		memory_modules, memory_mts, core_mhz, samples, disturbed, smis, firmware
	FROM {state} ORDER BY machine, model;
