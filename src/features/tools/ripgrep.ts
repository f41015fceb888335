import { isUtf8 } from 'node:buffer'
import type { PinnedPath } from '../../lib/files/pinned-path.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { type ToolCall, ToolError } from '../../protocol/tool.ts'
import { parseResults, shownName } from './search/parse-results.ts'
import { pinBelow, shakyNames } from './search/pinned-names.ts'
import {
  type ContentFound,
  type ContentQuery,
  type FilesFound,
  INCOMPLETE_MOVED,
  INCOMPLETE_SIZE,
  INCOMPLETE_TIME,
  MAX_COLUMNS,
  MAX_OUTPUT_BYTES,
  SEARCH_TIMEOUT_MS,
  SOME_UNSEARCHED,
  VCS_NAMES,
} from './search/query.ts'
import { holdTarget, type SearchTarget } from './search/search-target.ts'

const says = modelTexts('ripgrep', {
  failed: { en: 'The search failed: {said}', zh: '搜索失败：{said}' },
  badPattern: {
    en: 'The search failed: {said}\nTo search for a character with a meaning of its own, put a backslash before it.',
    zh: '搜索失败：{said}\n要搜索有特殊含义的字符，请在它前面加反斜杠。',
  },
  interrupted: { en: 'The search was interrupted.', zh: '搜索被中断。' },
})

export interface Ripgrep {
  readonly program: string
  /** Names of directories it must not enter: nobody looked at the ignore files there. */
  readonly skipped: readonly string[]
}

export const listWithRipgrep = async (target: string, rg: Ripgrep, call: ToolCall): Promise<FilesFound> => {
  using place = holdTarget(target, call)
  if (place.name !== '') return { names: [place.name], notes: [], isComplete: true }
  const since = Date.now()
  const { text, notes, isComplete } = await run(
    { ...within(place), rg, options: ['--files', '--null'], end: '\0' },
    call,
  )
  const all = text.split('\0')
  all.pop()
  const names = all.map(name => name.slice(2))
  const shaky = shakyNames(place.held, names, since)
  return { names: names.filter(name => !shaky.has(name) || isThere(place.held, name)), notes, isComplete }
}

const isThere = (directory: PinnedPath, name: string): boolean => {
  using file = pinBelow(directory, name)
  return file !== undefined
}

export const searchWithRipgrep = async (
  query: ContentQuery,
  rg: Ripgrep,
  call: ToolCall,
): Promise<ContentFound> => {
  using place = holdTarget(query.target, call)
  const search = { query, rg }
  if (place.name !== '') return await searchHeld(new Map([[place.name, place.held]]), search, call)
  const since = Date.now()
  const found = await searchIn(within(place), { ...search, options: typeOptions(query) }, call)
  const shaky = shakyNames(place.held, [...found.byFile.keys()], since)
  return shaky.size === 0 ? found : await lookAgain(found, { shaky, directory: place.held, ...search }, call)
}

interface Search {
  readonly query: ContentQuery
  readonly rg: Ripgrep
}

/** Descriptors that are open at the same time. */
const HELD_FILES = 64
/** What moves more files than that while they are searched gets an incomplete answer. */
const MAX_SHAKY = 64 * 64

/**
 * The search itself goes by names: where one may have led elsewhere meanwhile, what was found is forgotten, and the file
 * is searched once more, held this time.
 */
const lookAgain = async (
  found: ContentFound,
  again: Search & { readonly shaky: ReadonlySet<string>; readonly directory: PinnedPath },
  call: ToolCall,
): Promise<ContentFound> => {
  const byFile = new Map(found.byFile)
  for (const name of again.shaky) byFile.delete(name)
  const names = [...again.shaky].slice(0, MAX_SHAKY)
  const notes = new Set([...found.notes, ...(names.length < again.shaky.size ? [INCOMPLETE_MOVED] : [])])
  for (let at = 0; at < names.length; at += HELD_FILES) {
    const files = new Map<string, PinnedPath>()
    try {
      for (const name of names.slice(at, at + HELD_FILES)) {
        const file = pinBelow(again.directory, name)
        if (file) files.set(name, file)
      }
      const part = await searchHeld(files, again, call)
      for (const [name, lines] of part.byFile) byFile.set(name, lines)
      for (const note of part.notes) notes.add(note)
    } finally {
      for (const file of files.values()) file[Symbol.dispose]()
    }
  }
  return { ...found, byFile, notes: [...notes], isComplete: notes.size === 0 }
}

