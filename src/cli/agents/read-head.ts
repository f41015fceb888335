import { closeSync, openSync, readSync } from 'node:fs'
import { isObject } from '../../lib/is-object.ts'
import { parseJsonLine } from '../../lib/jsonl.ts'

/** The line an agent's file begins with is not longer. */
const HEAD_BYTES = 64 * 1024

export interface AgentHead {
  readonly agent: string
  readonly type: string
  readonly description: string
}

/** What an agent's own file says of it; undefined for another kind of file. */
export const readHead = (path: string): AgentHead | undefined => {
  const fd = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(HEAD_BYTES)
    const [line = ''] = bytes.toString('utf8', 0, readSync(fd, bytes, 0, HEAD_BYTES, 0)).split('\n', 1)
    const entry = parseJsonLine(Buffer.from(line))
    if (!isObject(entry) || entry['type'] !== 'agent_metadata' || !isObject(entry['facts'])) return undefined
    const text = (value: unknown): string => (typeof value === 'string' ? value : '')
    const { facts } = entry
    return {
      agent: text(entry['agentId']),
      type: text(facts['name']) || text(facts['agentType']),
      description: text(facts['description']),
    }
  } finally {
    closeSync(fd)
  }
}
