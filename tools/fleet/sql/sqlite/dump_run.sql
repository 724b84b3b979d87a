-- SPDX-License-Identifier: MIT
SELECT run, machine, model, path, made, made_from, valid, complete, build, suite, kernel, microcode,
		memory, memory_bytes, memory_modules, memory_mts, core_mhz, samples, disturbed, smis,
		firmware
	FROM main.run;
