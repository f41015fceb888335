import { readFileSync } from 'node:fs'

const HEAD = 44

/**
 * Seconds that clocks are ahead of UTC at a moment, out of a file of the system's time zone database (TZif, RFC 9636);
 * `undefined` for what is not read here: no such file, or a moment that only a rule of summer time tells about.
 */
export const zoneOffset = (file: string, at: Date): number | undefined => {
  try {
    return offsetIn(readFileSync(file), at.getTime() / 1000)
  } catch {
    // No such file, or one that breaks off: whoever asks has another way.
    return undefined
  }
}

interface Counts {
  readonly flags: number
  readonly leaps: number
  readonly times: number
  readonly types: number
  readonly letters: number
}

const offsetIn = (bytes: Buffer, seconds: number): number | undefined => {
  if (bytes.toString('latin1', 0, 4) !== 'TZif' || bytes.toString('latin1', 4, 5) < '2') return undefined
  // The first half is the same in 32 bits, for readers of long ago.
  const second = HEAD + sizeOf(countsAt(bytes, 0), 4)
  const counts = countsAt(bytes, second)
  const times = second + HEAD
  const indexes = times + counts.times * 8
  const types = indexes + counts.times
  const timeOf = (n: number): number => Number(bytes.readBigInt64BE(times + n * 8))
  let next = 0
  while (next < counts.times && timeOf(next) <= seconds) next++
  if (next === counts.times) return ruleOffset(bytes.toString('latin1', second + HEAD + sizeOf(counts, 8)))
  const type = next === 0 ? 0 : bytes.readUInt8(indexes + next - 1)
  return bytes.readInt32BE(types + type * 6)
}

const countsAt = (bytes: Buffer, from: number): Counts => {
  const [utc = 0, standard = 0, leaps = 0, times = 0, types = 0, letters = 0] = Array.from(
    { length: 6 },
    (_, n) => bytes.readUInt32BE(from + 20 + n * 4),
  )
  return { flags: utc + standard, leaps, times, types, letters }
}

const sizeOf = ({ flags, leaps, times, types, letters }: Counts, width: 4 | 8): number =>
  times * (width + 1) + types * 6 + letters + leaps * (width + 4) + flags

/** What counts behind the last change: `UTC0`, `<+0530>-5:30`. One with summer time has a comma and more. */
const ruleOffset = (footer: string): number | undefined => {
  const [, sign, hours, minutes = '0', seconds = '0'] =
    /^\n(?:[A-Za-z]+|<[\w+-]+>)([+-]?)(\d+)(?::(\d+))?(?::(\d+))?\n/.exec(footer) ?? []
  if (hours === undefined) return undefined
  const behind = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sign === '-' ? behind : 0 - behind
}
