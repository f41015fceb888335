import type { CompletionSource, Suggestion } from '../completion-source.ts'

/** Two letters at least, and not behind a letter, a digit or another colon: `a:b`, `12:30` and `std::x` are none. */
const NAME = /(?:^|[^\p{L}\p{N}:/\\])(:[a-z][a-z0-9_+-]+)$/u
const LONGEST = 40

/** `:rocket`: the names are loaded with the first of them. */
export const createEmojiSource = (
  wanted: () => boolean,
  load: () => Promise<Readonly<Record<string, string>>>,
): CompletionSource => ({
  name: 'emoji',
  find(text, caret) {
    if (!wanted()) return undefined
    const typed = NAME.exec(text.slice(Math.max(0, caret - LONGEST), caret))?.[1]
    return typed === undefined ? undefined : { from: caret - typed.length, to: caret, query: typed.slice(1) }
  },
  async suggest(query, { limit }) {
    return Object.entries(await load())
      .flatMap(([name, emoji]) => suggestionOf(name, emoji, query))
      .sort((one, other) => one.rank - other.rank)
      .slice(0, limit)
      .map(({ suggestion }) => suggestion)
  },
})

const suggestionOf = (
  name: string,
  emoji: string,
  query: string,
): readonly { readonly rank: number; readonly suggestion: Suggestion }[] => {
  if (!name.includes(query)) return []
  const from = name.indexOf(query)
  const matched = Array.from(query, (_, at) => from + at)
  const rank = name === query ? 0 : from === 0 ? 1 : 2
  return [{ rank, suggestion: { insert: emoji, label: name, hint: emoji, matched } }]
}
