const DIRECTORY_FIRST = /^\s*(?:cd\s+[^\s;&|]+\s*(?:&&|;)\s*)+/
/** A quote, a variable, an assignment or an address may hold a secret: what stands before it is shown. */
const PLAIN_WORD = /^[\w./+][\w./+-]*$/
const MOST_WORDS = 3
/** Begin no command of their own: what follows them is not the whole of what runs. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'if then else elif fi for select while until do done case esac function time coproc'.split(' '),
)

/** The program and what it is told to do, without options and values. */
export const commandProgram = (command: string): string => {
  const [first = ''] = command.replace(DIRECTORY_FIRST, '').split(/[;&|<>()\n]/)
  const words = first.trim().split(/\s+/)
  if (KEYWORDS.has(words[0] ?? '')) return ''
  const end = words.findIndex(word => !PLAIN_WORD.test(word) || looksLikeKey(word))
  return words.slice(0, Math.min(MOST_WORDS, end < 0 ? words.length : end)).join(' ')
}

/** Long, and letters and digits in one piece. */
const looksLikeKey = (text: string): boolean =>
  (text.match(/[\w-]{16,}/g) ?? []).some(piece => /\d/.test(piece) && /[a-z]/i.test(piece))

/** Undefined where it looks like a key. */
export const unlessKey = (text: string | undefined): string | undefined =>
  text === undefined || looksLikeKey(text) ? undefined : text

/** The host of an address of the web, without who signs in there. */
export const addressHost = (address: string): string | undefined => {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.host : undefined
}
