/** Work on a text of foreign words; what it answers does not matter. */
export type Work = (text: string) => unknown

const START_CHARS = 8 * 1024
const MOST_CHARS = 512 * 1024
/** Below this the clock says more about the machine than about the work. */
const TELLING_MS = 12
const MOST_RATIO = 3
/** Only what looks steep is tried again: work that is steep stays so, a neighbour on the machine does not. */
const TRIES = 12

/** Processor time of this thread alone: others on the machine do not count. */
const spent = async (work: Work, text: string): Promise<number> => {
  const before = process.threadCpuUsage()
  await work(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const least = async (work: Work, text: string, runs: number): Promise<number> => {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) best = Math.min(best, await spent(work, text))
  return best
}

/**
 * How much more work twice the text takes, where it takes enough to be told; undefined where even a long one takes next
 * to nothing. The smallest of several tries, so that a busy machine or a collector of garbage does not decide.
 */
export const growthOf = async (
  work: Work,
  textOf: (chars: number) => string,
  from = START_CHARS,
): Promise<number | undefined> => {
  await work(textOf(from))
  let chars = from
  while ((await spent(work, textOf(chars))) < TELLING_MS) {
    chars *= 2
    if (chars > MOST_CHARS) return undefined
  }
  const [once, twice] = [textOf(chars), textOf(2 * chars)]
  let ratio = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < TRIES && ratio > MOST_RATIO; attempt++) {
    const base = await least(work, once, attempt === 0 ? 2 : 3)
    ratio = Math.min(ratio, (await least(work, twice, attempt === 0 ? 1 : 2)) / base)
  }
  return ratio
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
