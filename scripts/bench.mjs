// Measures the built program beside its floor; prints the table and writes docs/benchmarks.md. The benchmark itself is
// in bench/. Options: --program <dir> another installation to measure; --no-write leaves the document alone;
// --only <words> takes the measures whose name holds them, and writes nothing.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startModel } from '../bench/model-process.ts'
import { renderReport } from '../bench/report.ts'
import { capstanAt, floorAgent } from '../bench/run-subject.ts'
import { LONGEST_PLAN, runSuite } from '../bench/suite.ts'
import { renderTable } from '../bench/table.ts'
import { createWorkspace } from '../bench/workspace.ts'

const here = join(dirname(fileURLToPath(import.meta.url)), '..')
const { values } = parseArgs({
  options: {
    program: { type: 'string', default: here },
    only: { type: 'string', default: '' },
    'no-write': { type: 'boolean', default: false },
  },
})
const root = resolve(values.program)

await using model = await startModel()
using space = createWorkspace(LONGEST_PLAN)
const contest = { ours: capstanAt(root), floor: floorAgent }
const rows = await runSuite(
  { contest, stage: { model, space }, root },
  row => process.stderr.write(`${row.verdict.padEnd(6)} ${row.what}: ${row.ours}\n`),
  values.only,
)
process.stdout.write(`\n${renderTable(rows)}\n`)
if (rows.some(row => row.verdict === 'FAILED')) {
  // A target may be missed; a program that cannot be measured is broken, and half a table would hide it.
  process.stderr.write('bench: something could not be measured, so docs/benchmarks.md stays as it is\n')
  process.exitCode = 1
} else if (!values['no-write'] && values.only === '') {
  const version = readFileSync(join(root, 'VERSION'), 'utf8').trim()
  writeFileSync(join(here, 'docs', 'benchmarks.md'), renderReport(rows, { date: new Date(), version }))
}
