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
/** Looked at from the right; so many only matter in names that nobody gave by hand. */
const MOST_STARTS = 64
const MOST_LENGTH_COST = 30

/** Compared with both, a path need not be turned into small letters. */
const upperOf = (unit: number): number => (unit >= 97 && unit <= 122 ? unit - 32 : unit)

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

/**
 * Where the first character can stand at best. In the last name, if that holds all characters: at its beginning, at a word
 * in it, or there in the middle of a word (perhaps of a word's beginning before it). Else before it: at a word, or anywhere.
 */
export type StartKind = 'name' | 'nameWord' | 'nameMiddleOrWord' | 'nameMiddle' | 'word' | 'middle'

/** No path can score more, by what is known of it without a look: the kind is the best start it offers. */
export class ScoreBound {
  readonly #length: number
  readonly #byKind: Readonly<Record<StartKind, number>>

  constructor(needle: Needle) {
    const { lower, capitals } = needle
    const { length } = lower
    this.#length = length
    const inName = charactersOfName(lower)
    const extra = capitals ? length : 0
    const from = (start: number): number => rest({ length, inName }, start) + extra
    const word = from(PART_START)
    // A digit is worth something wherever a number begins.
    const middle = from(kindOf(lower[0] ?? 0) === FIGURE ? DIGIT : 0)
    const name = inName === length ? from(NAME_START) + IN_NAME : word
    const nameMiddle = inName === length ? middle + IN_NAME : middle
    this.#byKind = {
      name,
      nameWord: inName === length ? word + IN_NAME : word,
      nameMiddleOrWord: Math.max(word, nameMiddle),
      nameMiddle,
      word,
      middle,
    }
  }

  most(kind: StartKind, length: number, name: number): number {
    const whole = kind === 'name' && name <= this.#length + LONGEST_ENDING ? WHOLE_NAME : 0
    return this.#byKind[kind] + whole - lengthCost(length)
  }
}

/** How many characters at its end can stand in the last name: those behind a slash that is not its end. */
const charactersOfName = (lower: ArrayLike<number>): number =>
  lower.length - 1 - Array.from(lower).slice(0, -1).lastIndexOf(SLASH)

/** What a query is worth at most when its first character has this value. */
const rest = (query: { readonly length: number; readonly inName: number }, start: number): number =>
  PER_CHARACTER + start * FIRST_COUNTS + following(query.length - 1, query.inName, start)

/**
 * What so many more characters are worth at most behind a run of this value. They go on with it and meet the beginning of
 * the name on their way, or leap there over a gap, and those that can stand in the name make a run of its value.
 */
const following = (count: number, inName: number, run: number): number => {
  if (count === 0) return 0
  if (run >= NAME_START) return count * (PER_CHARACTER + run)
  const named = Math.min(count, inName) * (NAME_START - PART_START) - GAP
  return count * (PER_CHARACTER + PART_START) + Math.max(NAME_START - PART_START, named)
}

/**
 * Compares a query with paths. What it works on are fields and not arguments, because a key may mean a million paths; so
 * it serves one at a time.
 */
export class PathScorer {
  readonly #needle: Needle
  readonly #upper: ArrayLike<number>
  /** The bit that makes a small letter of a large one, for the characters that are letters. */
  readonly #folds: ArrayLike<number>
  readonly #inName: number
  /** What a way that begins before the last name can be worth at most. */
  readonly #mostBeforeName: number
  /** Last place at which each character of the query can stand so that the rest still fits behind it. */
  readonly #latest: Int32Array
  readonly #places: Int32Array
  readonly #best: Int32Array
  #units: ArrayLike<number> = []
  #from = 0
  #nameStart = 0
  #name = 0
  /** What a way must exceed to be of use. */
  #least = Number.NEGATIVE_INFINITY
  /** A character was taken in the middle of a word, where a later one may begin one. */
  #mayLeap = false

  constructor(needle: Needle) {
    this.#needle = needle
    this.#upper = Uint16Array.from(needle.lower, upperOf)
    this.#folds = Uint8Array.from(needle.lower, unit => unit - upperOf(unit))
    this.#inName = charactersOfName(needle.lower)
    const { length } = needle.lower
    this.#mostBeforeName = rest({ length, inName: this.#inName }, PART_START) + (needle.capitals ? length : 0)
    this.#latest = new Int32Array(needle.lower.length)
    this.#places = new Int32Array(needle.lower.length)
    this.#best = new Int32Array(needle.lower.length)
  }

