-- SPDX-License-Identifier: MIT
SELECT machine, id, id_from, label FROM main.machine ORDER BY machine;
