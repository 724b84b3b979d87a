-- SPDX-License-Identifier: MIT
SELECT value.figure, run.model, run.machine, run.made, value.run, value.samples, value.median,
		value.p99, value.resolution
	FROM main.value JOIN main.run USING (run);
