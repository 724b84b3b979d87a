-- SPDX-License-Identifier: MIT
-- What is usual of each model: texts that more than half of its machines have, after a sign that there is
-- one; medians; of sizes only if more than half of the machines are within a tenth.
WITH number AS (SELECT model, COUNT(*) AS machines, median(memory_bytes) AS bytes,
		median(memory_modules) AS modules, median(memory_mts) AS mts, median(core_mhz) AS mhz,
		median(samples) AS samples, median(disturbed) AS disturbed, median(smis) AS smis
		FROM {state} GROUP BY model),
	near AS (SELECT model, 2 * SUM(memory_bytes >= 0.9 * bytes AND 0.9 * memory_bytes <= bytes) AS bytes,
		2 * SUM(memory_modules >= 0.9 * modules AND 0.9 * memory_modules <= modules) AS modules,
		2 * SUM(memory_mts >= 0.9 * mts AND 0.9 * memory_mts <= mts) AS mts
		FROM {state} JOIN number USING (model) GROUP BY model),
	text AS (SELECT model, 1 AS place, build AS text FROM {state}
		UNION ALL SELECT model, 2, kernel FROM {state}
		UNION ALL SELECT model, 3, microcode FROM {state}
		UNION ALL SELECT model, 4, memory FROM {state}
		UNION ALL SELECT model, 5, firmware FROM {state}),
	mode AS (SELECT model, place, text FROM text JOIN number USING (model)
		GROUP BY model, place, text HAVING 2 * COUNT(*) > MAX(machines)),
	texts AS (SELECT model, MAX(CASE place WHEN 1 THEN '=' || text END) AS build,
		MAX(CASE place WHEN 2 THEN '=' || text END) AS kernel,
		MAX(CASE place WHEN 3 THEN '=' || text END) AS microcode,
		MAX(CASE place WHEN 4 THEN '=' || text END) AS memory,
		MAX(CASE place WHEN 5 THEN '=' || text END) AS firmware FROM mode GROUP BY model)
SELECT number.model, build, kernel, microcode, memory, firmware,
		CASE WHEN near.bytes > machines THEN number.bytes ELSE 0 END,
		CASE WHEN near.modules > machines THEN number.modules ELSE 0 END,
		CASE WHEN near.mts > machines THEN number.mts ELSE 0 END, mhz, samples, disturbed, smis
	FROM number JOIN near ON near.model = number.model LEFT JOIN texts ON texts.model = number.model;
