import { contractLimit } from '../contract.ts'
import { alternate, type Pair } from '../measures.ts'
import { median, percentile } from '../statistics.ts'
import { judge, type Row } from '../table.ts'
import { createWorkspace } from '../workspace.ts'
import { buildFloor } from './build-floor.ts'
import {
  cpuPerKey,
  type KeyScene,
  type LastByte,
  memoryOf,
  type StreamCost,
  streamCost,
  type TerminalStage,
  timeInterrupt,
  timeKeys,
  timeLastBytes,
  timeToTyped,
} from './drive.ts'
import { startStream } from './stream-process.ts'
import { capstanTerminal } from './subject.ts'

/** The program in a terminal of 120 × 40, beside a bare program with Ink. */
interface TerminalMeasure {
  readonly name: string
  take(bench: { readonly root: string }): Promise<readonly Row[]>
}

type Sides = Readonly<Record<keyof Pair, TerminalStage>>

const TOKENS = 2_000
const TURNS = 60
const MANY_TURNS = 500
const MESSAGES = 2_000
const KEYS = 200

const withSides = async <T>(root: string, take: (sides: Sides) => Promise<T>): Promise<T> => {
  using floor = await buildFloor()
  await using stream = await startStream()
  using space = createWorkspace(2)
  const stage = { stream, space }
  return await take({
    ours: { ...stage, subject: capstanTerminal(root) },
    floor: { ...stage, subject: floor.subject },
  })
}

const ms = (value: number): string => `${value.toFixed(value < 20 ? 1 : 0)} ms`
const mb = (value: number): string => `${value.toFixed(0)} MB`
const bytes = (value: number): string => `${value.toFixed(0)} bytes`
const times = (value: number): string => `${value.toFixed(2)} ×`

/** Beside the floor; `most` is how many times the floor it may be. */
const beside = (
  what: string,
  pair: Pair,
  how: { readonly show: (value: number) => string; readonly most?: number },
): Row => {
  const ratio = pair.ours / pair.floor
  return {
    what,
    ours: how.show(pair.ours),
    floor: how.show(pair.floor),
    ratio: pair.floor === 0 ? '' : times(ratio),
    target: how.most === undefined ? '' : `≤ ${how.most} ×`,
    verdict: how.most === undefined ? '–' : judge(ratio, how.most),
  }
}

/** By itself; the floor is only shown. */
const within = (
  what: string,
  pair: Pair,
  how: { readonly show: (value: number) => string; readonly limit: number },
): Row => ({
  ...beside(what, pair, how),
  target: `≤ ${how.show(how.limit)}`,
  verdict: judge(pair.ours, how.limit),
})

const startUp: TerminalMeasure = {
  name: 'terminal: start',
  take: ({ root }) =>
    withSides(root, async sides => {
      const pair = await alternate({ counted: 15, warmUp: 2 }, side => timeToTyped(sides[side]))
      return [beside('spawn to a typed character on the screen', pair, { show: ms, most: 1.25 })]
    }),
}

const keys: TerminalMeasure = {
  name: 'terminal: keys',
  take: ({ root }) =>
    withSides(root, async sides => {
      const rows: Row[] = []
      for (const scene of ['idle', 'streaming', 'after history'] as const)
        rows.push(...(await keyRows(sides, scene)))
      const spent = await keyCost(sides, { counted: 3, warmUp: 0 })
      const cpu = beside('the same, idle: CPU per key', spent, { show: ms, most: contractLimit('key') })
      return [...rows, cpu, ...(await agentRows(sides.ours))]
    }),
}

const keyCost = (
  sides: Sides,
  rounds: { readonly counted: number; readonly warmUp: number },
): Promise<Pair> => alternate(rounds, side => cpuPerKey(sides[side], KEYS))

/** For the contract: beside the floor. */
export const keyRatio = async (
  root: string,
  rounds: { readonly counted: number; readonly warmUp: number },
): Promise<number> =>
  await withSides(root, async sides => {
    const { ours, floor } = await keyCost(sides, rounds)
    return ours / floor
  })

/** Keys while ten agents stream, beside keys while nothing does, of the same program in the same run. */
const agentRows = async (stage: TerminalStage): Promise<readonly Row[]> => {
  const busy = await timeKeys(stage, 'ten agents', KEYS)
  const idle = await timeKeys(stage, 'idle', KEYS)
  const at = (share: number): Pair => ({ ours: percentile(busy, share), floor: percentile(idle, share) })
  return [
    beside('key to screen, ten agents streaming beside idle: median', at(0.5), { show: ms, most: 2 }),
    beside('key to screen, ten agents streaming beside idle: 99 of 100', at(0.99), { show: ms }),
  ]
}

