import type { Format } from '../../lib/secrets/format.ts'
import type { SecretPattern } from '../../protocol/settings.ts'

const CLASSES: Readonly<Record<NonNullable<SecretPattern['chars']>, string>> = {
  hex: '0-9A-Fa-f',
  alphanumeric: 'A-Za-z0-9',
  base64: 'A-Za-z0-9+/=',
  base64url: 'A-Za-z0-9_-',
}
const DEFAULT_MIN_CHARS = 16
const MAX_PATTERN_CHARS = 1_000

/** A format of the person's own. Made of a literal and a run of characters, it cannot be slow, whoever wrote it. */
export const extraFormat = ({ name, prefix, after, chars, min, max }: SecretPattern): Format => {
  const least = min ?? DEFAULT_MIN_CHARS
  const run = `[${CLASSES[chars ?? 'base64url']}]{${least},${Math.max(least, max ?? MAX_PATTERN_CHARS)}}`
  return after === undefined
    ? { kind: name, anchors: [prefix ?? ''], form: () => new RegExp(run, 'y') }
    : { kind: name, anchors: [after], form: () => new RegExp(`["'\`]?(?<secret>${run})`, 'y') }
}
