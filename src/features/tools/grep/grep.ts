import * as z from 'zod'
import { escapeInvisible } from '../../../lib/escape-text.ts'
import type { LineRange } from '../../../lib/line-ranges.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Tool, ToolCall } from '../../../protocol/tool.ts'
import { absolutePath } from '../file-path.ts'
import { fields, flag, givenOf, plainText, someText, whole } from '../input-fields.ts'
import { filterNames } from '../search/filter-names.ts'
import { nothingIn } from '../search/nothing-in.ts'
import type { ContentFound, ContentQuery, SearchMode } from '../search/query.ts'
import { newestFirst, resultPaths } from '../search/result-paths.ts'
import { searchContents } from '../search/search.ts'
import { markFound } from '../seen-content.ts'
import { inBrackets, lineBlocks, withNotes } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { globFilter, splitPatterns } from './glob-filter.ts'
import { present } from './present.ts'

const says = modelTexts('grep', {
  behind: {
    en: 'There are only {total:number} entries; offset {offset:number} is behind the last.',
    zh: '只有 {total:number} 条；offset {offset:number} 超出末尾。',
  },
  entries: {
    en: 'Entries {from:number}–{to:number} of {total:number}. Go on with offset {to:number}.',
    zh: '第 {from:number}–{to:number} 条，共 {total:number} 条。用 offset {to:number} 继续。',
  },
  none: { en: 'No matches found', zh: '没有找到匹配' },
})

const MODES = ['content', 'files_with_matches', 'count'] as const
const DEFAULT_LIMIT = 250
const MAX_CHARS = 30_000

const input = fields({
  pattern: someText(),
  path: someText({
    en: 'File or directory; default: working directory',
    zh: '文件或目录；默认工作目录',
  }).optional(),
  glob: plainText({ en: 'e.g. *.ts', zh: '如 *.ts' }).optional(),
  type: plainText({
    en: 'e.g. js, py, rust',
    zh: '只查某类型的文件，如 js、py、rust',
  }).optional(),
  output_mode: z.enum(MODES).optional(),
  '-i': flag({ en: 'Ignore case', zh: '忽略大小写' }).optional(),
  '-n': flag({
    en: 'Line numbers; default true',
    zh: '配合 content 显示行号；默认 true',
  }).optional(),
  '-o': flag({ en: 'Only what matches', zh: '只显示匹配部分' }).optional(),
  '-A': whole({ min: 0 }, { en: 'Lines after', zh: '后几行' }).optional(),
  '-B': whole({ min: 0 }, { en: 'Lines before', zh: '前几行' }).optional(),
  '-C': whole({ min: 0 }, { en: 'Lines around', zh: '前后几行' }).optional(),
  context: whole({ min: 0 }, { en: 'Same as -C', zh: '同 -C' }).optional(),
  head_limit: whole(
    { min: 0 },
    {
      en: `Default ${DEFAULT_LIMIT}; 0 for all`,
      zh: `最多显示条数；默认 ${DEFAULT_LIMIT}，0 为全部`,
    },
  ).optional(),
  offset: whole({ min: 0 }, { en: 'Entries to skip', zh: '跳过的条数' }).optional(),
  multiline: flag({ en: 'Match across lines', zh: '跨行匹配' }).optional(),
})
type GrepInput = z.output<typeof input>

export interface GrepOutput {
  readonly mode: SearchMode
  readonly numFiles: number
  readonly filenames: readonly string[]
  readonly content?: string
  readonly numLines?: number
  readonly numMatches?: number
  readonly totalFiles?: number
  readonly totalLines?: number
  readonly appliedLimit?: number
  readonly appliedOffset?: number
  readonly notes: readonly Text[]
  /** For a script. */
  readonly found?: readonly unknown[]
  readonly isCut?: boolean
  /** Where nothing was found. */
  readonly searched?: string
}

