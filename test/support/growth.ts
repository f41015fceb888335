/** Work on a text of foreign words; what it answers does not matter. */
export type Work = (text: string) => unknown

const START_CHARS = 8 * 1024
const MOST_RATIO = 3
const MOST_ROUNDS = 8

interface Patience {
  /** Milliseconds of one run: below this the clock says more about the machine than about the work. */
  readonly telling: number
  /** Characters of the longest text. */
  readonly most: number
  /** The fewest runs of each length. */
  readonly rounds: number
  /** What is at most this after those runs is plainly not steep; all else is looked at more often. */
  readonly clear: number
  /** A ratio of times as long as this is certain. */
  readonly certain: number
}
const USUAL: Patience = { telling: 12, most: 512 * 1024, rounds: 3, clear: 2.4, certain: 120 }
/** For a sample: what seems steep is measured again until it is certain all the same. */
export const SOON: Patience = { telling: 5, most: 256 * 1024, rounds: 2, clear: 2.7, certain: 60 }

/** What one run of the work takes, in milliseconds. */
export type Measure = (work: Work, text: string) => Promise<number>

/** Processor time of this thread alone: others on the machine do not count. */
const processorTime: Measure = async (work, text) => {
  const before = process.threadCpuUsage()
  await work(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * How much more work twice the text takes, where it takes enough to be told; undefined where even a long one takes next
 * to nothing. Each length by the least that it took: a busy machine or a collector of garbage only adds. Of ratios the
 * least would not do: one slow run of the short text makes any work look flat.
 */
export const growthOf = async (
  work: Work,
  textOf: (chars: number) => string,
  {
    from = START_CHARS,
    spent = processorTime,
    patience = USUAL,
  }: {
    readonly from?: number | undefined
    readonly spent?: Measure
    readonly patience?: Patience | undefined
  } = {},
): Promise<number | undefined> => {
  await work(textOf(from))
  let chars = from
  while ((await spent(work, textOf(chars))) < patience.telling) {
    chars *= 2
    if (chars > patience.most) return undefined
  }
  // A cache that is full, a larger heap or a neighbor costs once; what is steep is so for longer texts, too.
  let least = Number.POSITIVE_INFINITY
  for (const length of [chars, 2 * chars, 4 * chars]) {
    least = Math.min(least, await ratioAt({ work, textOf, spent, patience }, length))
    if (least <= MOST_RATIO) break
  }
  return least
}

interface Measured {
  readonly work: Work
  readonly spent: Measure
  readonly patience: Patience
  textOf(chars: number): string
}

const ratioAt = async (measured: Measured, chars: number): Promise<number> => {
  const { short, ratio } = await leastOf(measured, chars)
  const { certain } = measured.patience
  if (ratio <= MOST_RATIO || short >= certain) return ratio
  // Some systems count processor time in steps of several milliseconds: many runs in one measurement even that out.
  const times = Math.ceil(certain / Math.max(short, 1))
  const work: Work = async text => {
    for (let run = 0; run < times; run++) await measured.work(text)
  }
  return (await leastOf({ ...measured, work }, chars)).ratio
}

const leastOf = async (
  { work, textOf, spent, patience }: Measured,
  chars: number,
): Promise<{ readonly short: number; readonly ratio: number }> => {
  const [once, twice] = [textOf(chars), textOf(2 * chars)]
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    short = Math.min(short, await spent(work, once))
    long = Math.min(long, await spent(work, twice))
    if (round >= patience.rounds && long / short <= patience.clear) break
  }
  return { short, ratio: long / short }
}

export const isSteep = (ratio: number | undefined): boolean => ratio !== undefined && ratio > MOST_RATIO

/** Repetitions of one, two or three words of a language, and each with a beginning that is never closed. */
export const familiesOf = (
  words: readonly string[],
  count: number,
  random: () => number,
): readonly string[][] => {
  const pick = (): string => words[Math.floor(random() * words.length)] ?? ''
  const singles = words.map(word => ['', word])
  const others = Array.from({ length: count }, () => [
    random() < 0.5 ? '' : pick(),
    Array.from({ length: 2 + Math.floor(random() * 2) }, pick).join(''),
  ])
  return [...singles, ...others]
}

/** A small generator of numbers: the same families in every run. */
export const seeded = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}
