import type { FileVersion } from '../../../protocol/session/file-history.ts'
import type { ContentPack, Packed } from './content-pack.ts'
import { type Found, hashOf, isSameVersion, PERMISSION_BITS } from './file-version.ts'
import type { GitIndex } from './git-index.ts'
import { blobIdOf } from './repository.ts'

/** Content that git has and nobody copied yet. */
export interface InGit {
  readonly blob: string
  readonly area: string
  readonly size: number
  readonly mode: number
}

/** The same as far as the index noted it: of most files nobody asks for the blob. */
export class InIndex implements InGit {
  readonly index: GitIndex
  readonly entry: number
  readonly area: string
  readonly size: number
  readonly mode: number

  constructor(
    of: { readonly index: GitIndex; readonly area: string },
    entry: number,
    { size, mode }: Pick<InGit, 'size' | 'mode'>,
  ) {
    this.index = of.index
    this.entry = entry
    this.area = of.area
    this.size = size
    this.mode = mode & PERMISSION_BITS
  }

  get blob(): string {
    return this.index.blob(this.entry)
  }
}

/** A copy of the content is in the pack; one that a tool announced (`expect`) is nowhere until it is looked at. */
interface Copied {
  readonly hash: string
  readonly mode?: number
  readonly packed?: Packed
}

/** A copy whose hash is found out when somebody asks: of most files nobody does. */
export class TakenCopy implements Copied {
  readonly mode: number
  readonly packed: Packed
  readonly #pack: Pick<ContentPack, 'read'>
  #hash: string | undefined

  constructor(pack: Pick<ContentPack, 'read'>, copy: { readonly mode: number; readonly packed: Packed }) {
    this.#pack = pack
    this.mode = copy.mode
    this.packed = copy.packed
  }

  get hash(): string {
    this.#hash ??= hashOf(this.#pack.read(this.packed))
    return this.#hash
  }
}

/** What was last seen at a path. `uncovered`: seen, but there is no copy. */
export type PathContent = Copied | { readonly link: string } | InGit | 'uncovered'

/** Of what is no regular file. */
export const toContent = (found: Exclude<Found, { kind: 'file' }>): PathContent | null => {
  if (found.kind === 'link') return { link: found.link }
  return found.kind === 'nothing' ? null : 'uncovered'
}

export const sameContent = (a: PathContent, b: PathContent | null): boolean => {
  if (b === null || a === 'uncovered' || b === 'uncovered') return a === b
  if ('blob' in a || 'blob' in b) return 'blob' in a && 'blob' in b && a.blob === b.blob && a.mode === b.mode
  return isSameVersion(versionIn(a), versionIn(b))
}

/** As the journal knows it, without the place of the copy. */
export const versionIn = (held: Exclude<PathContent, InGit | 'uncovered'>): Exclude<FileVersion, null> => {
  if ('link' in held) return held
  return { hash: held.hash, ...(held.mode === undefined ? {} : { mode: held.mode }) }
}

export const isContent = (held: PathContent | null, bytes: Uint8Array | undefined): boolean => {
  if (held === null || bytes === undefined) return held === null && bytes === undefined
  if (held === 'uncovered' || 'link' in held) return false
  return 'blob' in held ? blobIdOf(bytes, held.blob) === held.blob : held.hash === hashOf(bytes)
}

/** As far as both are known. */
export const isSameMode = (held: PathContent | null, version: FileVersion): boolean => {
  const [a, b] = [held, version].map(each =>
    each !== null && typeof each === 'object' && 'mode' in each ? each.mode : undefined,
  )
  return (a ?? b) === (b ?? a)
}
