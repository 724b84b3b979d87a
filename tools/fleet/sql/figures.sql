-- SPDX-License-Identifier: MIT
SELECT figure, bench, point, stage, unit, bytes FROM main.figure ORDER BY figure;
