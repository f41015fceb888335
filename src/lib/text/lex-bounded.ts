import type { Lexer, Token } from 'marked'
import { readSegments } from './markdown-segments.ts'

/** Each paragraph is compared with all of them. */
const MAX_LINKS = 500

/** What `lexer.lex` would answer, in time that grows with the text and not with its square. */
export const lexBounded = (text: string, lexer: Lexer): readonly Token[] => {
  const blocks = readSegments<Token>(text.replace(/\r\n|\r/g, '\n'), {
    lex: piece => lexer.blockTokens(piece, []),
    asWritten: piece => ({ type: 'text', raw: piece, text: piece }),
  })
  if (Object.keys(lexer.tokens.links).length > MAX_LINKS) lexer.tokens.links = Object.create(null)
  // Links may be defined behind their use, so what is within the lines comes last.
  for (const { src, tokens } of lexer.inlineQueue) lexer.inlineTokens(src, tokens)
  lexer.inlineQueue = []
  return blocks
}
