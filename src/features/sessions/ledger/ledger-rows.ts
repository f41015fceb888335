import type { Approval } from '../../../protocol/context.ts'
import type { CallSource, Usage } from '../../../protocol/usage.ts'
import { readUsage } from './count-usage.ts'
import {
  type Call,
  callsOf,
  type Lane,
  type ReceivedMessage,
  type Reply,
  type Story,
  type Turn,
} from './story.ts'

/** USD of one call; `undefined` when the model has no known price. */
export type Price = (model: string, usage: Usage) => number | undefined

/** One thing that happened, and why. */
export interface LedgerRow {
  readonly session: string
  readonly project: string
  readonly turn: number
  readonly at: string
  readonly kind: 'run' | 'write' | 'read' | 'fetch' | 'spend' | 'message'
  /** Of a tool call its id: each has one row. */
  readonly call: string | undefined
  /** The tool, the model, or the session that sent a message. */
  readonly by: string
  /** The command, the file, the address, the words of a message; for `spend` the counters in words. */
  readonly what: string
  readonly outcome: string
  /** Of `spend`; null when the price is not known. */
  readonly usd: number | null | undefined
  readonly added: number | undefined
  readonly removed: number | undefined
  readonly durationMs: number | undefined
  /** Who let it run: `you`, or the rule, mode or hook, or `nobody` where none was needed; undefined when nobody did or that was not written down. */
  readonly approvedBy: string | undefined
  /** Who decided: let it run or, where the outcome says so, refused it. */
  readonly approval: Approval | undefined
  /** What was asked in that turn. */
  readonly because: string
  /** The sub-agent that did it. */
  readonly agent: string | undefined
  readonly usage: Usage | undefined
  readonly source: CallSource | undefined
}

interface Scene {
  readonly story: Story
  readonly turn: number
  readonly because: string
  readonly agent: string | undefined
}

const MAX_BECAUSE = 200

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_BECAUSE ? `${line.slice(0, MAX_BECAUSE - 1)}…` : line
}