export const grepTool: Tool<GrepInput, GrepOutput> = {
  name: 'Grep',
  present,
  groups: ['served', 'reading', 'remote'],
  description: {
    en: `Searches file contents with ripgrep (regular expressions in Rust syntax: escape literal braces), without files ignored by .gitignore. Shows the newest files that match; \`output_mode\` "content" shows lines, "count" the matches per file.`,
    zh: '用 ripgrep 搜索文件内容；`pattern` 是 Rust 语法的正则表达式（字面的花括号要转义）。跳过 .gitignore 忽略的文件。显示匹配的最新文件；`output_mode` 为 "content" 显示行，"count" 显示每个文件的匹配数。结果很长时，加大 `offset` 再次调用以查看其余部分。',
  },
  input,
  unused: unusedIn,
  clearable: true,
  access: ({ path, glob }, cwd) => {
    const picks = splitPatterns(glob ?? '')
    return [
      {
        kind: 'search',
        path: absolutePath(path ?? '.', cwd),
        ...(picks.length === 0 ? {} : { picks }),
      },
    ]
  },
  parallel: () => true,
  observe: (given, cwd) =>
    given.path === undefined ? given : { ...given, path: absolutePath(given.path, cwd) },
  run: withoutProgress(async (given, call) => withNotes(await searchFiles(given, call), call.language)),
  show: (output, language) => lineBlocks(render(output), language),
  maxResultChars: 40_000,
  data: ({ found }) => found,
  isCut: ({ isCut }) => isCut === true,
}

const AROUND = ['-A', '-B', '-C', 'context'] as const

/** Lines and what stands around them are shown in one mode alone. */
function unusedIn(given: GrepInput): readonly string[] {
  if (given.output_mode !== 'content') return givenOf(given, ['-n', '-o', ...AROUND])
  if (given['-o']) return givenOf(given, AROUND)
  if (given['-A'] !== undefined && given['-B'] !== undefined) return givenOf(given, ['-C', 'context'])
  return given['-C'] === undefined ? [] : givenOf(given, ['context'])
}

async function searchFiles(given: GrepInput, call: ToolCall): Promise<GrepOutput> {
  const query = queryOf(given, call)
  const filter = globFilter(given.glob)
  const found = await searchContents({ ...query, names: filter.names }, call)
  const paths = await resultPaths(query.target, call)
  const byFile = new Map<string, readonly string[]>()
  const accepted = new Set(await filterNames([...found.byFile.keys()], filter.accepts, given.glob ?? ''))
  for (const [below, lines] of found.byFile) {
    // To ripgrep it is a shell script; whoever wants to see secrets has to name them.
    if (given.type && /(?:^|\/)\.env$/i.test(below)) continue
    const absolute = accepted.has(below) ? paths.absolute(below) : undefined
    if (absolute !== undefined) byFile.set(absolute, lines)
  }
  const files = newestFirst([...byFile.keys()])
  const { mode } = query
  const totalFiles = files.length
  if (call.whole) return wholeOutput(given, query, { files, byFile, shown: paths.shown, searched: found })
  const nowhere = totalFiles === 0 ? { searched: query.target } : {}
  if (mode === 'files_with_matches') {
    const { items, ...page } = pageOf(files, given, paths.shown)
    const notes = [...found.notes, ...page.notes]
    return { mode, numFiles: items.length, totalFiles, ...page.applied, filenames: items, notes, ...nowhere }
  }
  const isApart = mode === 'content' && query.before + query.after > 0
  const entries = files.flatMap((file, index) => [
    ...(isApart && index > 0 ? [{ file, line: '--' }] : []),
    ...(byFile.get(file) ?? []).map(line => ({ file, line })),
  ])
  const { items, ...page } = pageOf(entries, given, ({ file, line }) =>
    line === '--' ? line : `${paths.shown(file)}:${escapeInvisible(line)}`,
  )
  const offset = given.offset ?? 0
  if (mode === 'content') markShownLines(entries.slice(offset, offset + items.length), query, call)
  const notes = [...found.notes, ...page.notes]
  const shared = { mode, numFiles: totalFiles, totalFiles, ...page.applied, filenames: [], notes, ...nowhere }
  const content = items.join('\n')
  if (mode === 'content') return { ...shared, content, numLines: items.length, totalLines: entries.length }
  return { ...shared, content, numMatches: entries.reduce((sum, { line }) => sum + Number(line), 0) }
}

