import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'

/** What is kept about a worktree, where git keeps its own notes about it: it goes when they go. */
export interface WorktreeRecord {
  /** The commit it began with. */
  readonly base: string
  readonly branch: string
  readonly agentId?: string
  readonly createdAt: number
  /** Ignored files that were copied there: size and time of each copy. */
  readonly copied: Readonly<Record<string, readonly [size: number, mtimeMs: number]>>
  /** Directories that are links to those of the main checkout, and where they lead. */
  readonly links: Readonly<Record<string, string>>
}

const NAME = 'capstan.json'
const MOST_BYTES = 4 * 1024 * 1024

/** Where git keeps its notes about one worktree; '' when there is none. */
export const adminDirectory = (path: string): string => {
  try {
    const [, pointer] = /^gitdir: (.+)$/m.exec(readFileSync(join(path, '.git'), 'utf8')) ?? []
    return pointer === undefined ? '' : resolve(path, pointer)
  } catch {
    // A repository of its own, or none.
    return ''
  }
}

export const writeRecord = (admin: string, record: WorktreeRecord): void =>
  writeFileAtomically(join(admin, NAME), Buffer.from(JSON.stringify(record)), { mode: 0o600 })

/** Undefined where there is none that can be understood: then nothing is known about it. */
export const readRecord = (admin: string): WorktreeRecord | undefined => {
  const path = join(admin, NAME)
  try {
    const facts = statSync(path, { throwIfNoEntry: false })
    if (!facts?.isFile() || facts.size > MOST_BYTES) return undefined
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<WorktreeRecord> | null
    const { base, branch, createdAt, copied, links, agentId } = value ?? {}
    if (typeof base !== 'string' || !/^[0-9a-f]{40,64}$/.test(base) || typeof branch !== 'string')
      return undefined
    return {
      base,
      branch,
      createdAt: typeof createdAt === 'number' ? createdAt : 0,
      copied: typeof copied === 'object' ? copied : {},
      links: typeof links === 'object' ? links : {},
      ...(typeof agentId === 'string' ? { agentId } : {}),
    }
  } catch {
    // Damaged, or not to be read: whoever asks takes everything in the worktree for somebody's work.
    return undefined
  }
}
