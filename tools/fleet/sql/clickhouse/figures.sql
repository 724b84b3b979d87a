-- SPDX-License-Identifier: MIT
SELECT figure, any(bench), any(point), any(stage), any(unit), any(bytes) FROM figure
	GROUP BY figure ORDER BY figure
