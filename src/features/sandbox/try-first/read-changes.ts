import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Layer } from './layers.ts'
import { type SeenFile, seeFile } from './seen-file.ts'

/** What became of a path in the copy. */
export interface TriedChange {
  /** Outside of the copy. */
  readonly path: string
  /** In the copy; absent: it is gone. */
  readonly copy?: string
  readonly before: SeenFile | null
  readonly after: SeenFile | null
  /** `closed`: of what is no file only its rights or its owner changed. `touched`: only its time. */
  readonly kind: 'made' | 'changed' | 'removed' | 'closed' | 'touched'
}

/** What was changed cannot be told, or not whole. */
export class UnreadableCopyError extends Error {
  override readonly name = 'UnreadableCopyError'
  readonly why: 'many' | 'name'

  constructor(why: 'many' | 'name') {
    super(`the copy cannot be read: ${why}`)
    this.why = why
  }
}

const MOST = 100_000

/** All that a command changed in its copies, in the order in which directories are walked; `listed`: when names were written down. */
export const readChanges = (
  layers: readonly Layer[],
  { listed, most = MOST }: { readonly listed: bigint; readonly most?: number },
): readonly TriedChange[] => {
  const found: TriedChange[] = []
  const add = (change: TriedChange): void => {
    if (found.length >= most) throw new UnreadableCopyError('many')
    found.push(change)
  }
  for (const layer of layers) {
    const walk = { layer, names: namesIn(layer.names), listed, add }
    readDirectory(walk, '')
  }
  return found
}

interface Walk {
  readonly layer: Layer
  /** By the directory they are in. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>
  readonly listed: bigint
  add(change: TriedChange): void
}

const namesIn = (file: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const names = new Map<string, Set<string>>()
  // Names are bytes; those that are no text are compared as what they are read as, here and in the directories.
  for (const path of readFileSync(file, 'utf8').split('\0')) {
    if (path === '') continue
    const directory = dirname(path)
    const own = names.get(directory) ?? new Set()
    own.add(path.slice(directory.length + 1))
    names.set(directory, own)
  }
  return names
}

const keyOf = (below: string): string => (below === '' ? '.' : `./${below}`)

const readDirectory = (walk: Walk, below: string): void => {
  const { layer, names, listed, add } = walk
  const left = names.get(keyOf(below)) ?? new Set<string>()
  const upper = readdirSync(join(layer.upper, below))
  const lower = join(layer.lower, below)
  // The outermost directory was never made anew, and others make files in it all the time: there only what stands in the
  // place of a file tells that it is gone. A directory that was made anew hides all that was in it.
  const gone =
    below === '' ? upper.filter(name => !left.has(name)) : listOf(lower).filter(name => !left.has(name))
  for (const name of gone) {
    const before = seeFile(join(lower, name))
    // It came after everything had been looked at.
    if (below !== '' && before !== null && before.born > listed) continue
    removed(join(lower, name), join(layer.target, below, name), add)
  }
  for (const name of upper) if (left.has(name)) readEntry(walk, below === '' ? name : `${below}/${name}`)
}

/** Of a directory that was there before; nothing of any other. */
const listOf = (path: string): readonly string[] =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path) : []

/** What is in it goes first. */
const removed = (lower: string, path: string, add: Walk['add']): void => {
  const before = seen(lower)
  if (before.type === 'directory')
    for (const name of readdirSync(lower)) removed(join(lower, name), join(path, name), add)
  add({ path, before, after: null, kind: 'removed' })
}

/** What stands in a list and cannot be found has a name that is no text. */
const seen = (path: string): SeenFile => {
  const found = seeFile(path)
  if (found === null) throw new UnreadableCopyError('name')
  return found
}

const readEntry = (walk: Walk, below: string): void => {
  const { layer, add } = walk
  const copy = join(layer.upper, below)
  const lower = join(layer.lower, below)
  const path = join(layer.target, below)
  const [before, after] = [seeFile(lower), seen(copy)]
  if (before !== null && before.type !== after.type) {
    removed(lower, path, add)
    add({ path, copy, before: null, after, kind: 'made' })
  } else {
    const kind = before === null ? 'made' : whatChanged({ before, lower }, { after, copy })
    if (kind !== undefined) add({ path, copy, before, after, kind })
  }
  if (after.type === 'directory') readDirectory(walk, below)
}

const whatChanged = (
  { before, lower }: { readonly before: SeenFile; readonly lower: string },
  { after, copy }: { readonly after: SeenFile; readonly copy: string },
): TriedChange['kind'] | undefined => {
  if (
    after.type === 'link'
      ? before.target !== after.target
      : after.type === 'file' && !hasSame(before, after, [lower, copy])
  )
    return 'changed'
  if (before.mode !== after.mode || before.uid !== after.uid || before.gid !== after.gid) return 'closed'
  return after.type === 'file' && before.modified !== after.modified ? 'touched' : undefined
}

const hasSame = (before: SeenFile, after: SeenFile, [lower, copy]: readonly [string, string]): boolean =>
  before.size === after.size && holdSame(lower, copy)

const CHUNK = 1024 * 1024

const holdSame = (a: string, b: string): boolean => {
  const [one, other] = [openSync(a, 'r'), openSync(b, 'r')]
  try {
    const [left, right] = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)]
    for (;;) {
      const count = readSync(one, left)
      if (readSync(other, right) !== count || !left.subarray(0, count).equals(right.subarray(0, count)))
        return false
      if (count === 0) return true
    }
  } finally {
    closeSync(one)
    closeSync(other)
  }
}
