import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ContractName, Figures } from './contract.ts'
import { firstGap, shellGap } from './gaps.ts'
import {
  alternate,
  codeBeforeRequest,
  overheads,
  type Pair,
  peakOfOneShot,
  runReads,
  timeCommand,
  timeToFirstRequest,
} from './measures.ts'
import type { Run } from './run-subject.ts'
import { median } from './statistics.ts'
import type { Bench } from './suite.ts'
import { keyRatio } from './terminal/terminal-measures.ts'

/** How often each thing is measured. */
interface Effort {
  readonly rounds: { readonly counted: number; readonly warmUp: number }
  readonly turns: number
  typical(values: readonly number[]): number
  /** What a turn of such a run costs. */
  turnOf(run: Run): number
}

const clockOf = ({ exchanges }: Run): number => median(overheads(exchanges))

/** Beside other work a value is too high by whatever came between, and the lowest one least so. */
const lowest = (values: readonly number[]): number => Math.min(...values)

const EFFORTS = {
  own: { rounds: { counted: 15, warmUp: 2 }, turns: 50, typical: median, turnOf: clockOf },
  // A turn is short: beside other work its clock tells who had to wait, and only the processor's tells what it took.
  shared: {
    rounds: { counted: 3, warmUp: 0 },
    turns: 40,
    typical: lowest,
    turnOf: run => run.cpuMs ?? clockOf(run),
  },
} as const satisfies Record<string, Effort>

type Take = (bench: Bench, effort: Effort) => Promise<number>

const ratio = ({ ours, floor }: Pair): number => ours / floor

const TAKES: Readonly<Record<ContractName, Take>> = {
  start: async ({ root }, { rounds, typical }) =>
    ratio(
      await alternate(
        rounds,
        side =>
          side === 'ours'
            ? timeCommand(join(root, 'bin', 'capstan'), ['--version'])
            : timeCommand('sh', ['-c', 'true']),
        typical,
      ),
    ),
  'first request': async ({ contest, stage }, { rounds, typical }) =>
    ratio(await alternate(rounds, side => timeToFirstRequest(contest[side], stage), typical)),
  code: ({ contest, stage }) => codeBeforeRequest(contest.ours, stage),
  turn: async ({ contest, stage }, { rounds, turns, typical, turnOf }) =>
    ratio(
      await alternate(
        { counted: Math.ceil(rounds.counted / 3), warmUp: Math.min(1, rounds.warmUp) },
        async side => turnOf(await runReads(contest[side], stage, turns)),
        typical,
      ),
    ),
  'first gap': async ({ contest, stage }, { rounds, typical }) =>
    ratio(await alternate(rounds, side => firstGap(contest[side], stage), typical)),
  'shell turn': async ({ contest, stage }, { rounds, typical }) =>
    ratio(
      await alternate(
        { counted: Math.ceil(rounds.counted / 3), warmUp: Math.min(1, rounds.warmUp) },
        side => shellGap(contest[side], stage),
        typical,
      ),
    ),
  key: async ({ root }, { rounds }) =>
    await keyRatio(root, { counted: Math.ceil(rounds.counted / 5), warmUp: 0 }),
  memory: async ({ contest, stage }, { rounds, typical }) =>
    ratio(
      await alternate(
        { counted: Math.ceil(rounds.counted / 3), warmUp: 0 },
        side => peakOfOneShot(contest[side], stage),
        typical,
      ),
    ),
  package: async ({ root }) => (await unpackedBytes(root)) / 1_000_000,
}

/** What npm would put on a disk, without the packages it asks for. */
const unpackedBytes = async (root: string): Promise<number> => {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=silent'],
    { cwd: root, maxBuffer: 2 ** 26 },
  )
  const [told] = Object.values(JSON.parse(stdout) as object) as { readonly unpackedSize?: number }[]
  if (told?.unpackedSize === undefined) throw new Error('npm does not say how large the package is')
  return told.unpackedSize
}

/** Takes the figures of these rows; one that fails is absent, and `failed` hears why. */
export const takeFigures = async (
  bench: Bench,
  at: {
    readonly place: keyof typeof EFFORTS
    readonly names: readonly string[]
    failed(name: string, error: unknown): void
  },
): Promise<Figures> => {
  const figures: Record<string, number> = {}
  for (const [name, take] of Object.entries(TAKES)) {
    if (!at.names.includes(name)) continue
    try {
      figures[name] = await take(bench, EFFORTS[at.place])
    } catch (error) {
      at.failed(name, error)
    }
  }
  return figures
}
