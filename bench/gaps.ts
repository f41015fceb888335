import { billedInput, promptTokens } from './billed-input.ts'
import { alternate, type Contest, overheads, runReads, timeOverlap, timeTogether } from './measures.ts'
import { runSubject, type Stage, type Subject } from './run-subject.ts'
import { median } from './statistics.ts'
import { compare, judge, ms, type Row, times } from './table.ts'
import { planCommands } from './workspace.ts'

interface GapMeasure {
  readonly name: string
  take(bench: { readonly contest: Contest; readonly stage: Stage }): Promise<readonly Row[]>
}

/** The row of a time that must not be longer than this. */
const within = (row: Row, value: number, limit: string, most: number): Row => ({
  ...row,
  target: `≤ ${limit}`,
  verdict: judge(value, most),
})

/** From the end of the first reply, which calls something, to the next request: what calls need is loaded in between. */
export const firstGap = async (subject: Subject, stage: Stage): Promise<number> =>
  overheads((await runReads(subject, stage, 3)).exchanges)[0] ?? Number.NaN

/** The same of a small command, when everything is loaded. */
export const shellGap = async (subject: Subject, stage: Stage): Promise<number> => {
  const { exchanges } = await runSubject(subject, stage, { plan: planCommands(12) })
  return median(overheads(exchanges).slice(2))
}

const gaps: GapMeasure = {
  name: 'gaps of the first and of shell turns',
  async take({ contest, stage }) {
    const first = await alternate({ counted: 9, warmUp: 1 }, side => firstGap(contest[side], stage))
    const shell = await alternate({ counted: 5, warmUp: 1 }, side => shellGap(contest[side], stage))
    return [
      within(compare('first gap of a read loop', first, { show: ms }), first.ours, '15 ms', 15),
      within(compare('gap of a shell turn (`echo`)', shell, { show: ms }), shell.ours, '9 ms', 9),
    ]
  },
}

const overlap: GapMeasure = {
  name: 'overlap of tools and stream',
  async take({ contest, stage }) {
    const long = await timeOverlap(contest.ours, stage, { seconds: [3, 2, 1], everyMs: 1000 })
    const short = await timeOverlap(contest.ours, stage, { seconds: [1, 1, 1], everyMs: 1000 })
    const together = await timeTogether(contest.ours, stage, [1, 1, 1, 1, 1])
    const against = (what: string, taken: number, aim: { ideal: number; most: number }): Row => ({
      what,
      ours: `${taken.toFixed(3)} s`,
      floor: `${aim.ideal.toFixed(2)} s (ideal)`,
      ratio: times(taken / aim.ideal),
      target: `≤ ${aim.most} s`,
      verdict: judge(taken, aim.most),
    })
    return [
      against('`sleep` 3, 2, 1 s, complete at 1, 2, 3 s of the stream', long, { ideal: 4, most: 4.3 }),
      against('three times `sleep 1`, complete at 1, 2, 3 s of the stream', short, { ideal: 4, most: 4.03 }),
      against('five one-second calls in one reply', together, { ideal: 1, most: 1.05 }),
    ]
  },
}

const tokens = (value: number): string => `${Math.round(value).toLocaleString('en')} tokens`

const billed: GapMeasure = {
  name: 'tokens of the prompt and billed input of 20 small reads',
  async take({ contest, stage }) {
    const took = {
      ours: await promptTokens(contest.ours, stage.space),
      floor: await promptTokens(contest.floor, stage.space),
    }
    const paid = {
      ours: await billedInput(contest.ours, stage.space, 20),
      floor: await billedInput(contest.floor, stage.space, 20),
    }
    return [
      within(compare('system prompt and tools', took, { show: tokens }), took.ours, tokens(3_000), 3_000),
      within(
        compare('billed input of 20 small reads', paid, { show: tokens }),
        paid.ours,
        tokens(30_000),
        30_000,
      ),
    ]
  },
}

export const GAP_MEASURES: readonly GapMeasure[] = [gaps, overlap, billed]