/** What a session ran, wrote, read, fetched and spent, in the order in which it happened. */
export const ledgerRows = (story: Story, price: Price): readonly LedgerRow[] => {
  const asked = requestsOf(story.turns)
  const sceneOf = (number: number, agent: string | undefined): Scene => ({
    story,
    ...(asked.get(number) ?? { turn: number, because: '' }),
    agent,
  })
  const rows: LedgerRow[] = []
  for (const turn of story.turns) {
    const scene = sceneOf(turn.number, undefined)
    rows.push(...rowsOf(scene, turn, price), ...shellWrites(scene, turn))
  }
  for (const lane of story.lanes) rows.push(...rowsOf(sceneOf(lane.turn, lane.agentId), lane, price))
  for (const message of story.received ?? []) {
    const around = story.turns.findLast(turn => turn.startedAt !== '' && turn.startedAt <= message.timestamp)
    rows.push(receivedRow(sceneOf(around?.number ?? 1, undefined), message))
  }
  return rows.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/**
 * What each part of a story is for, and which turn it is: what follows a compaction belongs to the turn before it, since
 * nobody asked for the summary.
 */
const requestsOf = (turns: readonly Turn[]): ReadonlyMap<number, Pick<Scene, 'turn' | 'because'>> => {
  const asked = new Map<number, Pick<Scene, 'turn' | 'because'>>()
  let last: Pick<Scene, 'turn' | 'because'> | undefined
  for (const { number, request } of turns) {
    if (request.by !== 'summary' || last === undefined)
      last = { turn: (last?.turn ?? 0) + 1, because: oneLine(request.text) }
    asked.set(number, last)
  }
  return asked
}

const rowsOf = (scene: Scene, part: Pick<Turn | Lane, 'steps' | 'replies'>, price: Price): LedgerRow[] => [
  ...callsOf(part.steps).map(call => callRow(scene, call)),
  ...part.replies.map(reply => spendRow(scene, reply, price)),
]

const blank = ({ story, turn, because, agent }: Scene) => ({
  session: story.sessionId,
  project: story.cwd,
  turn,
  because,
  agent,
  usd: undefined,
  added: undefined,
  removed: undefined,
  durationMs: undefined,
  approvedBy: undefined,
  approval: undefined,
  call: undefined,
  usage: undefined,
  source: undefined,
})

const callRow = (scene: Scene, call: Call): LedgerRow => {
  const { effect } = call
  const written = effect.kind === 'write' ? { added: effect.added, removed: effect.removed } : {}
  return {
    ...blank(scene),
    call: call.id,
    at: call.at,
    kind: effect.kind === 'look' ? (effect.attempt ?? 'read') : effect.kind,
    by: call.tool,
    what: effect.kind === 'write' ? effect.path : call.subject || call.tool,
    outcome: outcomeOf(call),
    // What never ran took no time: all that passed was the question.
    durationMs: call.refused ? undefined : (call.ranMs ?? elapsed(call.at, call.endedAt)),
    approvedBy: call.refused ? undefined : approverOf(call),
    approval: call.approval,
    ...written,
  }
}

const APPROVERS: Readonly<Record<Approval['by'], string>> = {
  person: 'you',
  channel: 'you, through channel',
  rule: 'rule',
  mode: 'permission mode',
  hook: 'hook',
  workingDir: 'nobody (inside the working directory)',
  safetyCheck: 'safety check',
  subcommandResults: 'rules',
  sandboxOverride: 'nobody (runs in the sandbox)',
  classifier: 'auto review',
  other: 'nobody (no approval needed)',
}

const approverOf = ({ approval }: Call): string | undefined =>
  approval && [APPROVERS[approval.by] ?? approval.by, ...(approval.text ? [approval.text] : [])].join(' ')

export const outcomeOf = ({ effect, outcome, refused }: Call): string => {
  if (outcome === 'open') return 'interrupted'
  if (refused) return 'refused'
  if (effect.kind === 'run' && typeof effect.exitCode === 'number') return `exit ${effect.exitCode}`
  if (outcome === 'error') return 'failed'
  switch (effect.kind) {
    case 'run':
      if (effect.background) return 'in the background'
      if (effect.exitCode === undefined) return 'done'
      return effect.exitCode === null ? 'ended early' : `exit ${effect.exitCode}`
    case 'write':
      return effect.created ? 'created' : 'changed'
    case 'fetch':
      return effect.status === undefined ? 'done' : `status ${effect.status}`
    case 'look':
      return 'done'
  }
}

export const elapsed = (from: string, to: string | undefined): number | undefined => {
  const ms = to === undefined ? Number.NaN : Date.parse(to) - Date.parse(from)
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}

const spendRow = (scene: Scene, reply: Reply, price: Price): LedgerRow => ({
  ...blank(scene),
  at: reply.at,
  kind: 'spend',
  by: reply.model,
  what: usageWords(reply.usage),
  outcome: reply.exact ? reply.source : `${reply.source}, at least`,
  usd: price(reply.model, reply.usage) ?? null,
  durationMs: reply.durationMs,
  usage: readUsage(reply.usage),
  source: reply.source,
})

const receivedRow = (scene: Scene, { timestamp, from, text, outcome }: ReceivedMessage): LedgerRow => ({
  ...blank(scene),
  at: timestamp,
  kind: 'message',
  by: from,
  what: text,
  outcome,
})

const usageWords = (usage: Usage): string =>
  `${usage.input_tokens} in, ${usage.output_tokens} out, ${usage.cache_read_input_tokens} cache read, ${usage.cache_creation_input_tokens} cache written`

/** Files that changed in a turn although no tool says that it wrote them: commands did. */
const shellWrites = (scene: Scene, turn: Turn): LedgerRow[] => {
  const calls = callsOf(turn.steps)
  const told = new Set(
    [...calls, ...agentCalls(scene.story, turn)].map(({ effect }) =>
      effect.kind === 'write' ? effect.path : '',
    ),
  )
  const command = calls.findLast(call => call.effect.kind === 'run')
  return turn.touched
    .filter(file => !told.has(file.path))
    .map(file => ({
      ...blank(scene),
      at: command?.endedAt ?? turn.endedAt,
      kind: 'write' as const,
      by: command?.tool ?? 'command',
      what: file.path,
      outcome: `${file.change} by a command`,
    }))
}

/** Calls of agents that the turn started, or that were at work until the next turn began. */
const agentCalls = ({ turns, lanes }: Story, turn: Turn): readonly Call[] => {
  const until = turns.find(({ number }) => number > turn.number)?.startedAt
  const isWithin = ({ at }: Call): boolean => at >= turn.startedAt && (until === undefined || at < until)
  return lanes.flatMap(lane =>
    callsOf(lane.steps).filter(call => lane.turn === turn.number || isWithin(call)),
  )
}

const COLUMNS = [
  'session',
  'project',
  'turn',
  'at',
  'kind',
  'by',
  'what',
  'outcome',
  'usd',
  'added',
  'removed',
  'durationMs',
  'agent',
  'because',
  'approvedBy',
] as const

/** A cell that begins like a formula would be run by a spreadsheet: it gets a quote in front. */
const cell = (value: string | number | null | undefined): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvHead = (): string => `${COLUMNS.join(',')}\n`

export const csvRow = (row: LedgerRow): string => `${COLUMNS.map(column => cell(row[column])).join(',')}\n`
