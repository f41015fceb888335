import type { PeerInfo } from '../../../protocol/agents/peers.ts'
import type { CommandInfo } from '../../../protocol/command-info.ts'

/** A piece of the prompt that can be completed. */
export interface Span {
  readonly kind: 'command' | 'file'
  readonly from: number
  readonly to: number
  readonly query: string
}

export interface Suggestion {
  readonly insert: string
  readonly label: string
  readonly detail?: string
  /** A directory: goes on. */
  readonly more?: boolean
}

/** Behind these an `@` begins a mention; inside a word it is part of an address. */
const MENTION = /(?:^|[\s(（[{,，;；:：、。「“"'=])@([^\s"#]{0,500})$/

/** What stands before the caret and can be completed. */
export const findSpan = (text: string, caret: number): Span | undefined => {
  const before = text.slice(0, caret)
  const command = /^\/(\S*)$/.exec(before)
  if (command) return { kind: 'command', from: 0, to: caret, query: command[1] ?? '' }
  const mention = MENTION.exec(before)
  const query = mention?.[1]
  return query === undefined ? undefined : { kind: 'file', from: caret - query.length - 1, to: caret, query }
}

const MOST = 8

/** Commands that begin with what was typed, then those that hold it. */
export const suggestCommands = (commands: readonly CommandInfo[], query: string): readonly Suggestion[] => {
  const wanted = query.toLowerCase()
  const names = (info: CommandInfo): readonly string[] => [info.name, ...(info.aliases ?? [])]
  const rank = (info: CommandInfo): number => {
    const own = names(info).map(name => name.toLowerCase())
    if (own.some(name => name === wanted)) return 0
    if (own.some(name => name.startsWith(wanted))) return 1
    return own.some(name => name.includes(wanted)) ? 2 : 3
  }
  return commands
    .map(info => ({ info, rank: rank(info) }))
    .filter(each => each.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ info }) => ({
      insert: `/${info.name} `,
      label: `/${info.name}${info.argumentHint === undefined ? '' : ` ${info.argumentHint}`}`,
      detail: info.description,
    }))
}

export const suggestFiles = (paths: readonly string[]): readonly Suggestion[] =>
  paths.slice(0, MOST).map(path => {
    const more = path.endsWith('/')
    const name = /[\s"]/.test(path) ? `@"${path}"` : `@${path}`
    return { insert: more ? name : `${name} `, label: path, ...(more ? { more } : {}) }
  })

/** Behind one letter, other sessions by the beginning of their names. */
export const suggestSessions = (
  sessions: readonly Pick<PeerInfo, 'name' | 'cwd'>[],
  query: string,
): readonly Suggestion[] =>
  mayNameSession(query)
    ? sessions
        .filter(({ name }) => name.toLowerCase().startsWith(query.toLowerCase()))
        .slice(0, MOST)
        .map(({ name, cwd }) => ({ insert: `@${name} `, label: name, detail: cwd }))
    : []

export const mayNameSession = (query: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}-]*$/u.test(query)

/** The prompt with a suggestion in the place of what was typed. */
export const complete = (
  text: string,
  { from, to }: Span,
  { insert }: Suggestion,
): { readonly text: string; readonly caret: number } => ({
  text: `${text.slice(0, from)}${insert}${text.slice(to).replace(/^ /, insert.endsWith(' ') ? '' : ' ')}`,
  caret: from + insert.length,
})
