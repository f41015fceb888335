/** A file or directory that a prompt names with `@`. */
export interface Mention {
  /** As written, without quotes. */
  readonly path: string
  /** What it may have been meant to be, when nothing is called so: punctuation behind it is left out. */
  readonly shorter?: string
  /** `#L10-20`, `#L10`. */
  readonly lines?: { readonly from: number; readonly to: number }
}

const MAX_MENTIONS = 20
const MAX_PATH = 1_000

/** Behind these an `@` begins a mention, as the completion of the prompt has it; inside a word it is an address. */
const MENTION =
  /(?<=^|[\s(（[{,，;；:：、。「“"'=])@(?:"([^"\n]+)"((?:#L?\d+(?:-L?\d+)?)?)|([^\s"@][^\s"]*))/g
const LINES = /#L?(\d+)(?:-L?(\d+))?$/
const TRAILING = /[.,;:!?)\]}'`，。；：！？）」”、]+$/

/** Each once, in the order of the text. */
export const findMentions = (text: string): readonly Mention[] => {
  const found = new Map<string, Mention>()
  for (const [whole, quoted, lines, plain] of text.matchAll(MENTION)) {
    if (found.size >= MAX_MENTIONS) break
    if (whole.length > MAX_PATH || found.has(whole)) continue
    found.set(whole, quoted === undefined ? plainMention(plain ?? '') : ranged(quoted, lines ?? ''))
  }
  return [...found.values()]
}

const plainMention = (text: string): Mention => {
  const bare = text.replace(TRAILING, '')
  if (LINES.test(bare)) return ranged(bare.replace(LINES, ''), bare)
  return bare === text || bare === '' ? { path: text } : { path: text, shorter: bare }
}

const ranged = (path: string, text: string): Mention => {
  const [, first, last] = LINES.exec(text) ?? []
  const from = Number(first ?? 0)
  if (from < 1) return { path }
  return { path, lines: { from, to: Math.max(from, Number(last ?? from)) } }
}
