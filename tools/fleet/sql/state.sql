-- SPDX-License-Identifier: MIT
-- The machines in {state}: what their latest run states, and numbers of all runs that count. Last, the
-- items of firmware's state that more than half of the model have otherwise. Memory types follow the
-- size of memory.
WITH found AS (SELECT machine, model, name, item.value FROM {state} JOIN main.item USING (run)
		WHERE name <> 'mtrr'),
	size AS (SELECT model, COUNT(DISTINCT machine) AS machines FROM found GROUP BY model),
	common AS (SELECT model, name, value FROM found JOIN size USING (model)
		GROUP BY model, name, value HAVING 2 * COUNT(*) > MAX(machines)),
	unlike AS (SELECT machine, model, group_concat(name || ' "' || found.value || '", not "'
			|| common.value || '"', '; ') AS items
		FROM found JOIN common USING (model, name) WHERE found.value <> common.value
		GROUP BY machine, model)
SELECT machine, model, boots, made, path, build, kernel, microcode, memory, memory_bytes,
		memory_modules, memory_mts, core_mhz, samples, disturbed, smis, firmware,
		COALESCE(items, '')
	FROM {state} LEFT JOIN unlike USING (machine, model) ORDER BY machine, model;
