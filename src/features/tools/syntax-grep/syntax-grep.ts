import type { z } from 'zod'
import { escapeInvisible } from '../../../lib/escape-text.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Tool, ToolCall } from '../../../protocol/tool.ts'
import { absolutePath } from '../file-path.ts'
import { fields, plainText, someText, whole } from '../input-fields.ts'
import { nothingIn } from '../search/nothing-in.ts'
import { markFound } from '../seen-content.ts'
import { inBrackets, lineBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { findSyntax, shownPath } from './find-syntax.ts'
import { present } from './present.ts'

const says = modelTexts('syntax_grep', {
  none: { en: 'No matches found', zh: '没有找到匹配' },
  cut: {
    en: 'There are more matches: narrow `path`, `glob` or the pattern.',
    zh: '还有更多匹配：请缩小 `path`、`glob` 或模式。',
  },
  unread: {
    en: {
      one: '{count:number} file could not be parsed.',
      other: '{count:number} files could not be parsed.',
    },
    zh: '{count:number} 个文件无法解析。',
  },
})

const DEFAULT_LIMIT = 100
const MAX_COLUMNS = 500

const input = fields({
  pattern: someText({ en: 'Code with holes', zh: '带空位的代码' }),
  language: plainText({
    en: 'e.g. ts, python, go; default: all',
    zh: '如 ts、python、go；默认全部',
  }).optional(),
  path: someText({
    en: 'File or directory; default: working directory',
    zh: '文件或目录；默认工作目录',
  }).optional(),
  glob: plainText({ en: 'e.g. *.ts', zh: '如 *.ts' }).optional(),
  head_limit: whole(
    { min: 1, max: 2_000 },
    { en: `Matches; default ${DEFAULT_LIMIT}`, zh: `匹配数；默认 ${DEFAULT_LIMIT}` },
  ).optional(),
})
type SyntaxGrepInput = z.output<typeof input>

export interface SyntaxGrepOutput {
  readonly numFiles: number
  readonly numMatches: number
  readonly content: string
  readonly notes: readonly Text[]
  /** For a script. */
  readonly found: readonly unknown[]
  readonly isCut: boolean
  /** Where nothing was found. */
  readonly searched?: string
}

export const syntaxGrepTool: Tool<SyntaxGrepInput, SyntaxGrepOutput> = {
  name: 'SyntaxGrep',
  present,
  groups: ['served', 'reading', 'local'],
  description: {
    en: 'Searches code by its syntax, whatever the line breaks, blanks and comments: `foo($A, $$$REST)` finds calls of foo. `$NAME` stands for one piece of code (the same name: the same code), `$_` for any, `$$$NAME` for any number, none included. The pattern is whole code: an expression, a statement, a declaration.',
    zh: '按语法搜索代码，不受换行、空白和注释影响：`foo($A, $$$REST)` 找到对 foo 的调用。`$NAME` 代表一段代码（同名须相同），`$_` 代表任意一段，`$$$NAME` 代表任意多段（可为零）。模式须是完整的代码：表达式、语句或声明。',
  },
  deferred: {
    hint: { en: 'code: outline, uses, rename, search by syntax', zh: '代码：概要、引用、重命名、按语法搜索' },
  },
  input,
  clearable: true,
  access: ({ path }, cwd) => [{ kind: 'search', path: absolutePath(path ?? '.', cwd) }],
  parallel: () => true,
  observe: (given, cwd) =>
    given.path === undefined ? given : { ...given, path: absolutePath(given.path, cwd) },
  run: withoutProgress(searchSyntax),
  show: (output, language) => lineBlocks(render(output), language),
  maxResultChars: 40_000,
  data: ({ found }) => found,
  isCut: ({ isCut }) => isCut,
}

async function searchSyntax(given: SyntaxGrepInput, call: ToolCall): Promise<SyntaxGrepOutput> {
  const limit = given.head_limit ?? (call.whole ? 2_000 : DEFAULT_LIMIT)
  const { found, isCut, unread, target } = await findSyntax({ ...given, limit }, call)
  const lines: string[] = []
  const data: object[] = []
  for (const { path, matches } of found) {
    const shown = shownPath(path, call.cwd)
    for (const { from, lines: text } of matches) {
      data.push({ path: shown, line: from, text })
      for (const [at, line] of text.split('\n').entries())
        lines.push(`${shown}:${from + at}:${escapeInvisible(line.slice(0, MAX_COLUMNS))}`)
    }
    // A line that is shown in part has not been seen.
    const seen = matches.filter(match => match.lines.split('\n').every(line => line.length <= MAX_COLUMNS))
    markFound(
      call.files,
      path,
      seen.map(({ from, to }) => ({ from, to })),
    )
  }
  return {
    numFiles: found.length,
    numMatches: data.length,
    content: lines.join('\n'),
    notes: [...(isCut ? [says('cut')] : []), ...(unread > 0 ? [says('unread', { count: unread })] : [])],
    found: data,
    isCut,
    ...(data.length === 0 ? { searched: target } : {}),
  }
}

const render = (output: SyntaxGrepOutput): readonly Text[] => [
  output.content === '' ? nothingIn(says('none'), output) : output.content,
  ...output.notes.map(inBrackets),
]
