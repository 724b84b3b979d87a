-- SPDX-License-Identifier: MIT
-- Figures of each model, as rows of machine 0, and machines that deviate by more than {least} MADs.
SELECT figure, model, machines, median, mad, within, boots, resolution, 0, 0, 0, 0 FROM typical
UNION ALL
SELECT figure, model, 0, 0, 0, 0, 0, 0, own.machine, own.value, own.boots, own.spread
	FROM own JOIN typical USING (figure, model)
	WHERE ABS(own.value - typical.median) > {least} * typical.mad;
