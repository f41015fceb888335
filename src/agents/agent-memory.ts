import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentDefinition } from '../protocol/extensions/agent-definition.ts'

interface MemoryPlaces {
  readonly cwd: string
  /** The working directories. */
  readonly roots: readonly string[]
  readonly configHome: string | undefined
}

/** Where the memory is that a definition asks for, by the convention of the project where it has one. */
export const agentMemory = (
  { memory, name }: Pick<AgentDefinition, 'memory' | 'name'>,
  { cwd, roots, configHome }: MemoryPlaces,
): string | undefined => {
  if (memory === undefined) return undefined
  const file = name.replace(/[^\w.-]/g, '-').replace(/^\.+/, '')
  if (memory === 'user') return configHome === undefined ? undefined : join(configHome, 'agent-memory', file)
  const folder = memory === 'local' ? 'agent-memory-local' : 'agent-memory'
  const root = roots[0] ?? cwd
  return join(root, existsSync(join(root, '.claude', folder)) ? '.claude' : '.capstan', folder, file)
}