const keyRows = async (sides: Sides, scene: KeyScene): Promise<readonly Row[]> => {
  const ours = await timeKeys(sides.ours, scene, KEYS)
  const floor = await timeKeys(sides.floor, scene, KEYS)
  const at = (share: number): Pair => ({ ours: percentile(ours, share), floor: percentile(floor, share) })
  return [
    beside(`key to screen, ${scene}: median`, at(0.5), { show: ms }),
    beside(`key to screen, ${scene}: 99 of 100`, at(0.99), { show: ms, most: 2 }),
  ]
}

const streaming: TerminalMeasure = {
  name: 'terminal: streaming',
  take: ({ root }) =>
    withSides(root, async sides => {
      const ours = await streamCost(sides.ours, { tokens: TOKENS })
      const floor = await streamCost(sides.floor, { tokens: TOKENS })
      const later = await streamCost(sides.ours, { tokens: TOKENS, turns: TURNS })
      const resumed = await streamCost(sides.ours, { tokens: TOKENS, messages: MESSAGES })
      const grown = (what: string, cost: StreamCost): Row =>
        beside(
          `the same: CPU after ${what}, beside the first turn`,
          { ours: cost.cpuMs, floor: ours.cpuMs },
          { show: ms, most: 1.3 },
        )
      const of = (name: keyof typeof ours): Pair => ({ ours: ours[name], floor: floor[name] })
      const count = { show: (value: number) => value.toFixed(0), limit: 0 }
      const what = `${TOKENS.toLocaleString('en')} tokens of Markdown, 100 a second`
      return [
        within(`${what}: bytes per token`, of('bytesPerToken'), { show: bytes, limit: 100 }),
        beside('the same: CPU', of('cpuMs'), { show: ms, most: 1.2 }),
        within('the same: full clears', of('fullClears'), count),
        within('the same: cells changed above the live part', of('changedAbove'), count),
        grown(`${TURNS} turns`, later),
        grown(`${MESSAGES.toLocaleString('en')} messages`, resumed),
      ]
    }),
}

const interrupt: TerminalMeasure = {
  name: 'terminal: interrupt',
  take: ({ root }) =>
    withSides(root, async sides => {
      const usable = { ours: [] as number[], floor: [] as number[] }
      const closed = await alternate({ counted: 7, warmUp: 1 }, async side => {
        const taken = await timeInterrupt(sides[side])
        usable[side].push(taken.usableMs)
        return taken.closedMs
      })
      const later = { ours: median(usable.ours.slice(1)), floor: median(usable.floor.slice(1)) }
      return [
        within('Esc to the connection closed', closed, { show: ms, limit: 10 }),
        within('Esc to the next character typed', later, { show: ms, limit: 30 }),
      ]
    }),
}

const lastByte: TerminalMeasure = {
  name: 'terminal: last byte',
  take: ({ root }) =>
    withSides(root, async sides => {
      // Without the first, with which a program also loads what it needs.
      const ours = (await timeLastBytes(sides.ours, REPLIES + 1)).slice(1)
      const floor = (await timeLastBytes(sides.floor, REPLIES + 1)).slice(1)
      const of = (name: keyof LastByte): Pair => ({
        ours: median(ours.map(times => times[name])),
        floor: median(floor.map(times => times[name])),
      })
      return [
        beside('last byte of a reply to its last word on the screen', of('shownMs'), { show: ms }),
        within('last byte of a reply to the end of the turn on the screen', of('overMs'), {
          show: ms,
          limit: 8,
        }),
      ]
    }),
}

const REPLIES = 15

const memory: TerminalMeasure = {
  name: 'terminal: memory',
  take: ({ root }) =>
    withSides(root, async sides => {
      const ours = await memoryOf(sides.ours, [TURNS, MANY_TURNS])
      const floor = await memoryOf(sides.floor, [TURNS])
      const [later = Number.NaN, muchLater = Number.NaN] = ours.laterMb
      const floorLater = floor.laterMb[0] ?? Number.NaN
      return [
        within(
          'memory at the prompt',
          { ours: ours.promptMb, floor: floor.promptMb },
          { show: mb, limit: 120 },
        ),
        within(
          `memory after ${TURNS} turns of 3 KB`,
          { ours: later, floor: floorLater },
          { show: mb, limit: 200 },
        ),
        beside(
          `memory after ${MANY_TURNS} turns, beside ${TURNS}`,
          { ours: muchLater, floor: later },
          { show: mb, most: 1.25 },
        ),
      ]
    }),
}

export const TERMINAL_MEASURES: readonly TerminalMeasure[] = [
  startUp,
  keys,
  streaming,
  lastByte,
  interrupt,
  memory,
]
