// Measures what docs/benchmarks.md promises about resources and fails when a row is broken. Options: --program <dir>
// another installation; --shared for a machine that does other things as well: fewer rounds, wider limits, ratios only.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { judgeContract, renderContract } from '../bench/contract.ts'
import { takeFigures } from '../bench/contract-figures.ts'
import { startModel } from '../bench/model-process.ts'
import { capstanAt, floorAgent } from '../bench/run-subject.ts'
import { createWorkspace } from '../bench/workspace.ts'

const { values } = parseArgs({
  options: {
    program: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), '..') },
    shared: { type: 'boolean', default: false },
  },
})
const root = resolve(values.program)
const place = values.shared ? 'shared' : 'own'

await using model = await startModel()
using space = createWorkspace(50)
const bench = { contest: { ours: capstanAt(root), floor: floorAgent }, stage: { model, space }, root }
const figures = await takeFigures(bench, {
  place,
  names: judgeContract({}, place).map(({ row }) => row.name),
  failed: (name, error) => process.stderr.write(`${name} could not be measured: ${error}\n`),
})
const judged = judgeContract(figures, place)
process.stdout.write(renderContract(judged))
process.exitCode = judged.every(({ kept }) => kept) ? 0 : 1
