import * as z from 'zod'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { absolutePath } from '../file-path.ts'
import { fields, flag, plainText, someText, whole } from '../input-fields.ts'
import { newestFirst, resultPaths, runRipgrep } from '../ripgrep.ts'
import { withoutProgress } from '../without-progress.ts'
import { globFilter } from './glob-filter.ts'
import { GREP_PROMPT } from './prompt.ts'
import { parseResults } from './results.ts'

const MODES = ['content', 'files_with_matches', 'count'] as const
const DEFAULT_LIMIT = 250
const MAX_CHARS = 30_000
const MAX_COLUMNS = 500

const input = fields({
  pattern: someText(),
  path: someText('File or directory; default the working directory').optional(),
  glob: plainText('Only files like this, e.g. *.ts').optional(),
  type: plainText('Only files of a type, e.g. js, py, rust').optional(),
  output_mode: z.enum(MODES).optional(),
  '-i': flag('Ignore case').optional(),
  '-n': flag('Line numbers with content; default true').optional(),
  '-o': flag('Only the matching parts').optional(),
  '-A': whole({ min: 0 }, 'Lines after').optional(),
  '-B': whole({ min: 0 }, 'Lines before').optional(),
  '-C': whole({ min: 0 }, 'Lines around').optional(),
  context: whole({ min: 0 }, 'Same as -C').optional(),
  head_limit: whole({ min: 0 }, `Most entries shown; default ${DEFAULT_LIMIT}, 0 for all`).optional(),
  offset: whole({ min: 0 }, 'Entries to skip').optional(),
  multiline: flag('Match across lines').optional(),
})
type GrepInput = z.output<typeof input>
type GrepMode = (typeof MODES)[number]

export interface GrepOutput {
  readonly mode: GrepMode
  readonly numFiles: number
  readonly filenames: readonly string[]
  readonly content?: string
  readonly numLines?: number
  readonly numMatches?: number
  readonly totalFiles?: number
  readonly totalLines?: number
  readonly appliedLimit?: number
  readonly appliedOffset?: number
  readonly notes: readonly string[]
}

export const grepTool: Tool<GrepInput, GrepOutput> = {
  name: 'Grep',
  description: GREP_PROMPT,
  input,
  access: ({ path }, cwd) => [{ kind: 'search', path: absolutePath(path ?? '.', cwd) }],
  parallel: () => true,
  observe: (given, cwd) =>
    given.path === undefined ? given : { ...given, path: absolutePath(given.path, cwd) },
  run: withoutProgress(searchContents),
  show: output => [{ type: 'text', text: render(output) }],
  maxResultChars: 40_000,
}

async function searchContents(given: GrepInput, call: ToolCall): Promise<GrepOutput> {
  const mode = given.output_mode ?? 'files_with_matches'
  const target = absolutePath(given.path ?? '.', call.cwd)
  if (given.type !== undefined && !/^[\w+-]+$/.test(given.type))
    throw new ToolError(`"${given.type}" is not a file type. Use a name such as ts, py or rust, or use glob.`)
  const filter = globFilter(given.glob, given.type !== undefined)
  const options = [
    ...modeOptions(mode, given),
    ...filter.options,
    ...(given.type ? [`--type=${given.type}`] : []),
  ]
  const search = await runRipgrep({ options, pattern: given.pattern, target }, call)
  const paths = await resultPaths(target, call)
  const byFile = new Map<string, readonly string[]>()
  for (const [printed, lines] of parseResults(search.text, mode)) {
    const absolute = filter.accepts(printed) ? paths.absolute(printed) : undefined
    if (absolute !== undefined) byFile.set(absolute, lines)
  }
  const files = newestFirst([...byFile.keys()])
  const entries = files.flatMap(file => entriesOf(mode, paths.shown(file), byFile.get(file) ?? []))
  const page = pageOf(entries, given)
  const notes = [...search.notes, ...page.notes]
  const shared = { mode, numFiles: files.length, totalFiles: files.length, ...page.applied, notes }
  if (mode === 'files_with_matches') return { ...shared, numFiles: page.shown.length, filenames: page.shown }
  const content = page.shown.join('\n')
  if (mode === 'content')
    return { ...shared, filenames: [], content, numLines: page.shown.length, totalLines: entries.length }
  const numMatches = [...byFile.values()].reduce((sum, lines) => sum + Number(lines[0] ?? 0), 0)
  return { ...shared, filenames: [], content, numMatches }
}

const modeOptions = (mode: GrepMode, given: GrepInput): readonly string[] => {
  const shared = [
    '--null',
    '--with-filename',
    ...(given['-i'] ? ['--ignore-case'] : []),
    ...(given.multiline ? ['--multiline', '--multiline-dotall'] : []),
  ]
  if (mode === 'files_with_matches') return [...shared, '--files-with-matches']
  if (mode === 'count') return [...shared, '--count-matches']
  const around = given['-C'] ?? given.context
  const before = given['-B'] ?? around
  const after = given['-A'] ?? around
  return [
    ...shared,
    '--no-heading',
    `--max-columns=${MAX_COLUMNS}`,
    '--max-columns-preview',
    given['-n'] === false ? '--no-line-number' : '--line-number',
    ...(given['-o'] ? ['--only-matching'] : []),
    ...(before === undefined ? [] : [`--before-context=${before}`]),
    ...(after === undefined ? [] : [`--after-context=${after}`]),
  ]
}

const entriesOf = (mode: GrepMode, path: string, lines: readonly string[]): readonly string[] => {
  if (mode === 'files_with_matches') return [path]
  return lines.map(line => (line === '--' ? line : `${path}:${line}`))
}

/** The entries asked for, and how to get at the others. */
const pageOf = (entries: readonly string[], given: GrepInput) => {
  const offset = given.offset ?? 0
  const limit = given.head_limit === 0 ? Number.POSITIVE_INFINITY : (given.head_limit ?? DEFAULT_LIMIT)
  const shown: string[] = []
  let chars = 0
  for (const entry of entries.slice(offset, offset + limit)) {
    chars += entry.length + 1
    if (chars > MAX_CHARS) break
    shown.push(entry)
  }
  const next = offset + shown.length
  const isCut = next < entries.length
  return {
    shown,
    applied: {
      ...(isCut ? { appliedLimit: shown.length } : {}),
      ...(offset > 0 ? { appliedOffset: offset } : {}),
    },
    notes: isCut ? [`Entries ${offset + 1}–${next} of ${entries.length}. Go on with offset ${next}.`] : [],
  }
}

const render = (output: GrepOutput): string => {
  const body = output.mode === 'files_with_matches' ? output.filenames.join('\n') : (output.content ?? '')
  return [body === '' ? 'No matches found' : body, ...output.notes.map(note => `(${note})`)].join('\n')
}
