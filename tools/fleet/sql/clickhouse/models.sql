-- SPDX-License-Identifier: MIT
SELECT model, any(hardware), any(name), any(cpu), any(host), any(time_base) FROM model
	GROUP BY model ORDER BY model