/** Files by the names that are shown for them. */
const searchHeld = async (
  files: ReadonlyMap<string, PinnedPath>,
  search: Search,
  call: ToolCall,
): Promise<ContentFound> => {
  if (files.size === 0) return { byFile: new Map(), notes: [], isComplete: true }
  const names = new Map([...files].map(([name, file]) => [file.childPath, name]))
  const {
    byFile,
    garbled = [],
    ...rest
  } = await searchIn({ cwd: '/', paths: [...names.keys()] }, { ...search, options: [] }, call)
  const byName = new Map<string, readonly string[]>()
  for (const [path, lines] of byFile) {
    const name = names.get(path)
    if (name !== undefined) byName.set(name, lines)
  }
  const odd = new Set([...garbled].map(path => names.get(path) ?? path))
  return { byFile: byName, ...rest, ...(odd.size === 0 ? {} : { garbled: odd }) }
}

const searchIn = async (
  where: Where,
  { query, rg, options }: Search & { readonly options: readonly string[] },
  call: ToolCall,
): Promise<ContentFound> => {
  const end = query.mode === 'files_with_matches' ? '\0' : '\n'
  const all = [...optionsOf(query), ...options]
  const { text, bytes, ...rest } = await run(
    { ...where, rg, options: all, pattern: query.pattern, end },
    call,
  )
  return { byFile: parseResults(text, query.mode), ...garbledIn(bytes), ...rest }
}

/** The files whose lines are not all UTF-8. */
const garbledIn = (bytes: Buffer): Pick<ContentFound, 'garbled'> => {
  if (isUtf8(bytes)) return {}
  const garbled = new Set<string>()
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from)
    const line = bytes.subarray(from, end < 0 ? bytes.length : end)
    const name = line.indexOf(0)
    if (name >= 0 && !isUtf8(line)) garbled.add(shownName(line.toString('utf8', 0, name)))
    from += line.length + 1
  }
  return garbled.size === 0 ? {} : { garbled }
}

/**
 * Files that hold a line which is not UTF-8, in no text that says what it is in: what is looked for in them has to be
 * looked for in their own encoding.
 */
export const listGarbled = async (
  query: ContentQuery,
  rg: Ripgrep,
  call: ToolCall,
): Promise<readonly string[]> => {
  using place = holdTarget(query.target, call)
  if (place.name !== '') return [place.name]
  const options = ['--files-with-matches', '--null', ...typeOptions(query)]
  const listed = await Promise.all([
    run({ ...within(place), rg, options, pattern: NOT_UTF8, end: '\0' }, call),
    run(
      { ...within(place), rg, options: ['--text', ...options], pattern: wideText(query.pattern), end: '\0' },
      call,
    ),
  ])
  return listed.flatMap(({ text }) => [...parseResults(text, 'files_with_matches').keys()])
}

/** A few letters of two bytes each, or what is looked for itself: UTF-16 without a mark, or a program. */
const wideText = (pattern: string): string => {
  const [word = ''] = pattern.match(/[^\0-\x7f]{2,}/g) ?? []
  const little = Buffer.from(word, 'utf16le')
  const words = [little, Buffer.from(little).swap16()].filter(bytes => bytes.length > 0)
  const literal = words.map(bytes => bytes.toString('hex').replaceAll(/../g, '\\x$&'))
  return ['(?-u)(?:[\\t -~]\\x00){4}', '(?:\\x00[\\t -~]){4}', ...literal].join('|')
}

/** A byte that begins nothing, a character that is cut short, and one that goes on too long. */
const NOT_UTF8 = `(?-u)${[
  '[\\xc0\\xc1\\xf5-\\xff]',
  '[\\xc2-\\xdf](?:[^\\x80-\\xbf]|$|[\\x80-\\xbf]{2})',
  '[\\xe0-\\xef](?:[^\\x80-\\xbf]|$|[\\x80-\\xbf](?:[^\\x80-\\xbf]|$)|[\\x80-\\xbf]{3})',
  '[\\xf0-\\xf4](?:[^\\x80-\\xbf]|$|[\\x80-\\xbf]{1,2}(?:[^\\x80-\\xbf]|$)|[\\x80-\\xbf]{4})',
  '(?:^|[\\x00-\\x7f])[\\x80-\\xbf]',
].join('|')}`

