import { type ToolCall, ToolError } from '../../protocol/tool.ts'
import { parseResults } from './search/parse-results.ts'
import { placeOf } from './search/place.ts'
import {
  type ContentFound,
  type ContentQuery,
  type FilesFound,
  INCOMPLETE_SIZE,
  INCOMPLETE_TIME,
  MAX_COLUMNS,
  MAX_OUTPUT_BYTES,
  SEARCH_TIMEOUT_MS,
  VCS_NAMES,
} from './search/query.ts'

export const listWithRipgrep = async (target: string, rg: string, call: ToolCall): Promise<FilesFound> => {
  const { text, ...rest } = await run({ rg, target, options: ['--files', '--null'], recordEnd: '\0' }, call)
  const names = text.split('\0')
  names.pop()
  return { names: names.map(name => name.slice(2)), ...rest }
}

export const searchWithRipgrep = async (
  query: ContentQuery,
  rg: string,
  call: ToolCall,
): Promise<ContentFound> => {
  const { pattern, target } = query
  const recordEnd = query.mode === 'files_with_matches' ? '\0' : '\n'
  const { text, ...rest } = await run({ rg, target, pattern, options: optionsOf(query), recordEnd }, call)
  return { byFile: parseResults(text, query.mode), ...rest }
}

interface RipgrepRun {
  readonly rg: string
  readonly target: string
  readonly options: readonly string[]
  readonly pattern?: string
  /** What stands behind each result: a cut output ends with the last whole one. */
  readonly recordEnd: '\0' | '\n'
}

/** Everything from outside is an argument of its own, behind `--` where it could be an option. */
const run = async ({ rg, target, options, pattern, recordEnd }: RipgrepRun, call: ToolCall) => {
  const { directory, name } = placeOf(target)
  const end = await call.processes.program({
    file: rg,
    args: [
      '--no-config',
      '--hidden',
      '--no-require-git',
      '--color=never',
      ...VCS_NAMES.map(vcs => `--glob=!${vcs}`),
      ...options,
      '--',
      ...(pattern === undefined ? [] : [pattern]),
      `./${name}`,
    ],
    cwd: directory,
    signal: call.signal,
    timeoutMs: SEARCH_TIMEOUT_MS,
    maxBytes: MAX_OUTPUT_BYTES,
  })
  if (call.signal.aborted) throw new ToolError('The search was interrupted.')
  const all = Buffer.from(end.stdout).toString('utf8')
  const text = end.cut || end.timedOut ? all.slice(0, all.lastIndexOf(recordEnd) + 1) : all
  if (end.code === 2 && text === '') throw new ToolError(failure(end.stderr))
  const notes = [
    ...(end.timedOut ? [INCOMPLETE_TIME] : []),
    ...(end.cut ? [INCOMPLETE_SIZE] : []),
    ...(end.code === 2 ? ['Some files could not be searched.'] : []),
  ]
  return { text, notes, isComplete: notes.length === 0 }
}

const failure = (stderr: string): string => {
  const said = stderr.trim().slice(0, 1000)
  const hint = said.includes('regex parse error')
    ? '\nTo search for a character with a meaning of its own, put a backslash before it.'
    : ''
  return `The search failed: ${said}${hint}`
}

/** Lines are told apart by line feeds: a name that holds one would give its lines to another file. */
const NAME_WITH_LINE_FEED = '*\n*'

const optionsOf = (query: ContentQuery): readonly string[] => [
  '--null',
  ...(query.mode === 'files_with_matches' ? [] : [`--glob=!${NAME_WITH_LINE_FEED}`]),
  '--with-filename',
  ...(query.ignoreCase ? ['--ignore-case'] : []),
  ...(query.multiline ? ['--multiline', '--multiline-dotall'] : []),
  ...outputOptions(query),
  ...typeOptions(query),
]

const outputOptions = (query: ContentQuery): readonly string[] => {
  if (query.mode === 'files_with_matches') return ['--files-with-matches']
  if (query.mode === 'count') return ['--count-matches']
  return [
    '--no-heading',
    `--max-columns=${MAX_COLUMNS}`,
    '--max-columns-preview',
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
