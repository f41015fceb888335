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
