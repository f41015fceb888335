import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { clock } from './clock.ts'
import type { Exchange } from './plan.ts'
import { type Run, runSubject, type Stage, type Subject } from './run-subject.ts'
import { median } from './statistics.ts'
import { planChanges, planCommands, planReads, planSearches, planSleeps } from './workspace.ts'

/** The same quantity of the program and of its floor, taken in turns within one run. */
export interface Pair {
  readonly ours: number
  readonly floor: number
}

/** Who is measured against whom. */
export interface Contest {
  readonly ours: Subject
  readonly floor: Subject
}

/** ABAB…, so that whatever else the machine does meets both alike. The first `warmUp` rounds do not count. */
export const alternate = async (
  rounds: { readonly counted: number; readonly warmUp: number },
  measure: (side: keyof Pair) => Promise<number>,
  typical: (values: readonly number[]) => number = median,
): Promise<Pair> => {
  const taken = { ours: [] as number[], floor: [] as number[] }
  for (let round = 0; round < rounds.warmUp + rounds.counted; round++)
    for (const side of ['ours', 'floor'] as const) {
      const value = await measure(side)
      if (round >= rounds.warmUp) taken[side].push(value)
    }
  return { ours: typical(taken.ours), floor: typical(taken.floor) }
}

/** From making a process to its end. */
export const timeCommand = async (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const began = clock()
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
  return clock() - began
}

/** From making the process to the arrival of its first request. */
export const timeToFirstRequest = async (subject: Subject, stage: Stage): Promise<number> => {
  const run = await runSubject(subject, stage, { plan: [] })
  return (run.exchanges[0]?.arrived ?? Number.NaN) - run.spawned
}

export const peakOfOneShot = async (subject: Subject, stage: Stage): Promise<number> => {
  const { peakKb } = await runSubject(subject, stage, { plan: [], probe: 'usage' })
  if (peakKb === undefined) throw new Error('this system does not tell the peak of a process')
  return peakKb / 1024
}

/** Read before the first request. */
export const codeBeforeRequest = async (subject: Subject, stage: Stage): Promise<number> => {
  const { codeBytes } = await runSubject(subject, stage, { plan: [], probe: 'code' })
  if (codeBytes === undefined) throw new Error('this runtime does not tell what it loads')
  return codeBytes / 1_000_000
}

/** For each turn: from the last byte of its reply to the headers of the next request. */
export const overheads = (exchanges: readonly Exchange[]): number[] =>
  exchanges.slice(1).map((next, n) => next.arrived - (exchanges[n]?.ended ?? Number.NaN))

/** The same to the last byte of the next request: what sending a long conversation costs is in it. */
export const overheadsWithBody = (exchanges: readonly Exchange[]): number[] =>
  exchanges.slice(1).map((next, n) => next.began - (exchanges[n]?.ended ?? Number.NaN))

export const runReads = (subject: Subject, stage: Stage, turns: number): Promise<Run> =>
  runSubject(subject, stage, { plan: planReads(stage.space, turns, 'small') })

/** How much slower a late turn is than an early one: medians of the ten turns on either side of each. */
export const growth = (
  values: readonly number[],
  turns: { readonly early: number; readonly late: number },
): number => {
  const around = (turn: number) => median(values.slice(Math.max(0, turn - 11), turn + 10))
  return around(turns.late) / around(turns.early)
}

export interface LongSession {
  readonly first20: number
  readonly last20: number
  /** Likewise to the end of the next request. */
  readonly first20Whole: number
  readonly last20Whole: number
  readonly peakMb: number
  readonly requestMb: number
}

export const runLongSession = async (subject: Subject, stage: Stage, turns: number): Promise<LongSession> => {
  const run = await runSubject(subject, stage, {
    plan: planReads(stage.space, turns, 'large'),
    probe: 'usage',
  })
  const head = overheads(run.exchanges)
  const whole = overheadsWithBody(run.exchanges)
  return {
    first20: median(head.slice(0, 20)),
    last20: median(head.slice(-20)),
    first20Whole: median(whole.slice(0, 20)),
    last20Whole: median(whole.slice(-20)),
    peakMb: (run.peakKb ?? Number.NaN) / 1024,
    requestMb: run.lastRequestBytes / 2 ** 20,
  }
}

/** Calls whose blocks complete one after the other: from the beginning of the reply to the next request, in seconds. */
export const timeOverlap = async (
  subject: Subject,
  stage: Stage,
  sleeps: { readonly seconds: readonly number[]; readonly everyMs: number },
): Promise<number> => {
  const run = await runSubject(subject, stage, { plan: planSleeps(sleeps.seconds, sleeps.everyMs) })
  return ((run.exchanges[1]?.arrived ?? Number.NaN) - (run.exchanges[0]?.began ?? Number.NaN)) / 1000
}

/** Calls that stand in one reply: from its end to the next request, in seconds. */
export const timeTogether = async (
  subject: Subject,
  stage: Stage,
  seconds: readonly number[],
): Promise<number> => {
  const run = await runSubject(subject, stage, { plan: planSleeps(seconds) })
  return (overheads(run.exchanges)[0] ?? Number.NaN) / 1000
}

/** One small command: from the end of the reply that asks for it to the next request. */
export const timeSmallCommand = async (subject: Subject, stage: Stage): Promise<number> => {
  const run = await runSubject(subject, stage, { plan: planCommands(12) })
  // The first call also tries the sandbox and loads the tool; every session pays that once.
  return median(overheads(run.exchanges).slice(2))
}

/** One call of Grep: from the end of the reply that asks for it to the next request. */
export const timeGrep = async (subject: Subject, stage: Stage): Promise<number> => {
  const run = await runSubject(subject, stage, { plan: planSearches(4) })
  // The first call also loads the tool; every session pays that once.
  return median(overheads(run.exchanges).slice(1))
}

export interface ChangeTimes {
  /** The first command also finds out how all files are. */
  readonly first: number
  readonly next: number
}

/** Commands that change a file: from the end of the reply that asks for one to the next request. */
export const timeChanges = async (subject: Subject, stage: Stage): Promise<ChangeTimes> => {
  const run = await runSubject(subject, stage, { plan: planChanges(6) })
  const [first = Number.NaN, ...next] = overheads(run.exchanges)
  return { first, next: median(next) }
}

/** The same search by ripgrep alone, its output read. */
export const timeRipgrep = async (directory: string): Promise<number> => {
  const { rgPath } = await import('@vscode/ripgrep')
  const began = clock()
  const child = spawn(rgPath, ['--no-config', '--files-with-matches', 'needle', './'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.stdout.resume()
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`rg ended with ${code}`)
  return clock() - began
}