interface Where {
  readonly cwd: string
  readonly paths: readonly string[]
}

/** In the held directory, by whatever name: all paths are relative to it. */
const within = ({ held }: SearchTarget): Where => ({ cwd: held.childPath, paths: ['./'] })

interface RipgrepRun extends Where {
  readonly rg: Ripgrep
  readonly options: readonly string[]
  readonly pattern?: string
  /** What stands behind each result: a cut output ends with the last whole one. */
  readonly end: '\0' | '\n'
}

/** Ignore files are read into memory whole, and a link can lead to one that has no end. */
const MAX_MEMORY = 512 * 1024 * 1024

/** Ripgrep was ended from outside, mostly because it reached for more memory than it may have. */
export class RipgrepEndedError extends Error {
  override readonly name = 'RipgrepEndedError'
}

/** Everything from outside is an argument of its own, behind `--` where it could be an option. */
const run = async ({ rg, cwd, paths, options, pattern, end }: RipgrepRun, call: ToolCall) => {
  const ran = await call.processes.program({
    file: rg.program,
    args: [
      '--no-config',
      '--no-messages',
      '--hidden',
      '--no-require-git',
      '--color=never',
      ...VCS_NAMES.map(vcs => `--glob=!${vcs}`),
      ...rg.skipped.map(name => `--glob=!${name}/`),
      ...options,
      '--',
      ...(pattern === undefined ? [] : [pattern]),
      ...paths,
    ],
    cwd,
    signal: call.signal,
    timeoutMs: SEARCH_TIMEOUT_MS,
    maxBytes: MAX_OUTPUT_BYTES,
    maxMemory: MAX_MEMORY,
  })
  if (call.signal.aborted) throw new ToolError(says('interrupted'))
  if (ran.code === null && !ran.cut && !ran.timedOut) throw new RipgrepEndedError()
  const bytes = Buffer.from(ran.stdout)
  const all = bytes.toString('utf8')
  const text = ran.cut || ran.timedOut ? all.slice(0, all.lastIndexOf(end) + 1) : all
  // Names of files are not repeated from here: it is not certain that they are ours.
  const said = ran.stderr.replaceAll(/^rg: (?:\.\/|\/).*$/gm, '').trim()
  if (ran.code === 2 && text === '' && said !== '') throw new ToolError(failure(said))
  const notes = [
    ...(ran.timedOut ? [INCOMPLETE_TIME] : []),
    ...(ran.cut ? [INCOMPLETE_SIZE] : []),
    ...(ran.code === 2 ? [SOME_UNSEARCHED] : []),
  ]
  return { text, bytes, notes, isComplete: notes.length === 0 }
}

const failure = (said: string): LocalizedText =>
  says(said.includes('regex parse error') ? 'badPattern' : 'failed', { said: said.slice(0, 1000) })

/** Lines are told apart by line feeds: a name that holds one would give its lines to another file. */
const NAME_WITH_LINE_FEED = '*\n*'

const optionsOf = (query: ContentQuery): readonly string[] => [
  '--null',
  ...(query.mode === 'files_with_matches' ? [] : [`--glob=!${NAME_WITH_LINE_FEED}`]),
  '--with-filename',
  ...(query.ignoreCase ? ['--ignore-case'] : []),
  ...(query.multiline ? ['--multiline', '--multiline-dotall'] : []),
  ...outputOptions(query),
]

const outputOptions = (query: ContentQuery): readonly string[] => {
  if (query.mode === 'files_with_matches') return ['--files-with-matches']
  if (query.mode === 'count') return ['--count-matches']
  return [
    '--no-heading',
    ...(query.wholeLines ? [] : [`--max-columns=${MAX_COLUMNS}`, '--max-columns-preview']),
    query.lineNumbers ? '--line-number' : '--no-line-number',
    ...(query.onlyMatching ? ['--only-matching'] : []),
    `--before-context=${query.before}`,
    `--after-context=${query.after}`,
  ]
}

/**
 * A positive `--glob` would make ripgrep show ignored files; as a file type of our own, name patterns are applied
 * before a file is opened and ignored files stay out.
 */
const typeOptions = ({ type, names }: ContentQuery): readonly string[] => {
  if (type !== undefined) return [`--type=${type}`]
  if (names.length === 0) return []
  return [...names.map(name => `--type-add=wanted:${name}`), '--type=wanted']
}
