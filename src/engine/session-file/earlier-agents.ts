import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { UNSEEN_END } from '../../features/sessions/folds/effects.ts'
import { isObject } from '../../lib/is-object.ts'
import { parseJsonLine } from '../../lib/jsonl.ts'
import { type Message, toolUses } from '../../protocol/message.ts'
import { isAgentName } from '../../protocol/tools/rule-names.ts'
import { sideFile } from './session-handle.ts'

interface FoundAgent {
  readonly id: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** The line it begins with is not longer. */
const HEAD_BYTES = 64 * 1024
const FILE = /^agent-([0-9A-Za-z-]{1,80})\.jsonl$/

/** The agent of an earlier run that has this id or name; of several with the name, the one whose file comes last. */
export const findEarlierAgent = (sessionPath: string | undefined, to: string): FoundAgent | undefined => {
  const ids = agentIds(sessionPath)
  const byId = ids.find(id => id === to)
  if (byId !== undefined) return readFacts(sessionPath, byId)
  return ids.flatMap(id => readFacts(sessionPath, id) ?? []).findLast(({ facts }) => facts['name'] === to)
}

/** Calls of agents whose results the end of the program took along. */
export const cutAgentCalls = (history: readonly Message[]): ReadonlySet<string> => {
  const agents = new Set(
    history.flatMap(message =>
      message.type === 'assistant'
        ? toolUses(message.message.content).flatMap(({ id, name }) => (isAgentName(name) ? [id] : []))
        : [],
    ),
  )
  const cut = history.flatMap(message =>
    message.type === 'user' &&
    message.origin?.kind === UNSEEN_END &&
    typeof message.message.content !== 'string'
      ? message.message.content.flatMap(block => (block.type === 'tool_result' ? [block.tool_use_id] : []))
      : [],
  )
  return new Set(cut.filter(id => agents.has(id)))
}

/** The agents of earlier runs that these calls started. */
export const findAgentsOf = (
  sessionPath: string | undefined,
  calls: ReadonlySet<string>,
): readonly { readonly id: string; readonly toolUseId: string }[] => {
  if (calls.size === 0) return []
  return agentIds(sessionPath).flatMap(id => {
    const toolUseId = readFacts(sessionPath, id)?.facts['toolUseId']
    return typeof toolUseId === 'string' && calls.has(toolUseId) ? [{ id, toolUseId }] : []
  })
}

const agentIds = (sessionPath: string | undefined): readonly string[] => {
  if (sessionPath === undefined) return []
  try {
    return readdirSync(join(sessionPath.replace(/\.jsonl$/, ''), 'subagents'))
      .flatMap(name => FILE.exec(name)?.[1] ?? [])
      .sort()
  } catch {
    // Most sessions have none.
    return []
  }
}

const readFacts = (sessionPath: string | undefined, id: string): FoundAgent | undefined => {
  const [line] = headOf(sideFile(sessionPath, id) ?? '').split('\n', 1)
  const entry = parseJsonLine(Buffer.from(line ?? ''))
  if (!isObject(entry) || entry['type'] !== 'agent_metadata' || !isObject(entry['facts'])) return undefined
  return { id, facts: entry['facts'] }
}

const headOf = (path: string): string => {
  try {
    const fd = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(HEAD_BYTES)
      return bytes.toString('utf8', 0, readSync(fd, bytes, 0, HEAD_BYTES, 0))
    } finally {
      closeSync(fd)
    }
  } catch {
    return ''
  }
}
