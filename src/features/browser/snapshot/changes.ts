import { firstOf, type OutlineLine } from './outline.ts'

/** What an outline has that the one before had not. */
export interface Changes {
  /** Empty: it looks the same. */
  readonly text: string
  readonly behind: number
  /** So much is new that the whole says it better. */
  readonly mostly: boolean
}

const MOST_GONE = 12
/** Of all lines; beyond that a list of differences is no shorter. */
const MUCH = 0.6

/** `+` is new, `~` was something else, `-` is gone. */
export const changesBetween = (
  before: readonly OutlineLine[],
  now: readonly OutlineLine[],
  {
    tokens,
    cut,
  }: {
    readonly tokens: number /** The earlier was not read to its end: nobody knows what is new behind that. */
    readonly cut: boolean
  },
): Changes => {
  const earlier = new Map(before.map(line => [line.key, line.text]))
  const later = new Set(now.map(({ key }) => key))
  const end = cut ? now.findLastIndex(({ key }) => earlier.has(key)) + 1 : now.length
  const fresh = now.slice(0, end).flatMap((line): readonly OutlineLine[] => {
    const known = earlier.get(line.key)
    if (known === line.text) return []
    return [
      { ...line, depth: 0, text: `${known === undefined ? '+' : '~'} ${' '.repeat(line.depth)}${line.text}` },
    ]
  })
  const gone = before.filter(({ key }) => !later.has(key))
  const lines = [
    ...fresh,
    ...gone.slice(0, MOST_GONE).map(line => ({ ...line, depth: 0, text: `- ${line.text}` })),
    ...(gone.length > MOST_GONE
      ? [{ key: '', depth: 0, above: false, text: `- … +${gone.length - MOST_GONE}` }]
      : []),
  ]
  return {
    ...firstOf(lines, tokens),
    mostly:
      fresh.length + gone.length > 20 &&
      fresh.length + gone.length > MUCH * Math.max(before.length, now.length),
  }
}
