import type { RunGit } from '../../../protocol/run-git.ts'
import type { FileVersion } from '../../../protocol/session/file-history.ts'
import type { BackupStore } from './backup-store.ts'
import type { ContentPack } from './content-pack.ts'
import type { JournalChange, Step } from './journal.ts'
import { type PathContent, versionIn } from './path-content.ts'
import { readBlobs } from './read-blobs.ts'

export interface Difference {
  readonly path: string
  readonly before: PathContent | null
  readonly after: PathContent | null
}

export interface SettleDeps {
  readonly git: RunGit
  readonly store: BackupStore
  readonly pack: ContentPack
  readonly maxBytes: number
}

/** Turns what was seen into versions; contents that only git has are copied now, while git still has them. */
export const settleDifferences = async (
  differences: readonly Difference[],
  deps: SettleDeps,
): Promise<Pick<Step, 'changes' | 'uncovered'>> => {
  const blobs = await fetchBlobs(differences, deps)
  const changes: JournalChange[] = []
  const uncovered: string[] = []
  for (const { path, before, after } of differences) {
    const old = versionOf(before, blobs)
    const now = versionOf(after, blobs)
    // Only what a rewind brings back is copied for good: what it overwrites, it copies itself.
    if (before !== null && typeof before === 'object' && 'packed' in before && before.packed)
      deps.store.put(deps.pack.read(before.packed))
    if (old === undefined || now === undefined) uncovered.push(path)
    else changes.push({ path, before: old, after: now })
  }
  return { changes, uncovered }
}

const versionOf = (held: PathContent | null, blobs: ReadonlyMap<string, string>): FileVersion | undefined => {
  if (held === null) return null
  if (held === 'uncovered') return undefined
  if (!('blob' in held)) return versionIn(held)
  const hash = blobs.get(held.blob)
  return hash === undefined ? undefined : { hash, mode: held.mode }
}

const fetchBlobs = async (
  differences: readonly Difference[],
  { git, store, maxBytes }: SettleDeps,
): Promise<ReadonlyMap<string, string>> => {
  const wanted = new Map<string, Map<string, number>>()
  for (const { before, after } of differences)
    for (const held of [before, after])
      if (held !== null && held !== 'uncovered' && 'blob' in held) {
        const ids = wanted.get(held.area) ?? new Map<string, number>()
        wanted.set(held.area, ids.set(held.blob, held.size))
      }
  const hashes = new Map<string, string>()
  for (const [cwd, sizes] of wanted) {
    const room = maxBytes + sizes.size * 128
    const blobs = await readBlobs({ cwd, ids: [...sizes.keys()], maxBytes: room }, git)
    // Another size than the file had: something stood between file and blob after all.
    for (const [id, bytes] of blobs) if (sizes.get(id) === bytes.byteLength) hashes.set(id, store.put(bytes))
  }
  return hashes
}
