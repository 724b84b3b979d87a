-- SPDX-License-Identifier: MIT
-- The runs that the summary is made of, each machine's latest last.
SELECT machine, model, toUInt32(made), path, build, kernel, microcode, memory, memory_bytes,
		memory_modules, memory_mts, core_mhz, samples, disturbed, smis, firmware
	FROM (SELECT DISTINCT * FROM run
		WHERE valid AND complete AND toInt64(made) >= {since} AND toInt64(made) <= {until}
		ORDER BY machine, model, made DESC, path DESC LIMIT {boots} BY machine, model)
	ORDER BY machine, model, made, path