  /** Whether the characters of the query stand in the path in their order. */
  holds(units: ArrayLike<number>, from: number, to: number): boolean {
    const { lower } = this.#needle
    const folds = this.#folds
    const latest = this.#latest
    let left = lower.length - 1
    let small = lower[left]
    let fold = folds[left] ?? 0
    for (let at = to - 1; at >= from; at--) {
      if (((units[at] ?? 0) | fold) !== small) continue
      latest[left] = at
      if (left === 0) return true
      left -= 1
      small = lower[left]
      fold = folds[left] ?? 0
    }
    return false
  }

  /**
   * Right after `holds` said yes: the best of several ways to find the query in the path. Ways that cannot be worth more
   * than `enough` are not gone to their end; when none is, the answer is some number that is not more.
   */
  score({ units, from, to, name }: Candidate, enough = Number.NEGATIVE_INFINITY): number {
    this.#units = units
    this.#from = from
    this.#nameStart = to - name - (units[to - 1] === SLASH ? 1 : 0)
    this.#name = name
    this.#least = enough + lengthCost(to - from)
    const first = this.#needle.lower[0]
    const large = this.#upper[0]
    let starts = 0
    const leftmost = this.#mostBeforeName > this.#least ? from : this.#nameStart
    // From the right: what people type is mostly in the last name.
    for (let at = this.#latest[0] ?? from; at >= leftmost && starts < MOST_STARTS; at--) {
      if (units[at] !== first && units[at] !== large) continue
      starts += 1
      this.#follow(at, 'nearest')
      if (this.#mayLeap) this.#follow(at, 'leaping')
    }
    return this.#least - lengthCost(to - from)
  }

  /** Offsets of the way that `score` chose last, relative to the path. */
  places(from: number): readonly number[] {
    return Array.from(this.#best, at => at - from)
  }

  #keep(value: number): void {
    const worth = value + this.#nameValue() + this.#capitals()
    if (worth <= this.#least) return
    this.#least = worth
    for (let index = 0; index < this.#best.length; index++) this.#best[index] = this.#places[index] ?? 0
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
  #follow(start: number, how: 'nearest' | 'leaping'): void {
    const { length } = this.#needle.lower
    const least = this.#least - this.#mostBeyond(start)
    let before = start
    let run = this.#valueAt(start)
    let value = PER_CHARACTER + run * FIRST_COUNTS + (start >= this.#nameStart ? IN_NAME : 0)
    this.#places[0] = start
    this.#mayLeap = false
    for (let index = 1; index < length; index++) {
      // A way that leaps goes as this one until here, and can do no better from here.
      if (value + following(length - index, this.#inName, run) <= least) return
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
    this.#keep(value)
  }

  /** What a way that begins here can be worth besides its characters. */
  #mostBeyond(start: number): number {
    const { lower, capitals } = this.#needle
    const whole = start === this.#nameStart && this.#name <= lower.length + LONGEST_ENDING ? WHOLE_NAME : 0
    return whole + (capitals ? lower.length : 0)
  }

  #nextPlace(from: number, index: number, how: 'nearest' | 'leaping'): number {
    const small = this.#needle.lower[index]
    const large = this.#upper[index]
    const units = this.#units
    const latest = this.#latest[index] ?? 0
    let nearest = -1
    for (let at = from; at <= latest; at++) {
      if (units[at] !== small && units[at] !== large) continue
      if (how === 'nearest' || at === from || this.#valueAt(at) > 0) return at
      if (nearest === -1) nearest = at
    }
    return nearest
  }

  /** The query is the last name, or that without its ending. */
  #nameValue(): number {
    const { length } = this.#needle.lower
    const start = this.#nameStart
    const name = this.#name
    if (this.#places[0] !== start || this.#places[length - 1] !== start + length - 1) return 0
    if (name === length) return WHOLE_NAME
    return this.#units[start + length] === 0x2e && name <= length + LONGEST_ENDING ? STEM : 0
  }

  #capitals(): number {
    const { capitals, typed } = this.#needle
    if (!capitals) return 0
    let same = 0
    for (let index = 0; index < typed.length; index++)
      if (this.#units[this.#places[index] ?? 0] === typed[index]) same += 1
    return same
  }
}
