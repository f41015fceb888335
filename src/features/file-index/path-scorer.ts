/** A query as bytes, or for letters beyond ASCII as code units. */
export interface Needle {
  /** In lower case. */
  readonly lower: ArrayLike<number>
  readonly typed: ArrayLike<number>
  /** It has capitals: those of the path count. */
  readonly capitals: boolean
}

/** A path to be looked at: `from` up to `to` in `units`; its last name has `name` of them. */
export interface Candidate {
  readonly units: ArrayLike<number>
  readonly from: number
  readonly to: number
  readonly name: number
}

const SLASH = 0x2f
const PER_CHARACTER = 16
const NAME_START = 11
const PART_START = 9
const WORD_START = 8
const CAPITAL = 7
const DIGIT = 5
const IN_A_ROW = 5
const FIRST_COUNTS = 2
const GAP = 3
const LONGEST_GAP = 14
const IN_NAME = 12
const WHOLE_NAME = 20
const STEM = 14
const LONGEST_ENDING = 6
const MOST_STARTS = 6
const MOST_LENGTH_COST = 30

const lowerOf = (unit: number): number => (unit >= 65 && unit <= 90 ? unit + 32 : unit)

/** Kinds of characters, for where words begin. */
const OTHER = 0
const SMALL = 1
const LARGE = 2
const FIGURE = 3
const KINDS: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (unit >= 97 && unit <= 122) return SMALL
  if (unit >= 65 && unit <= 90) return LARGE
  return unit >= 48 && unit <= 57 ? FIGURE : OTHER
})
/** Letters beyond ASCII are small ones: few scripts have two kinds. */
const kindOf = (unit: number): number => (unit < 128 ? (KINDS[unit] ?? OTHER) : SMALL)

/** Short paths first; eight characters more cost as much as a gap of one grows. */
const lengthCost = (length: number): number => Math.min(MOST_LENGTH_COST, length >> 3)

/** Where the first character can stand at best: where the last name begins, a word in it, a word before it, anywhere. */
export type StartKind = 'name' | 'nameWord' | 'word' | 'middle'

/** No path can score more, by what is known of it without a look: `from` is the best start it offers. */
export class ScoreBound {
  readonly #length: number
  readonly #byKind: Readonly<Record<StartKind, number>>

  constructor({ lower, capitals }: Needle) {
    const { length } = lower
    this.#length = length
    // With a slash before its end a query cannot begin in the last name.
    const slash = Array.prototype.indexOf.call(lower, SLASH)
    const inName = slash !== -1 && slash < length - 1 ? 0 : IN_NAME
    const extra = capitals ? length : 0
    const word = rest(length, PART_START) + extra
    // A digit is worth something wherever a number begins.
    const middle = rest(length, kindOf(lower[0] ?? 0) === FIGURE ? DIGIT : 0) + inName + extra
    this.#byKind = {
      name: inName === 0 ? word : rest(length, NAME_START) + inName + extra,
      nameWord: word + inName,
      word: Math.max(word, middle),
      middle,
    }
  }

  most(kind: StartKind, length: number, name: number): number {
    const whole = kind === 'name' && name <= this.#length + LONGEST_ENDING ? WHOLE_NAME : 0
    return this.#byKind[kind] + whole - lengthCost(length)
  }
}

/** What a query of so many characters is worth at most when its first one has this value. */
const rest = (length: number, start: number): number =>
  PER_CHARACTER +
  start * FIRST_COUNTS +
  (length - 1) * (PER_CHARACTER + Math.max(start, PART_START)) +
  (length > 1 ? NAME_START - PART_START : 0)

/**
 * Compares a query with paths. What it works on are fields and not arguments, because a key may mean a million paths; so
 * it serves one at a time.
 */
export class PathScorer {
  readonly #needle: Needle
  /** Last place at which each character of the query can stand so that the rest still fits behind it. */
  readonly #latest: Int32Array
  readonly #places: Int32Array
  readonly #best: Int32Array
  #units: ArrayLike<number> = []
  #from = 0
  #nameStart = 0
  /** A character was taken in the middle of a word, where a later one may begin one. */
  #mayLeap = false

  constructor(needle: Needle) {
    this.#needle = needle
    this.#latest = new Int32Array(needle.lower.length)
    this.#places = new Int32Array(needle.lower.length)
    this.#best = new Int32Array(needle.lower.length)
  }

  /** Whether the characters of the query stand in the path in their order. */
  holds(units: ArrayLike<number>, from: number, to: number): boolean {
    const { lower } = this.#needle
    let left = lower.length - 1
    let wanted = lower[left]
    for (let at = to - 1; at >= from; at--)
      if (lowerOf(units[at] ?? 0) === wanted) {
        this.#latest[left] = at
        if (left === 0) return true
        left -= 1
        wanted = lower[left]
      }
    return false
  }

