import { Lexer, Marked, type Token, type Tokens } from 'marked'
import { lexBounded } from '../../../lib/text/lex-bounded.ts'
import { mathExtension } from '../../../lib/text/math-extension.ts'
import { isTangled } from '../../../lib/text/tangled.ts'

/** More than this in one piece is shown as it is. */
const LONGEST = 400_000

const OPTIONS = new Marked({ gfm: true, extensions: [mathExtension] }).defaults

/** What a text of others means as Markdown; undefined where reading it would keep the page busy: it is shown as it is. */
export const lexMarkdown = (text: string): readonly Token[] | undefined => {
  if (text.length > LONGEST || isTangled(text)) return undefined
  try {
    return lexBounded(text, new Lexer(OPTIONS))
  } catch {
    // Nested deeper than anybody reads.
    return [{ type: 'text', raw: text, text } as Tokens.Text]
  }
}

/** An address a person may follow from foreign text; undefined: it stays text. Nothing of it is ever asked for unclicked. */
export const safeAddress = (href: string): string | undefined => {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return undefined
  try {
    const { protocol, href: whole } = new URL(href)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? whole : undefined
  } catch {
    // Not an address at all.
    return undefined
  }
}
