-- SPDX-License-Identifier: MIT
SELECT model, hardware, name, cpu, host, time_base FROM main.model ORDER BY model;
