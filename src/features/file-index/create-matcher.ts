import { CHARACTER_BITS, maskOf, repeatedIn } from './character-mask.ts'
import { IS_DIRECTORY, IS_TEST, type PathPack, pathAt } from './path-pack.ts'
import { type Needle, PathScorer, ScoreBound, type StartKind } from './path-scorer.ts'
import { TopList } from './top-list.ts'

export interface PathMatch {
  readonly path: string
  /** Offsets of the characters that matched. */
  readonly matched: readonly number[]
}

/** One question to the index, answered piece by piece. */
export interface PathSearch {
  readonly query: string
  readonly limit: number
  /** Goes on until everything was looked at (true) or `goOn` says no. */
  run(goOn: () => boolean): boolean
  /** Best first, of what was looked at so far. */
  matches(): readonly PathMatch[]
}

export interface PathMatcher {
  search(query: string, limit: number): PathSearch
}

const TEST_COST = 15
const DIRECTORY_COST = 2
/** Paths between two looks at the clock. */
const SLICE = 1_024

/** Finds paths by a few of their characters. A query that goes on where the last one ended looks only at what that one left. */
export const createMatcher = (pack: PathPack): PathMatcher => {
  let last: PackSearch | undefined
  return {
    search(query, limit) {
      if (last?.query === query && last.limit === limit) return last
      last = new PackSearch(pack, { query, limit }, last)
      return last
    },
  }
}

const encoder = new TextEncoder()
const ASCII = /^[ -~]*$/

class PackSearch implements PathSearch {
  readonly query: string
  readonly limit: number
  readonly #pack: PathPack
  readonly #scorer: PathScorer
  readonly #needle: Needle
  readonly #bound: ScoreBound
  readonly #first: number
  readonly #firstBit: number
  readonly #mask: number
  /** Of the characters that it has more than once. */
  readonly #repeated: number
  readonly #top: TopList
  readonly #ascii: boolean
  readonly #testCost: number
  /** Paths that may match a longer query; those behind `#next` are unknown. */
  #left: Uint32Array
  #count = 0
  #next = 0
  /** What the shorter query left, and how far it came. */
  #earlier: { readonly paths: Uint32Array; readonly count: number; readonly next: number } | undefined
  #taken = 0

  constructor(
    pack: PathPack,
    order: { readonly query: string; readonly limit: number },
    last: PackSearch | undefined,
  ) {
    const lower = order.query.toLowerCase()
    this.query = order.query
    this.limit = order.limit
    this.#pack = pack
    this.#ascii = ASCII.test(order.query)
    this.#needle = this.#ascii
      ? { lower: encoder.encode(lower), typed: encoder.encode(order.query), capitals: lower !== order.query }
      : { lower: unitsOf(lower), typed: unitsOf(order.query), capitals: false }
    this.#mask = maskOf(encoder.encode(lower))
    this.#repeated = this.#ascii ? repeatedIn(encoder.encode(lower)) : 0
    this.#bound = new ScoreBound(this.#needle)
    this.#first = this.#needle.lower[0] ?? 0
    this.#firstBit = CHARACTER_BITS[this.#first] ?? -1
    this.#scorer = new PathScorer(this.#needle)
    this.#top = new TopList(order.limit)
    this.#testCost = /test|spec/.test(lower) ? 0 : TEST_COST
    const narrows = last !== undefined && last.query !== '' && lower.startsWith(last.query.toLowerCase())
    if (narrows) this.#earlier = last.leftOver()
    this.#left = new Uint32Array(Math.min(pack.count, (this.#earlier?.count ?? pack.count) + SLICE))
  }

  run(goOn: () => boolean): boolean {
    for (;;) {
      const more = this.#earlier ? this.#takeEarlier() : this.#takeNext()
      if (!more) return true
      if (!goOn()) return false
    }
  }