/** For a script: every match as data, in the order of the files. */
const wholeOutput = (
  given: GrepInput,
  { mode }: Pick<ContentQuery, 'mode'>,
  found: {
    readonly files: readonly string[]
    readonly byFile: ReadonlyMap<string, readonly string[]>
    readonly shown: (path: string) => string
    readonly searched: Pick<ContentFound, 'notes' | 'isComplete'>
  },
): GrepOutput => {
  const { files, byFile, shown, searched } = found
  const { notes, isComplete } = searched
  const all = files.flatMap((file): readonly unknown[] => {
    const path = shown(file)
    const lines = byFile.get(file) ?? []
    if (mode === 'files_with_matches') return [path]
    if (mode === 'count') return lines.map(line => ({ path, count: Number(line) }))
    return lines.flatMap(line => (line === '--' ? [] : [matchIn(path, line)]))
  })
  const offset = given.offset ?? 0
  const limit = given.head_limit ? offset + given.head_limit : undefined
  const picked = all.slice(offset, limit)
  return { mode, numFiles: files.length, filenames: [], found: picked, isCut: !isComplete, notes }
}

const matchIn = (path: string, line: string) => {
  const [, number, sign, text] = /^(\d+)([:-])(.*)$/s.exec(line) ?? []
  if (number === undefined) return { path, text: line }
  return { path, line: Number(number), text, ...(sign === '-' ? { context: true } : {}) }
}

/** Whole lines with their numbers count as seen. */
const markShownLines = (
  entries: readonly { readonly file: string; readonly line: string }[],
  { lineNumbers, onlyMatching }: Pick<ContentQuery, 'lineNumbers' | 'onlyMatching'>,
  { files }: ToolCall,
): void => {
  if (!lineNumbers || onlyMatching) return
  const shown = new Map<string, LineRange[]>()
  for (const { file, line } of entries) {
    const number = /^(\d+)[:-]/.exec(line)?.[1]
    if (number === undefined) continue
    const lines = shown.get(file) ?? []
    lines.push({ from: Number(number), to: Number(number) })
    shown.set(file, lines)
  }
  for (const [file, lines] of shown) markFound(files, file, lines)
}

const queryOf = (
  given: GrepInput,
  { cwd, whole }: Pick<ToolCall, 'cwd' | 'whole'>,
): Omit<ContentQuery, 'names'> => {
  const onlyMatching = given['-o'] ?? false
  const around = onlyMatching ? 0 : (given['-C'] ?? given.context ?? 0)
  return {
    pattern: given.pattern,
    target: absolutePath(given.path ?? '.', cwd),
    mode: given.output_mode ?? (whole ? 'content' : 'files_with_matches'),
    ignoreCase: given['-i'] ?? false,
    multiline: given.multiline ?? false,
    lineNumbers: given['-n'] ?? true,
    onlyMatching,
    ...(whole ? { wholeLines: true } : {}),
    before: onlyMatching ? 0 : (given['-B'] ?? around),
    after: onlyMatching ? 0 : (given['-A'] ?? around),
    ...(given.type ? { type: given.type } : {}),
  }
}

/** The entries asked for, and how to get at the others. Only what is shown is put into words. */
const pageOf = <T>(entries: readonly T[], given: GrepInput, say: (entry: T) => string) => {
  const offset = given.offset ?? 0
  const limit = given.head_limit === 0 ? Number.POSITIVE_INFINITY : (given.head_limit ?? DEFAULT_LIMIT)
  const items: string[] = []
  let chars = 0
  for (const entry of entries.slice(offset, offset + limit)) {
    const text = say(entry)
    chars += text.length + 1
    if (chars > MAX_CHARS) break
    items.push(text)
  }
  const next = offset + items.length
  const isCut = next < entries.length
  return {
    items,
    applied: {
      ...(isCut ? { appliedLimit: items.length } : {}),
      ...(offset > 0 ? { appliedOffset: offset } : {}),
    },
    notes: pageNotes({ offset, next, total: entries.length }),
  }
}

const pageNotes = (page: {
  readonly offset: number
  readonly next: number
  readonly total: number
}): readonly LocalizedText[] => {
  if (page.offset > 0 && page.offset >= page.total && page.total > 0)
    return [says('behind', { total: page.total, offset: page.offset })]
  if (page.next >= page.total) return []
  return [says('entries', { from: page.offset + 1, to: page.next, total: page.total })]
}

const render = (output: GrepOutput): readonly Text[] => {
  const body = output.mode === 'files_with_matches' ? output.filenames.join('\n') : (output.content ?? '')
  return [body === '' ? nothingIn(says('none'), output) : body, ...output.notes.map(inBrackets)]
}
