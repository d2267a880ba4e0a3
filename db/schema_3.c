/* Version 3 of the schema: every row of every table has a checksum; which oracle
 * decided, per output; which labels were confirmed; and what a solver said of a
 * kernel. A row that did not fit its old checksum does not get a new one.
 */
#include "db/schema.h"

#define PROBLEM "program, sizes"
#define SIZE "problem, name, value"
#define RUN \
	"key, device, problem, name, strategy, seed, protocol, fp, tolerance, " \
	"options, version, host, boot, pid, process_start, started, ended, " \
	"outcome, best"
#define DERIVATION "key, program, steps, expression, choices, rules, label"
#define INTENT "run, kernel, derivation, sequence, since"
#define MEASUREMENT \
	"kernel, device, problem, protocol, fp, tolerance, repeat, run, " \
	"sequence, derivation, status, reason, samples, min_ns, median_ns, " \
	"p25_ns, build_ns, first_launch_ns, check_ns, max_error, noise_epoch, " \
	"timer, at"

#define ADD_CHECKSUM(table, columns) \
	"ALTER TABLE " table " ADD COLUMN checksum TEXT NOT NULL DEFAULT '';\n" \
	"UPDATE " table " SET checksum = lift_hash(" columns ");\n"

const char schema_3[] =
ADD_CHECKSUM("problems", PROBLEM)
ADD_CHECKSUM("sizes", SIZE)
ADD_CHECKSUM("runs", RUN)
ADD_CHECKSUM("intents", INTENT)
"ALTER TABLE derivations ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 1\n"
"  CHECK (confirmed IN (0, 1)); -- the label, by making the steps again\n"
"UPDATE derivations SET checksum = lift_hash(" DERIVATION ", confirmed)\n"
"  WHERE checksum = lift_hash(" DERIVATION ");\n"
"ALTER TABLE measurements ADD COLUMN judges TEXT NOT NULL DEFAULT '';\n"
"UPDATE measurements SET checksum = lift_hash(" MEASUREMENT ", judges)\n"
"  WHERE checksum = lift_hash(" MEASUREMENT ");\n"
"CREATE TABLE proofs (       -- what a solver said of a kernel\n"
"  id INTEGER PRIMARY KEY,\n"
"  kernel INTEGER NOT NULL REFERENCES kernels,\n"
"  verdict TEXT NOT NULL\n"
"    CHECK (verdict IN ('proved', 'refuted', 'unknown')),\n"
"  detail TEXT NOT NULL,     -- why it is not proved\n"
"  solver TEXT NOT NULL,     -- with its version\n"
"  seconds REAL NOT NULL CHECK (seconds >= 0 AND seconds < 9e6),\n"
"  at TEXT NOT NULL,         -- UTC\n"
"  checksum TEXT NOT NULL\n"
") STRICT;\n"
"CREATE INDEX proofs_of_kernel ON proofs (kernel);\n"
"DROP VIEW best;\n"
"DROP VIEW results;\n"
"CREATE VIEW results AS SELECT\n"
"  m.id, m.derivation, u.name AS program, d.name AS device, x.sizes,\n"
"  m.status,\n"
"  coalesce((SELECT r.p25_ns FROM remeasurements AS r\n"
"    WHERE r.measurement = m.id ORDER BY r.at DESC, r.id DESC LIMIT 1),\n"
"    m.p25_ns)\n"
"    AS time_ns,\n"
"  m.reason, m.min_ns, m.median_ns, m.p25_ns, m.build_ns,\n"
"  m.first_launch_ns, m.check_ns, m.max_error, m.judges, m.fp,\n"
"  m.tolerance, v.label, k.lines, u.strategy, u.seed, m.run, m.sequence,\n"
"  m.repeat, m.protocol, m.noise_epoch, m.at, k.key AS kernel,\n"
"  p.key AS program_key, d.key AS device_key, m.problem AS problem_id,\n"
"  m.device AS device_id,\n"
"  NOT EXISTS (SELECT 1 FROM measurements AS n\n"
"    WHERE n.kernel = m.kernel AND +n.device = m.device -- + : no index\n"
"    AND +n.problem = m.problem AND n.fp = m.fp\n"
"    AND n.tolerance = m.tolerance\n"
"    AND (n.at > m.at OR n.at = m.at AND n.id > m.id)) AS newest\n"
"  FROM measurements AS m\n"
"  JOIN problems AS x ON x.id = m.problem\n"
"  JOIN programs AS p ON p.id = x.program\n"
"  JOIN devices AS d ON d.id = m.device\n"
"  JOIN derivations AS v ON v.id = m.derivation\n"
"  JOIN kernels AS k ON k.id = m.kernel\n"
"  JOIN runs AS u ON u.id = m.run;\n"
"CREATE VIEW best AS SELECT * FROM (SELECT *, row_number() OVER (\n"
"  PARTITION BY program_key, device_key, sizes, fp\n"
"  ORDER BY time_ns, id) AS place\n"
"  FROM results WHERE status = 'ok' AND newest) WHERE place = 1;\n";
