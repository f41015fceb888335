import type { TokenizerExtension, Tokens } from 'marked'

/** A comment of a program with a star before each line. While it still arrives its end may be missing. */
const COMMENT = /^ {0,3}\/\*[^\n]*\n(?:[ \t]*\*(?!\/)[^\n]*(?:\n|$))*(?:[ \t]*\*\/[^\n]*(?:\n|$)|$)/
/** Rows of which one is marked, such as the branches git lists: what stands before a first star is no list. */
const MARKED_LATER = /^(?:(?: {2}|\| )\S[^\n]*\n)+\* \S[^\n]*(?:\n|$)(?:(?: {2}|[|*] )\S[^\n]*(?:\n|$))*/
/** With the star first it could be an item that is wrapped; single words are rows. */
const MARKED_FIRST = /^\* \S+\n(?: {2}\S+(?:\n|$))+(?=\n|$)/

const COLUMNS = [COMMENT, MARKED_LATER, MARKED_FIRST]

/** Stars that are a column of something written out, not bullets: it is shown as it stands. */
export const starColumn: TokenizerExtension = {
  name: 'code',
  level: 'block',
  start: source => /^(?: {0,3}\/\*| {2}\S|\| |\* )/m.exec(source)?.index,
  tokenizer(source): Tokens.Code | undefined {
    const raw = COLUMNS.map(column => column.exec(source)?.[0]).find(found => found)
    return raw === undefined ? undefined : { type: 'code', raw, text: raw.trimEnd() }
  },
}
