import { type RestrictingRules, restrictingList } from './restrictions-of.ts'

/**
 * A string in double or single quotes that is closed on its line, a bare word, or a sign. Comments are not told from
 * text: a rule that stands in one only ever tightens.
 */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_$][\w$]*|[[\]{}:,]/g

/**
 * Deny and ask rules in a text that is half a settings file: cut off, with bytes before, behind or within it, or not
 * quite JSON. What stands behind a key of that name, up to the next key or the end of the list, counts as a rule: one
 * too many only ever tightens. A string that is never closed is left out: its rule is not known.
 */
export const salvageRules = (text: string): RestrictingRules => {
  const found = { deny: new Set<string>(), ask: new Set<string>() }
  let list: 'deny' | 'ask' | undefined
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token)
  for (const [index, token] of tokens.entries()) {
    if (tokens[index + 1] === ':' && /^[\w"'$]/.test(token)) list = restrictingList(wordOf(token))
    else if (token === ']' || token === '}') list = undefined
    else if (list && /^["']/.test(token)) found[list].add(wordOf(token))
  }
  return { deny: rules(found.deny), ask: rules(found.ask) }
}

const wordOf = (token: string): string => {
  if (!/^["']/.test(token)) return token
  const inner = token.slice(1, -1)
  try {
    return JSON.parse(token.startsWith("'") ? JSON.stringify(inner.replaceAll("\\'", "'")) : token) as string
  } catch {
    // An escape that JSON does not know, or a control character: as it stands.
    return inner
  }
}

const rules = (found: ReadonlySet<string>): readonly string[] =>
  [...found].filter(rule => rule.trim() !== '' && !rule.includes('\0'))
