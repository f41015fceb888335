import type { Token, Tokens } from 'marked'
import { lexBounded } from './lex-bounded.ts'

/** The code of a text in Markdown, block by block, as it stands there: wherever it is indented, without that. */
export const codeBlocksIn = async (text: string): Promise<readonly string[]> => {
  const { Lexer } = await import('marked')
  return lexBounded(text, new Lexer()).flatMap(codeOf)
}

const codeOf = (token: Token): readonly string[] => {
  switch (token.type) {
    case 'code':
      return [(token as Tokens.Code).text]
    case 'list':
      return (token as Tokens.List).items.flatMap(item => item.tokens.flatMap(codeOf))
    case 'blockquote':
      return (token as Tokens.Blockquote).tokens.flatMap(codeOf)
    default:
      return []
  }
}
