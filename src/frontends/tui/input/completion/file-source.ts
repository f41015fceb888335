import type { PeerInfo } from '../../../../protocol/agents/peers.ts'
import type { FileMatch, FilesPort } from '../../ports/files-port.ts'
import type { CompletionSource, CompletionSpan, Suggestion, SuggestOptions } from '../completion-source.ts'
import { matchName } from './match-name.ts'

/** How far back a mention is looked for. */
const LONGEST = 1_000
/** Behind these an `@` begins a mention; inside a word it is part of an address. */
const MENTION = /(?:^|[\s(（[{,，;；:：、。「“"'=])@(?:"([^"\n]*)|([^\s"]*))$/

/** Other sessions that can be named, as they were when somebody last looked. */
export interface NamedSessions {
  known(): readonly Pick<PeerInfo, 'name' | 'cwd'>[]
  /** Looks again; undefined: that was done a moment ago. */
  look(): Promise<void> | undefined
}

/** `@`: files and directories by a few letters of their path; behind one letter also sessions, by theirs. */
export const createFileSource = (files: FilesPort, sessions?: NamedSessions): CompletionSource => ({
  name: 'file',
  find: (text, caret) => findMention(text, caret),
  suggest(query, options) {
    const named = sessions ? suggestSessions(sessions, query, options) : []
    const own = isPlace(query) ? undefined : files.ask?.(query, options.signal)
    const found =
      own === undefined
        ? suggestIndexed(files, query, options)
        : own.then(listed => listed?.map(suggestFile) ?? suggestIndexed(files, query, options))
    return found instanceof Promise ? found.then(all => named.concat(all)) : named.concat(found)
  },
})

const suggestSessions = (
  sessions: NamedSessions,
  query: string,
  { again = () => {} }: SuggestOptions,
): readonly Suggestion[] => {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}-]*$/u.test(query)) return []
  void sessions.look()?.then(again)
  const wanted = query.toLowerCase()
  return sessions
    .known()
    .filter(({ name }) => name.toLowerCase().startsWith(wanted))
    .map(({ name, cwd }) => ({
      insert: `@${name} `,
      label: name,
      detail: cwd,
      matched: Array.from(wanted, (_, at) => at),
    }))
}

const suggestIndexed = (
  files: FilesPort,
  query: string,
  { limit, signal, again = () => {} }: SuggestOptions,
): readonly Suggestion[] | Promise<readonly Suggestion[]> => {
  if (isListed(query)) return listing(files, query, limit)
  const found = files.search(query, limit)
  if (found === undefined) {
    // What is at hand until the index is there.
    void files.settled?.().then(again)
    return listing(files, query, limit)
  }
  const rest = files.finish?.(query, limit, signal)
  return rest === undefined ? found.map(suggestFile) : rest.then(all => all.map(suggestFile))
}

const findMention = (text: string, caret: number): CompletionSpan | undefined => {
  const before = text.slice(Math.max(0, caret - LONGEST), caret)
  const typed = MENTION.exec(before)
  if (!typed) return undefined
  const quoted = typed[1]
  const query = quoted ?? typed[2] ?? ''
  // Lines are being named: the path is done.
  if (query.includes('#')) return undefined
  const from = caret - query.length - (quoted === undefined ? 1 : 2)
  const behind = (quoted === undefined ? /^[^\s"#]*/ : /^[^"\n#]*"?/).exec(text.slice(caret))?.[0].length ?? 0
  return { from, to: caret + behind, query }
}

/** Places the index does not know, and directories to be looked into. */
const isListed = (query: string): boolean => query === '' || query.endsWith('/') || isPlace(query)

const isPlace = (query: string): boolean => /^(?:~|\/|\.\.?(?:\/|$))/.test(query)

/** The entries of the directory that is named, as far as they fit what is typed behind it. */
const listing = async (files: FilesPort, query: string, limit: number): Promise<readonly Suggestion[]> => {
  const path = query === '~' || query === '..' ? `${query}/` : query
  const directory = path.slice(0, path.lastIndexOf('/') + 1)
  const typed = path.slice(directory.length)
  const entries = await files.list(directory)
  return entries
    .flatMap(entry => {
      const name = entry.path.slice(directory.length)
      // Hidden ones only when they are asked for.
      if (name.startsWith('.') && !typed.startsWith('.')) return []
      const match = matchName(typed, name)
      const matched = match?.matched.map(at => at + directory.length) ?? []
      return match ? [{ file: { path: entry.path, matched }, score: match.score }] : []
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ file }) => suggestFile(file))
}

/** A path with blanks is quoted; behind a directory the quotes stay open. */
const suggestFile = ({ path, matched }: FileMatch): Suggestion => {
  const more = path.endsWith('/')
  const quoted = /[\s"]/.test(path)
  const insert = quoted ? `@"${path}${more ? '' : '"'}` : `@${path}`
  return { insert: more ? insert : `${insert} `, label: path, matched, ...(more ? { more } : {}) }
}
