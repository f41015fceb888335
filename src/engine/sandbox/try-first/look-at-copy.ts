import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProtected } from '../../../features/permissions/paths/protected.ts'
import {
  readChanges,
  type TriedChange,
  UnreadableCopyError,
} from '../../../features/sandbox/try-first/read-changes.ts'
import type { CopyRoom } from '../../../features/sandbox/try-first/room.ts'
import { seeFile } from '../../../features/sandbox/try-first/seen-file.ts'
import { errorText } from '../../../lib/error-text.ts'

/** What a command left in its copies. */
export interface SeenCopy {
  /** What a yes applies. */
  readonly changes: readonly TriedChange[]
  /** Paths that stay as they are outside: what is no file, and what a sandbox must not change. */
  readonly left: readonly string[]
  /** Why nothing of it can be kept. */
  readonly unfit?:
    | { readonly why: 'unfinished' | 'many' }
    | { readonly why: 'meanwhile'; readonly paths: readonly string[] }
    | { readonly why: 'unreadable'; readonly said: string }
}

const MOST_NAMED = 10

export const lookAtCopy = (room: CopyRoom, { isHeld }: { readonly isHeld: boolean }): SeenCopy => {
  const nothing = { changes: [], left: [] }
  if (!existsSync(join(room.base, 'listed'))) return { ...nothing, unfit: { why: 'unfinished' } }
  try {
    const began = timeOf(join(room.base, 'mounted'))
    const all = readChanges(room.layers, { listed: timeOf(join(room.base, 'listed')) })
    const meanwhile = all.filter(({ before }) => before !== null && before.changed > began)
    if (meanwhile.length > 0)
      return {
        ...nothing,
        unfit: { why: 'meanwhile', paths: meanwhile.slice(0, MOST_NAMED).map(({ path }) => path) },
      }
    const left = new Set(
      all
        .filter(
          ({ after, path }) => after?.type === 'special' || (isHeld && findProtected(path) !== undefined),
        )
        .map(({ path }) => path),
    )
    return { changes: all.filter(({ path }) => !left.has(path)), left: [...left] }
  } catch (error) {
    if (error instanceof UnreadableCopyError && error.why === 'many')
      return { ...nothing, unfit: { why: 'many' } }
    return { ...nothing, unfit: { why: 'unreadable', said: errorText(error) } }
  }
}

const timeOf = (path: string): bigint => seeFile(path)?.changed ?? 0n
