import { GroupGuard } from '../../src/lib/process/group-guard.ts'
import { openCopyBench } from './copied.ts'

// A program of its own, to be killed: it runs a command in a copy that goes on until somebody ends it.
new GroupGuard({ id: `hold-copy-${process.pid}` })
const bench = await openCopyBench()
const { copied, pid } = await bench.start(
  'echo two >> a.txt; echo ready; while :; do echo more >> log; sleep 0.01; done',
)
process.stdout.write(`${JSON.stringify({ base: copied.room.base, root: bench.root, pid })}\n`)
setInterval(() => undefined, 1_000)