  /**
   * Right after `holds` said yes: the best of several ways to find the query in the path. Ways that cannot be worth more
   * than `enough` are not gone.
   */
  score({ units, from, to, name }: Candidate, enough = Number.NEGATIVE_INFINITY): number {
    this.#units = units
    this.#from = from
    this.#nameStart = to - name - (units[to - 1] === SLASH ? 1 : 0)
    const first = this.#needle.lower[0] ?? 0
    const extra = WHOLE_NAME + (this.#needle.capitals ? this.#needle.lower.length : 0)
    const least = enough + lengthCost(to - from) - extra
    let best = Number.NEGATIVE_INFINITY
    let starts = 0
    // From the right: what people type is mostly in the last name.
    for (let at = this.#latest[0] ?? from; at >= from && starts < MOST_STARTS; at--) {
      if (lowerOf(units[at] ?? 0) !== first) continue
      const most = rest(this.#needle.lower.length, this.#valueAt(at)) + (at >= this.#nameStart ? IN_NAME : 0)
      if (most <= best || most <= least) continue
      starts += 1
      best = this.#keepBetter(best, this.#follow(at, 'nearest'))
      if (this.#mayLeap) best = this.#keepBetter(best, this.#follow(at, 'leaping'))
    }
    return best + this.#nameValue(name) + this.#capitals() - lengthCost(to - from)
  }

  /** Offsets of the way that `score` chose last, relative to the path. */
  places(from: number): readonly number[] {
    return Array.from(this.#best, at => at - from)
  }

  #keepBetter(best: number, value: number): number {
    if (value <= best) return best
    for (let index = 0; index < this.#best.length; index++) this.#best[index] = this.#places[index] ?? 0
    return value
  }

  /** How much a match here is worth beyond the match itself. */
  #valueAt(at: number): number {
    if (at === this.#nameStart) return NAME_START
    if (at === this.#from) return PART_START
    const before = this.#units[at - 1] ?? 0
    if (before === SLASH) return PART_START
    const kindBefore = kindOf(before)
    if (kindBefore === OTHER) return WORD_START
    const kind = kindOf(this.#units[at] ?? 0)
    if (kind === LARGE) return kindBefore === SMALL ? CAPITAL : 0
    return kind === FIGURE && kindBefore !== FIGURE ? DIGIT : 0
  }

  /** From one start on: each character where it comes next or, leaping, where it next begins a word. */
  #follow(start: number, how: 'nearest' | 'leaping'): number {
    const { length } = this.#needle.lower
    let before = start
    let run = this.#valueAt(start)
    let value = PER_CHARACTER + run * FIRST_COUNTS + (start >= this.#nameStart ? IN_NAME : 0)
    this.#places[0] = start
    this.#mayLeap = false
    for (let index = 1; index < length; index++) {
      const at = this.#nextPlace(before + 1, index, how)
      const here = this.#valueAt(at)
      if (at === before + 1) value += PER_CHARACTER + Math.max(here, run, IN_A_ROW)
      else {
        value += PER_CHARACTER + here - Math.min(LONGEST_GAP, GAP + at - before - 2)
        run = here
        if (here === 0) this.#mayLeap = true
      }
      this.#places[index] = at
      before = at
    }
    return value
  }

  #nextPlace(from: number, index: number, how: 'nearest' | 'leaping'): number {
    const wanted = this.#needle.lower[index]
    const latest = this.#latest[index] ?? 0
    let nearest = -1
    for (let at = from; at <= latest; at++) {
      if (lowerOf(this.#units[at] ?? 0) !== wanted) continue
      if (how === 'nearest' || at === from || this.#valueAt(at) > 0) return at
      if (nearest === -1) nearest = at
    }
    return nearest
  }

  /** The query is the last name, or that without its ending. */
  #nameValue(name: number): number {
    const { length } = this.#needle.lower
    const start = this.#nameStart
    if (this.#best[0] !== start || this.#best[length - 1] !== start + length - 1) return 0
    if (name === length) return WHOLE_NAME
    return this.#units[start + length] === 0x2e && name <= length + LONGEST_ENDING ? STEM : 0
  }

  #capitals(): number {
    const { capitals, typed } = this.#needle
    if (!capitals) return 0
    let same = 0
    for (let index = 0; index < typed.length; index++)
      if (this.#units[this.#best[index] ?? 0] === typed[index]) same += 1
    return same
  }
}
