import type { ShellWord } from './word.ts'

/** More forms than that are not written out. */
const MAX_FORMS = 256
const BRACE = /\{([^{}]*,[^{}]*)\}/

const formsOf = (text: string): readonly string[] | undefined => {
  let open = [text]
  const done: string[] = []
  while (open.length > 0) {
    if (open.length + done.length > MAX_FORMS) return undefined
    const next: string[] = []
    for (const one of open) {
      const brace = BRACE.exec(one)
      if (!brace) done.push(one)
      else
        for (const middle of (brace[1] ?? '').split(','))
          next.push(one.slice(0, brace.index) + middle + one.slice(brace.index + brace[0].length))
    }
    open = next
  }
  return done
}

/**
 * The words that `a{b,c}` stands for; undefined when there are too many. For questions where a form too many is better
 * than a missed one: quotes inside are not told from the rest, and the order is not bash's when lists are nested.
 */
export const expandBraces = (word: ShellWord): readonly ShellWord[] | undefined =>
  formsOf(word.text)?.map(text => ({
    ...word,
    text,
    raw: text,
    causes: word.causes.filter(cause => cause !== 'brace'),
    glob: /[*?[]/.test(text),
    tilde: /^~(?:\/|$)/.test(text),
  }))
