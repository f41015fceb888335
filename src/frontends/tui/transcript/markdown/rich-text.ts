import type { Token, TokenizerExtension, Tokens } from 'marked'
import { lexBounded } from '../../../../lib/text/lex-bounded.ts'
import { mathExtension } from '../../../../lib/text/math-extension.ts'
import { isTangled } from '../../../../lib/text/tangled.ts'
import type { Highlight } from './code-context.ts'
import { loadLanguage } from './code-languages.ts'

/** Readers of Markdown and of code, which are loaded when text first needs them. */
export interface RichText {
  /** `loading` until Markdown can be read; `none` when its reader could not be loaded, so that text stays plain. */
  readonly state: 'loading' | 'ready' | 'none'
  /** Something is on its way that lines made now may lack. */
  readonly busy: boolean
  /** Begins loading, if that has not happened. */
  load(): void
  /** Blocks with what is inside them; the texts of `raw` make up the text. */
  lex(text: string): readonly Token[]
  /** `language` as `languageNamed` gives it. `loading`: ask again when told that something changed. */
  highlighter(language: string): Highlight | 'loading' | 'none'
}

export interface RichTextOptions {
  /** Something that was loading is there: what is not printed yet may look different now. */
  onChange(): void
  /** False: code has one colour. */
  readonly colourCode?: boolean
}

export const createRichText = ({ onChange, colourCode = true }: RichTextOptions): RichText => {
  const languages = new Map<string, Highlight | 'loading' | 'none'>()
  let lex: ((text: string) => readonly Token[]) | undefined
  let state: RichText['state'] = 'loading'
  let begun = false
  let code: Promise<CodeReader> | undefined

  const load = (): void => {
    if (begun) return
    begun = true
    import('marked').then(
      ({ Lexer, Marked }) => {
        const { defaults } = new Marked({ extensions: [starColumn, mathExtension] })
        lex = text => lexBounded(text, new Lexer(defaults))
        state = 'ready'
        onChange()
      },
      // Without the reader text is shown as it is written, which is better than none.
      () => {
        state = 'none'
        onChange()
      },
    )
  }

  const loadCode = async (language: string): Promise<Highlight> => {
    code ??= loadCodeReader()
    const reader = await code
    for (const { name, grammar } of await loadLanguage(language)) reader.registerLanguage(name, grammar)
    return text => reader.highlight(text, { language, ignoreIllegals: true }).value
  }

  return {
    get state() {
      return state
    },
    get busy() {
      return (begun && state === 'loading') || [...languages.values()].includes('loading')
    },
    load,
    lex: text => (lex ? readBlocks(text, lex) : []),
    highlighter: language => {
      if (!colourCode) return 'none'
      const known = languages.get(language)
      if (known) return known
      languages.set(language, 'loading')
      const settle = (value: Highlight | 'none'): void => {
        languages.set(language, value)
        onChange()
      }
      loadCode(language).then(settle, () => settle('none'))
      return 'loading'
    },
  }
}

/** What cannot be read in time, or at all, is one block as it is written. */
const readBlocks = (text: string, lex: (text: string) => readonly Token[]): readonly Token[] => {
  const asWritten: Token = { type: 'text', raw: text, text }
  if (isTangled(text)) return [asWritten]
  try {
    return lex(text)
  } catch {
    // The reader goes down into what is nested, and has its limits; a text is no reason to end the program.
    return [asWritten]
  }
}

type CodeReader = Awaited<ReturnType<typeof loadCodeReader>>

/** An instance of our own: languages are registered in it. */
const loadCodeReader = async () => (await import('highlight.js/lib/core')).default.newInstance()

/** A comment of a program with a star before each line. While it still arrives its end may be missing. */
const COMMENT = /^ {0,3}\/\*[^\n]*\n(?:[ \t]*\*(?!\/)[^\n]*(?:\n|$))*(?:[ \t]*\*\/[^\n]*(?:\n|$)|$)/
/** Rows of which one is marked, such as the branches git lists: what stands before a first star is no list. */
const MARKED_LATER = /^(?:(?: {2}|\| )\S[^\n]*\n)+\* \S[^\n]*(?:\n|$)(?:(?: {2}|[|*] )\S[^\n]*(?:\n|$))*/
/** With the star first it could be an item that is wrapped; single words are rows. */
const MARKED_FIRST = /^\* \S+\n(?: {2}\S+(?:\n|$))+(?=\n|$)/

const COLUMNS = [COMMENT, MARKED_LATER, MARKED_FIRST]

/** Stars that are a column of something written out, not bullets: it is shown as it stands. */
const starColumn: TokenizerExtension = {
  name: 'code',
  level: 'block',
  start: source => /^(?: {0,3}\/\*| {2}\S|\| |\* )/m.exec(source)?.index,
  tokenizer(source): Tokens.Code | undefined {
    const raw = COLUMNS.map(column => column.exec(source)?.[0]).find(found => found)
    return raw === undefined ? undefined : { type: 'code', raw, text: raw.trimEnd() }
  },
}
