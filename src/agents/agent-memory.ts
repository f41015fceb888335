import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentDefinition } from '../protocol/extensions/agent-definition.ts'

interface MemoryPlaces {
  readonly cwd: string
  readonly home: string
  /** The working directories. */
  readonly roots: readonly string[]
  readonly configHome: string | undefined
}

/** Where the memory is that a definition asks for; one that another tool has begun is continued. */
export const agentMemory = (
  { memory, name }: Pick<AgentDefinition, 'memory' | 'name'>,
  { cwd, home, roots, configHome }: MemoryPlaces,
): string | undefined => {
  if (memory === undefined) return undefined
  const file = name.replace(/[^\w.-]/g, '-').replace(/^\.+/, '')
  if (memory === 'user') {
    if (configHome === undefined) return undefined
    const [ours, theirs] = [configHome, join(home, '.claude')].map(each => join(each, 'agent-memory', file))
    return ours !== undefined && theirs !== undefined && !existsSync(ours) && existsSync(theirs)
      ? theirs
      : ours
  }
  const folder = memory === 'local' ? 'agent-memory-local' : 'agent-memory'
  const root = roots[0] ?? cwd
  return join(root, existsSync(join(root, '.claude', folder)) ? '.claude' : '.capstan', folder, file)
}
