-- SPDX-License-Identifier: MIT
-- The runs that the summary is made of, each machine's latest last.
SELECT run.machine, run.model, run.made, run.path, run.build, run.kernel, run.microcode, run.memory,
		run.memory_bytes, run.memory_modules, run.memory_mts, run.core_mhz, run.samples,
		run.disturbed, run.smis, run.firmware
	FROM main.run JOIN recent USING (run) ORDER BY run.machine, run.model, run.made, run.path;