  matches(): readonly PathMatch[] {
    return this.#top.items.map(index => {
      const path = pathAt(this.#pack, index)
      const units = unitsOf(this.#ascii ? path : path.toLowerCase())
      const name = nameLength(path)
      if (this.query === '' || !this.#scorer.holds(units, 0, units.length)) return { path, matched: [] }
      this.#scorer.score({ units, from: 0, to: units.length, name })
      return { path, matched: this.#scorer.places(0) }
    })
  }

  leftOver(): { readonly paths: Uint32Array; readonly count: number; readonly next: number } {
    // Interrupted before it had gone through what it was given: then everything has to be looked at.
    if (this.#earlier) return { paths: this.#left, count: 0, next: 0 }
    return { paths: this.#left, count: this.#count, next: this.#next }
  }

  #takeEarlier(): boolean {
    const { paths, count, next } = this.#earlier ?? { paths: this.#left, count: 0, next: 0 }
    const end = Math.min(count, this.#taken + SLICE)
    for (let at = this.#taken; at < end; at++) {
      const index = paths[at] ?? 0
      if (this.#mayHold(index)) this.#look(index)
    }
    this.#taken = end
    if (this.#taken < count) return true
    this.#earlier = undefined
    this.#next = next
    return this.#next < this.#pack.count
  }

  #takeNext(): boolean {
    const end = Math.min(this.#pack.count, this.#next + SLICE)
    for (let index = this.#next; index < end; index++) if (this.#mayHold(index)) this.#look(index)
    this.#next = end
    return this.#next < this.#pack.count
  }

  /** It has all characters of the query, in whatever order, and twice what the query has twice. */
  #mayHold(index: number): boolean {
    const { masks, repeated } = this.#pack
    const mask = this.#mask
    const twice = this.#repeated
    return ((masks[index] ?? 0) & mask) === mask && ((repeated[index] ?? 0) & twice) === twice
  }

  #look(index: number): void {
    const { offsets, nameLengths } = this.#pack
    const from = offsets[index] ?? 0
    const to = offsets[index + 1] ?? 0
    const most = this.#bound.most(this.#startKind(index), to - from, nameLengths[index] ?? 0)
    if (most > this.#top.threshold && !this.#match(index, from, to)) return
    this.#keep(index)
  }

  #startKind(index: number): StartKind {
    if (!this.#ascii) return 'name'
    const { nameMasks, nameStarts, nameWords, wordStarts } = this.#pack
    const word = ((wordStarts[index] ?? 0) & this.#firstBit) !== 0
    if (((nameMasks[index] ?? 0) & this.#mask) !== this.#mask) return word ? 'word' : 'middle'
    if (nameStarts[index] === this.#first) return 'name'
    if (((nameWords[index] ?? 0) & this.#firstBit) !== 0) return 'nameWord'
    return word ? 'nameMiddleOrWord' : 'nameMiddle'
  }

  /** False: it does not match, and no longer query will. */
  #match(index: number, from: number, to: number): boolean {
    const { bytes, nameLengths, flags } = this.#pack
    const costs = this.#costs(flags[index] ?? 0)
    if (this.#ascii) {
      if (!this.#scorer.holds(bytes, from, to)) return false
      const name = nameLengths[index] ?? 0
      const enough = this.#top.threshold + costs
      this.#top.offer(index, this.#scorer.score({ units: bytes, from, to, name }, enough) - costs)
      return true
    }
    const path = pathAt(this.#pack, index)
    const units = unitsOf(path.toLowerCase())
    if (!this.#scorer.holds(units, 0, units.length)) return false
    this.#top.offer(
      index,
      this.#scorer.score({ units, from: 0, to: units.length, name: nameLength(path) }) - costs,
    )
    return true
  }

  #costs(flags: number): number {
    return (flags & IS_TEST ? this.#testCost : 0) + (flags & IS_DIRECTORY ? DIRECTORY_COST : 0)
  }

  #keep(index: number): void {
    if (this.#count === this.#left.length) {
      const grown = new Uint32Array(Math.min(this.#pack.count, this.#count * 2 + SLICE))
      grown.set(this.#left)
      this.#left = grown
    }
    this.#left[this.#count] = index
    this.#count += 1
  }
}

/** Bytes where they suffice: what reads them is quickest when it reads one kind. */
const unitsOf = (text: string): Uint8Array | Uint16Array =>
  ASCII.test(text) ? encoder.encode(text) : Uint16Array.from(text, sign => sign.charCodeAt(0))

/** Without the slash of a directory. */
const nameLength = (path: string): number => {
  const end = path.endsWith('/') ? path.length - 1 : path.length
  return end - path.lastIndexOf('/', end - 1) - 1
}
