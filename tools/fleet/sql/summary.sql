-- SPDX-License-Identifier: MIT
-- Figures of each model, as rows of machine 0, and machines that deviate from the model's median, or
-- from {centre}, by more than {least} MADs.
SELECT figure, model, machines, median, mad, within, boots, resolution, 0, 0, 0, 0, 0, 0
	FROM typical_{own}
UNION ALL
SELECT figure, model, 0, 0, 0, 0, 0, 0, own.machine, own.value, own.boots, own.spread, own.before,
		own.after
	FROM {own} AS own JOIN typical_{own} AS typical USING (figure, model)
	WHERE MAX(ABS(own.value - typical.median), ABS(own.value - {centre})) > {least} * typical.mad;
