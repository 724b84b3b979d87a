-- SPDX-License-Identifier: MIT
-- The runs in {runs}, each machine's latest last.
SELECT run.machine, run.model, run.made, run.path, run.build, run.kernel, run.microcode, run.memory,
		run.memory_bytes, run.memory_modules, run.memory_mts, run.core_mhz, run.samples,
		run.disturbed, run.smis, run.firmware
	FROM main.run JOIN {runs} USING (run) ORDER BY run.machine, run.model, run.made, run.path;
