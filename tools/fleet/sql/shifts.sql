-- SPDX-License-Identifier: MIT
-- For some figures of each model: machines whose change is at least half and at most one and a half
-- times the model's, and the model's values before and after.
SELECT change.figure, change.model,
		SUM(ABS(change.value - typical.median) <= ABS(typical.median - 1) / 2),
		median(change.before), median(change.after)
	FROM change JOIN typical_change AS typical USING (figure, model)
	WHERE change.figure IN ({figures}) GROUP BY change.figure, change.model;
