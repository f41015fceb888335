import { basename } from 'node:path'
import { actionOf } from '../../agents/last-action.ts'
import { CallFold, type RecordedCall } from '../../features/sessions/folds/calls.ts'
import { agentFiles, readRecords } from '../../features/sessions/ledger/read-records.ts'
import { field, textField } from '../../lib/values/read-field.ts'
import type { AgentInfo, AgentStatus } from '../../protocol/agents/agents.ts'
import type { Entry } from '../../protocol/entry.ts'
import { toolUses } from '../../protocol/message.ts'
import { PERMISSION_MODES } from '../../protocol/permission.ts'
import { contextTokens, type Usage } from '../../protocol/usage.ts'

interface EarlierAgentDeps {
  readonly cwd: string
  /** USD of one call; undefined: nobody knows. */
  price(model: string, usage: Usage): number | undefined
}

/** Of a session with more, the last ones. */
const MOST_AGENTS = 200

/** Agents that the files beside a session tell of, the first one first. Nothing in these files grants anything. */
export const readEarlierAgents = async (
  sessionPath: string | undefined,
  deps: EarlierAgentDeps,
): Promise<readonly AgentInfo[]> => {
  if (sessionPath === undefined) return []
  const paths = agentFiles(sessionPath).slice(-MOST_AGENTS)
  if (paths.length === 0) return []
  const booked = bookedCalls(sessionPath)
  const infos: AgentInfo[] = []
  for (const path of paths) {
    const info = readInfo(path, { ...deps, booked })
    if (info) infos.push(info)
    // A file may be long, and a turn must not wait for all of them.
    await new Promise<void>(resolve => {
      setImmediate(resolve)
    })
  }
  return infos.sort((a, b) => a.startedAt - b.startedAt)
}

/** What calls used in the end stands in the file of the session, by their replies; an agent's own has what was known before. */
const bookedCalls = (sessionPath: string): ReadonlyMap<string, RecordedCall> => {
  const fold = new CallFold()
  try {
    for (const record of readRecords(sessionPath, { holding: '"type":"usage"' }))
      if (record.kind === 'entry') fold.take(record.entry)
  } catch {
    // The figures are then those of the agents' own files.
  }
  return new Map(fold.calls().map(call => [call.reply, call]))
}

interface InfoDeps extends EarlierAgentDeps {
  readonly booked: ReadonlyMap<string, RecordedCall>
}

interface Seen {
  facts: unknown
  firstAt: string
  lastAt: string
  toolUses: number
  lastAction: string | undefined
  status: AgentStatus
  readonly calls: CallFold
}

const readInfo = (path: string, deps: InfoDeps): AgentInfo | undefined => {
  const seen: Seen = {
    facts: undefined,
    firstAt: '',
    lastAt: '',
    toolUses: 0,
    lastAction: undefined,
    status: 'stopped',
    calls: new CallFold(),
  }
  try {
    for (const record of readRecords(path)) {
      if (record.kind === 'entry') see(seen, record.entry)
      // The line an agent's file begins with is no entry of a conversation.
      else if (record.kind === 'foreign' && textField(record.value, 'type') === 'agent_metadata')
        seen.facts ??= field(record.value, 'facts')
    }
  } catch {
    // Gone or locked away meanwhile: the others are still worth a line.
    return undefined
  }
  return seen.facts === undefined ? undefined : infoOf(path, seen, deps)
}

const see = (seen: Seen, entry: Entry): void => {
  seen.calls.take(entry)
  if (entry.type !== 'user' && entry.type !== 'assistant') return
  seen.firstAt ||= entry.timestamp
  seen.lastAt = entry.timestamp
  // It ended by itself when the last word is its own, and asks for nothing more.
  seen.status = 'stopped'
  if (entry.type === 'user') return
  const uses = toolUses(entry.message.content)
  const last = uses.at(-1)
  seen.toolUses += uses.length
  if (last) seen.lastAction = actionOf(last.name, last.input)
  else seen.status = entry.isApiErrorMessage ? 'failed' : 'completed'
}

const infoOf = (path: string, seen: Seen, { cwd, price, booked }: InfoDeps): AgentInfo => {
  const { facts, status, lastAction } = seen
  const text = (name: string): string | undefined => textField(facts, name) || undefined
  const calls = seen.calls.calls().map(call => booked.get(call.reply) ?? call)
  const type = text('agentType') ?? ''
  const parent = text('parent')
  const team = text('team')
  return {
    id: basename(path, '.jsonl').replace(/^agent-/, ''),
    name: text('name') ?? type,
    type,
    description: text('description') ?? '',
    status,
    background: false,
    toolUseId: text('toolUseId') ?? '',
    model: calls.at(-1)?.model ?? text('model') ?? '',
    mode: PERMISSION_MODES.find(mode => mode === text('mode')) ?? 'default',
    cwd: text('cwd') ?? cwd,
    startedAt: Date.parse(seen.firstAt) || 0,
    endedAt: Date.parse(seen.lastAt) || 0,
    requests: calls.length,
    toolUses: seen.toolUses,
    tokens: tokensOf(calls),
    usd: calls.reduce((sum, { model, usage }) => sum + (price(model, usage) ?? 0), 0),
    transcript: path,
    ...(parent === undefined ? {} : { parent }),
    ...(team === undefined ? {} : { team }),
    ...(lastAction === undefined ? {} : { lastAction }),
  }
}

/** As of one that runs: what the last request held, and all that was written. */
const tokensOf = (calls: readonly RecordedCall[]): number => {
  const last = calls.at(-1)
  if (!last) return 0
  const written = calls.reduce((sum, { usage }) => sum + usage.output_tokens, 0)
  return contextTokens(last.usage) - last.usage.output_tokens + written
}
