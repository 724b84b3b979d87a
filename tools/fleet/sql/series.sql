-- SPDX-License-Identifier: MIT
-- All good runs of some machines ({machines}: a list, or a query) in the order of time, with the
-- value of each of some figures.
SELECT value.figure, run.model, run.machine, run.made, value.median, run.firmware, run.microcode,
		run.memory, run.kernel, run.build
	FROM main.value JOIN main.run USING (run)
	WHERE value.figure IN ({figures}) AND run.machine IN ({machines}) AND run.valid AND run.complete
		AND run.made <= {until}
	ORDER BY value.figure, run.model, run.machine, run.made, run.path;
