import { join } from 'node:path'
import { type Contest, overheads } from './measures.ts'
import type { PlannedReply } from './plan.ts'
import { runSubject, type Stage } from './run-subject.ts'
import { median } from './statistics.ts'
import { compare, judge, ms, type Row } from './table.ts'

const LOOKS = 1_000
const DIRECT = 250
const ROUNDS = 5
const MOST_EACH_MS = 1
/** A short script is 80 tokens: no model writes them faster. */
const WRITTEN_MS = 400
const MOST_FIRST_MS = 100

/** The same looks made by a script and by the model itself, and what the first script costs. */
export const scriptCalls = {
  name: 'looks in a script',
  async take({
    contest,
    stage,
  }: {
    readonly contest: Contest
    readonly stage: Stage
  }): Promise<readonly Row[]> {
    const taken = {
      first: [] as number[],
      read: [] as number[],
      inside: [] as number[],
      direct: [] as number[],
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const { exchanges } = await runSubject(contest.ours, stage, { plan: planOf(stage) })
      const [, read = 0, first = 0, inside = 0, direct = 0] = overheads(exchanges)
      taken.read.push(read)
      taken.first.push(first)
      taken.inside.push(inside / LOOKS)
      taken.direct.push(direct / DIRECT)
    }
    const each = { ours: median(taken.inside), floor: median(taken.direct) }
    const first = { ours: median(taken.first), floor: median(taken.read) }
    return [
      {
        ...compare('1,000 reads in a script, each, beside 250 made directly', each, { show: ms }),
        target: `≤ ${MOST_EACH_MS} ms more`,
        verdict: judge(each.ours - each.floor, MOST_EACH_MS),
      },
      {
        ...compare('first use of a script (one read in it) beside the read', first, { show: ms }),
        target: `≤ ${MOST_FIRST_MS} ms more`,
        verdict: judge(first.ours - first.floor, MOST_FIRST_MS),
      },
    ]
  },
}

/** What a read needs is loaded with the first; the last two do the same work. */
const planOf = ({ space }: Stage): readonly PlannedReply[] => {
  const path = (n: number): string => join(space.project, 'small', `${n}.txt`)
  const read = (n: number) => ({ name: 'Read', input: { file_path: path(n) } })
  const script = (count: number, files: number) => ({
    name: 'Script',
    input: {
      code: `const read = n => tools.Read({ file_path: ${JSON.stringify(join(space.project, 'small'))} + '/' + n + '.txt' })
const all = await Promise.all(Array.from({ length: ${count} }, (_, n) => read(n % ${files})))
return all.length`,
    },
  })
  return [
    { calls: [read(0)] },
    { calls: [read(1)] },
    { calls: [script(1, 1)], writtenMs: WRITTEN_MS },
    { calls: [script(LOOKS, DIRECT)] },
    { calls: Array.from({ length: DIRECT }, (_, n) => read(n + 2)) },
  ]
}
