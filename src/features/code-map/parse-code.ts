import { Language as Grammar, Parser, type Tree } from 'web-tree-sitter'
import type { Language } from './languages.ts'

/** What a file may take; one that takes longer has no tree. */
const PARSE_MS = 400

/** Larger files are not taken apart: what a person reads is smaller. */
const MOST_PARSED_CHARS = 400_000

/** Parses text in languages whose grammars are loaded. What it gives must be deleted. */
export interface CodeParser {
  /** Once for each language that is wanted. */
  load(language: Language): Promise<void>
  /** `undefined`: too large, too slow, or its grammar is not loaded. */
  parse(text: string, language: Language): Tree | undefined
}

export const createCodeParser = async (now: () => number): Promise<CodeParser> => {
  const { grammarBytes } = await import('./grammar-bytes.ts')
  const loadGrammar = async (language: Language): Promise<Grammar> =>
    await Grammar.load(await grammarBytes(language))
  await Parser.init({ wasmBinary: await grammarBytes('parser') })
  const grammars = new Map<Language, Promise<Grammar>>()
  const parsers = new Map<Language, Parser>()
  return {
    async load(language) {
      const loading = grammars.get(language) ?? loadGrammar(language)
      grammars.set(language, loading)
      const grammar = await loading
      if (!parsers.has(language)) parsers.set(language, new Parser().setLanguage(grammar))
    },
    parse(text, language) {
      const parser = parsers.get(language)
      if (!parser || text.length > MOST_PARSED_CHARS) return undefined
      const until = now() + PARSE_MS
      let count = 0
      const tree = parser.parse(text, null, {
        progressCallback: () => (count++ & 63) === 0 && now() > until,
      })
      // Else it would go on with this text the next time.
      if (!tree) parser.reset()
      return tree ?? undefined
    },
  }
}
