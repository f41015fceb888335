import type { z } from 'zod'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { absolutePath } from '../file-path.ts'
import { globToRegExp, splitGlob } from '../glob-pattern.ts'
import { fields, someText } from '../input-fields.ts'
import { filterNames } from '../search/filter-names.ts'
import { nothingIn } from '../search/nothing-in.ts'
import { newestFirst, resultPaths } from '../search/result-paths.ts'
import { listFiles } from '../search/search.ts'
import { inBrackets, lineBlocks, withNotes } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('glob', {
  newest: {
    en: 'The newest {shown:number} of {total:number}. Narrow the pattern to see others.',
    zh: '共 {total:number} 个，显示最新的 {shown:number} 个。缩小模式可查看其他。',
  },
  none: { en: 'No files found', zh: '没有找到文件' },
  directory: {
    en: '{pattern} names a directory. To list its files, add /*.',
    zh: '{pattern} 是目录。要列出其中的文件，请加上 /*。',
  },
})

const input = fields({
  pattern: someText(),
  path: someText({
    en: 'Default: working directory',
    zh: '要搜索的目录；默认工作目录',
  }).optional(),
})
type GlobInput = z.output<typeof input>

export interface GlobOutput {
  readonly durationMs: number
  readonly numFiles: number
  readonly filenames: readonly string[]
  readonly truncated: boolean
  readonly totalMatches: number
  readonly countIsComplete: boolean
  readonly notes: readonly Text[]
  /** Where nothing was found. */
  readonly searched?: string
}

const MAX_FILES = 100

export const globTool: Tool<GlobInput, GlobOutput> = {
  name: 'Glob',
  present,
  groups: ['served', 'reading', 'remote'],
  description: {
    en: `Finds files by name pattern, such as \`**/*.ts\` or \`src/{a,b}/*.json\`, newest first, at most 100. A pattern without \`/\` matches names in every directory. Hidden files are included, files ignored by .gitignore are not.`,
    zh: '按名称模式查找文件，如 `**/*.ts` 或 `src/{a,b}/*.json`，最新的在前，最多 100 个。不含 `/` 的模式匹配所有目录中的名称。包括隐藏文件，不包括 .gitignore 忽略的文件。',
  },
  input,
  clearable: true,
  access: (given, cwd) => [{ kind: 'search', path: placeOf(given, cwd).directory }],
  parallel: () => true,
  observe: (given, cwd) =>
    given.path === undefined ? given : { ...given, path: absolutePath(given.path, cwd) },
  run: withoutProgress(async (given, call) => withNotes(await findFiles(given, call), call.language)),
  show: (output, language) => lineBlocks(render(output), language),
  data: ({ filenames }) => filenames,
  isCut: ({ countIsComplete }) => !countIsComplete,
}

const placeOf = (given: GlobInput, cwd: string) =>
  splitGlob(given.pattern, absolutePath(given.path ?? '.', cwd))

async function findFiles(given: GlobInput, call: ToolCall): Promise<GlobOutput> {
  const started = performance.now()
  const { directory, rest } = placeOf(given, call.cwd)
  if (rest === '') throw new ToolError(says('directory', { pattern: given.pattern }))
  const found = await listFiles(directory, call)
  const paths = await resultPaths(directory, call)
  const pattern = globToRegExp(rest.includes('/') || given.pattern.includes('/') ? rest : `**/${rest}`)
  const named = await filterNames(found.names, name => pattern.test(name), given.pattern)
  const matches = named.flatMap(name => paths.absolute(name) ?? [])
  const filenames = newestFirst(matches)
    .slice(0, call.whole ? undefined : MAX_FILES)
    .map(paths.shown)
  return {
    durationMs: Math.round(performance.now() - started),
    numFiles: filenames.length,
    filenames,
    truncated: filenames.length < matches.length,
    totalMatches: matches.length,
    countIsComplete: found.isComplete,
    notes: found.notes,
    ...(filenames.length === 0 ? { searched: directory } : {}),
  }
}

const render = (output: GlobOutput): readonly Text[] => {
  const notes = output.truncated
    ? [says('newest', { shown: output.numFiles, total: output.totalMatches }), ...output.notes]
    : output.notes
  const lines = output.numFiles === 0 ? [nothingIn(says('none'), output)] : output.filenames
  return [...lines, ...notes.map(inBrackets)]
}
