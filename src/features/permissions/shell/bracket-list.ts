/** How one implementation finds the end of a bracket list such as `[^]a-z[:alpha:]]`. */
interface BracketReading {
  /** `[:`, `[.` and `[=` begin a part that only its own end closes. */
  readonly classes: boolean
  /** A backslash hides the character behind it inside the list, too. */
  readonly escapes: boolean
  /** A closing bracket at the very beginning is a member of the list. */
  readonly leadingClose: boolean
}

const BOTH = [true, false]
/** Every combination: POSIX, GNU, BSD, busybox and the awks are among them. */
const READINGS: readonly BracketReading[] = BOTH.flatMap(classes =>
  BOTH.flatMap(escapes => BOTH.map(leadingClose => ({ classes, escapes, leadingClose }))),
)

/** The index behind the list that begins at `from`, or the length of the text when it is not closed. */
const endOfList = (text: string, from: number, reading: BracketReading): number | undefined => {
  let at = from + (text[from + 1] === '^' ? 2 : 1)
  if (reading.leadingClose && text[at] === ']') at += 1
  while (at < text.length) {
    const [one, next = ''] = [text[at], text[at + 1]]
    if (one === ']') return at + 1
    if (reading.classes && one === '[' && /[.:=]/.test(next)) {
      const end = text.indexOf(`${next}]`, at + 2)
      if (end < 0) return undefined
      at = end + 2
    } else at += one === '\\' && reading.escapes ? 2 : 1
  }
  return undefined
}

const closesLists = (pattern: string, reading: BracketReading): boolean => {
  for (let at = 0; at < pattern.length; ) {
    if (pattern[at] === '[') {
      const end = endOfList(pattern, at, reading)
      if (end === undefined) return false
      at = end
    } else at += pattern[at] === '\\' ? 2 : 1
  }
  return true
}

/** gawk counts: a class opens a level of its own, whether it is closed as a class or not. */
const closesCounted = (pattern: string): boolean => {
  let depth = 0
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1
    else if (pattern[at] === '[' && (depth === 0 || /[.:=]/.test(pattern[at + 1] ?? ''))) depth += 1
    else if (pattern[at] === ']' && depth > 0) depth -= 1
  }
  return depth === 0
}

/**
 * The index of the delimiter that ends a pattern which begins at `from`; undefined when there is none, or when it may
 * stand inside a bracket list, where some implementations take it for a member of the list and some for the end.
 */
export const endOfPattern = (text: string, from: number, delimiter: string): number | undefined => {
  let at = from
  for (; at < text.length && text[at] !== delimiter; at += 1) {
    if (text[at] === '\n') return undefined
    if (text[at] === '\\') at += text[at + 1] === '\n' ? text.length : 1
  }
  if (at >= text.length) return undefined
  const pattern = text.slice(from, at)
  if (!pattern.includes('[')) return at
  return READINGS.every(reading => closesLists(pattern, reading)) && closesCounted(pattern) ? at : undefined
}
