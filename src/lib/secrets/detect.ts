import { atOnce, type Steps } from '../work/in-steps.ts'
import { type AnchorMatch, eachAnchor, indexAnchors, PIECE_CHARS } from './anchors.ts'
import { type Format, isReal } from './format.ts'
import { KEY_BLOCK_ANCHOR, readKeyBlock } from './key-block.ts'
import { KEY_FORMATS } from './key-formats.ts'
import { SPARSE_FORMATS, VALUE_FORMATS } from './value-formats.ts'

/** A place of a text. */
export interface FoundSecret {
  readonly start: number
  readonly end: number
  readonly kind: string
  /** What the marker is made from; the same for each way of writing the secret. */
  readonly secret: string
}

/** All secrets of a text in order, without overlap. Pure; takes time in proportion to the text. */
export type FindSecrets = (text: string) => readonly FoundSecret[]

/** The same, with rests within a text that may be long. */
export type FindInSteps = (text: string) => readonly FoundSecret[] | Steps<readonly FoundSecret[]>

export interface DetectorOptions {
  readonly formats?: readonly Format[]
  /** Secrets that are known by value. Held in memory only. */
  readonly values?: readonly string[]
}

/** Shorter texts cannot hold any of the formats. */
const MIN_TEXT_CHARS = 12
const NONE: readonly FoundSecret[] = []

export const createDetector = (options: DetectorOptions = {}): FindSecrets =>
  findAtOnce(createStepDetector(options))

export const findAtOnce =
  (find: FindInSteps): FindSecrets =>
  text => {
    const found = find(text)
    return 'next' in found ? atOnce(found) : found
  }

export const createStepDetector = ({ formats = [], values = [] }: DetectorOptions = {}): FindInSteps => {
  const dense = indexAnchors(KEY_FORMATS, VALUE_FORMATS)
  const sparse = [...SPARSE_FORMATS, ...formats].flatMap(format =>
    format.anchors.map(anchor => ({ anchor, format })),
  )
  const read = createReader()
  function* find(text: string): Steps<readonly FoundSecret[]> {
    const isLong = text.length > PIECE_CHARS
    const found: FoundSecret[] = []
    /** By the words around them: a form of their own says more. */
    const told: FoundSecret[] = []
    yield* eachAnchor(text, dense, place => {
      const { secret } = read(text, place) ?? {}
      if (!secret) return undefined
      const isWhole = secret.start <= place.at
      ;(isWhole ? found : told).push(secret)
      return isWhole ? secret.end : undefined
    })
    for (const { anchor, format } of sparse) {
      if (isLong) yield
      each(text, anchor, at => {
        const { secret, end } = read(text, { at, anchor, format }) ?? {}
        if (secret) told.push(secret)
        return end
      })
    }
    if (isLong) yield
    findKeyBlocks(text, found)
    for (const value of values) {
      if (isLong) yield
      each(text, value, at => {
        told.push({ start: at, end: at + value.length, kind: 'credential', secret: value })
        return at + value.length
      })
    }
    return withoutOverlap([...found, ...told])
  }
  return text => (text.length < MIN_TEXT_CHARS ? NONE : find(text))
}

/** Where a text of the form ends, and the secret in it, unless it only looks like one. */
type ReadAnchor = (
  text: string,
  place: AnchorMatch,
) => { readonly end: number; readonly secret?: FoundSecret } | undefined

const createReader = (): ReadAnchor => {
  // Most are never met, and each costs time to make.
  const forms = new Map<Format, RegExp>()
  return (text, { at, anchor, format }) => {
    const { kind, back, as } = format
    if (back !== undefined && at < back) return undefined
    const form = forms.get(format) ?? format.form()
    forms.set(format, form)
    form.lastIndex = back === undefined ? at + anchor.length : at - back
    const match = form.exec(text)
    if (!match) return undefined
    const end = form.lastIndex
    const inner = match.groups?.['secret']
    const start = inner === undefined ? at - (back ?? 0) : end - inner.length
    const secret = text.slice(start, end)
    return isReal(secret, as) ? { end, secret: { start, end, kind, secret } } : { end }
  }
}

/** Calls for each place of `wanted`; goes on where the answer says, else behind it. */
const each = (text: string, wanted: string, visit: (at: number) => number | undefined): void => {
  for (let at = text.indexOf(wanted); at >= 0; ) at = text.indexOf(wanted, visit(at) ?? at + wanted.length)
}

const findKeyBlocks = (text: string, found: FoundSecret[]): void =>
  each(text, KEY_BLOCK_ANCHOR, at => {
    const block = readKeyBlock(text, at)
    if (block) found.push({ start: at, end: block.end, kind: 'private-key', secret: block.body })
    return block?.end
  })

/** Of two that overlap the one that begins first stays; of two that begin together the first of the list. */
const withoutOverlap = (found: readonly FoundSecret[]): readonly FoundSecret[] => {
  if (found.length < 2) return found
  const kept: FoundSecret[] = []
  for (const secret of found.toSorted((a, b) => a.start - b.start))
    if (secret.start >= (kept.at(-1)?.end ?? 0)) kept.push(secret)
  return kept
}
