import type { Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'

const says = modelTexts('exit_codes', {
  noMatches: { en: 'No matches found', zh: '没有找到匹配' },
  inaccessible: { en: 'Some directories were inaccessible', zh: '有些目录无法访问' },
  differ: { en: 'Files differ', zh: '文件不同' },
  isFalse: { en: 'Condition is false', zh: '条件为假' },
})
/** What is said of it to the model; `meaning` is what {@link benignMeaning} answered. */
export const meaningText = (meaning: string): Text => {
  const row = ROWS.find(each => says(each).text === meaning)
  return row ? says(row) : meaning
}
const ROWS = ['noMatches', 'inaccessible', 'differ', 'isFalse'] as const

/** What exit code 1 means for commands that use it as an answer, not as a failure. */
const MEANINGS: Readonly<Record<string, (typeof ROWS)[number]>> = {
  grep: 'noMatches',
  egrep: 'noMatches',
  fgrep: 'noMatches',
  rg: 'noMatches',
  'git grep': 'noMatches',
  find: 'inaccessible',
  diff: 'differ',
  'git diff': 'differ',
  test: 'isFalse',
  '[': 'isFalse',
}
/** Commands that do not end with 1 in practice; they may stand in a chain with the above. */
const NEUTRAL: ReadonlySet<string> = new Set(['echo', 'printf', 'true', ':'])

/**
 * The meaning of exit code 1 when only commands that answer with it can have caused it. Anything this small reader
 * does not understand (blocks, substitutions, here-documents, `set`) counts as a failure.
 */
export const benignMeaning = (command: string, code: number | null): string | undefined => {
  if (code !== 1 || /\b(?:set|shopt)\s/.test(command)) return undefined
  const parts = splitCommand(command.trim())
  if (!parts) return undefined
  // With `a && b` either may have set the code, with `a || b` only b, after `;` nothing before it, in a pipe the last.
  let suspects: string[] = []
  let before: Separator = ';'
  for (const part of parts) {
    const name = commandName(part.text)
    if (before === '&&') suspects.push(name)
    else if (before === '|') suspects[suspects.length - 1] = name
    else suspects = [name]
    before = part.then
  }
  if (!suspects.every(name => Object.hasOwn(MEANINGS, name) || NEUTRAL.has(name))) return undefined
  const row = suspects.map(name => MEANINGS[name]).findLast(meaning => meaning !== undefined)
  return row && says.rows[row].en
}

type Separator = '&&' | '||' | '|' | ';'
interface Part {
  readonly text: string
  readonly then: Separator
}

const TOKEN =
  /'[^']*'|"(?:[^"\\$`]|\\.|\$(?!\())*"|\\.|&&|\|\||\|&?|[;\n]|>&|&>|[^'"\\&|;\n$`(){}<]|\$(?![('"])|<(?!<|\()|[{}](?=[^\s;])/sy

const splitCommand = (command: string): readonly Part[] | undefined => {
  const parts: Part[] = []
  let text = ''
  const tokens = new RegExp(TOKEN)
  const end = (then: Separator) => {
    if (text.trim() !== '') parts.push({ text: text.trim(), then })
    text = ''
  }
  while (tokens.lastIndex < command.length) {
    const token = tokens.exec(command)?.[0]
    if (token === undefined) return undefined
    if (token === '&&' || token === '||') end(token)
    else if (token === '|' || token === '|&') end('|')
    else if (token === ';' || token === '\n') end(';')
    else text += token
  }
  end(';')
  return parts
}

const commandName = (text: string): string => {
  const words = text.split(/\s+/).filter(word => !/^\w+=/.test(word))
  const first = (words[0] === 'command' ? words[1] : words[0])?.split('/').at(-1) ?? ''
  if (first !== 'git') return first
  const rest = words.slice(words.indexOf('git') + 1)
  while (rest[0]?.startsWith('-')) rest.splice(0, rest[0] === '-C' || rest[0] === '-c' ? 2 : 1)
  return `git ${rest[0] ?? ''}`
}
