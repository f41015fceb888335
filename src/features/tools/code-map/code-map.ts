import type { z } from 'zod'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { absolutePath } from '../file-path.ts'
import { fields, plainText, someText, whole } from '../input-fields.ts'
import { holdTarget } from '../search/search-target.ts'
import { inBrackets, lineBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('code_map_tool', {
  none: {
    en: 'No code in a known language here: use Glob and Grep.',
    zh: '这里没有已知语言的代码：请用 Glob 和 Grep。',
  },
  missing: { en: 'Code cannot be mapped here.', zh: '这里无法生成代码地图。' },
  rest: {
    en: '{shown:number} of {files:number} code files, what matters most first; `query` names what you look for',
    zh: '共 {files:number} 个代码文件，显示最重要的 {shown:number} 个；用 `query` 指明要找的内容',
  },
})

const DEFAULT_TOKENS = 2_000
const MOST_TOKENS = 10_000

const input = fields({
  path: someText({ en: 'Directory; default: working directory', zh: '目录；默认工作目录' }).optional(),
  query: plainText({
    en: 'Names and words of the task; default: from the conversation',
    zh: '与任务有关的名称和词；默认取自对话',
  }).optional(),
  tokens: whole(
    { min: 200, max: MOST_TOKENS },
    { en: `At most; default ${DEFAULT_TOKENS}`, zh: `上限；默认 ${DEFAULT_TOKENS}` },
  ).optional(),
})
type CodeMapInput = z.output<typeof input>

export interface CodeMapOutput {
  readonly text: string
  readonly shownFiles: number
  readonly files: number
}

export const codeMapTool: Tool<CodeMapInput, CodeMapOutput> = {
  name: 'CodeMap',
  present,
  groups: ['served', 'reading', 'local'],
  description: {
    en: 'Outline of the code below a directory: the files that matter most for `query`, what each introduces (line, declaration, ×files that use it), and ← the files that use it. Read what you need from there. Made from syntax, without a language server.',
    zh: '目录下代码的概要：与 `query` 最相关的文件、各自定义的内容（行号、声明、×使用它的文件数），以及 ← 使用它的文件。再据此阅读所需部分。由语法分析得出，不需要语言服务器。',
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
  run: withoutProgress(mapCode),
  show: (output, language) =>
    lineBlocks(output.text === '' ? [says('none')] : [output.text, inBrackets(restOf(output))], language),
  maxResultChars: 60_000,
}

const restOf = ({ shownFiles, files }: CodeMapOutput) => says('rest', { shown: shownFiles, files })

async function mapCode(given: CodeMapInput, call: ToolCall): Promise<CodeMapOutput> {
  const { codeReader, files, signal } = call
  if (!codeReader) throw new ToolError(says('missing'))
  using target = holdTarget(absolutePath(given.path ?? '.', call.cwd), call)
  const isFile = target.name !== ''
  const isDenied = await files.denied()
  const words = (given.query ?? '').split(/[\s,;()"'`]+/).filter(word => word !== '')
  const { real } = target.held
  const directory = isFile ? real.slice(0, real.lastIndexOf('/')) || '/' : real
  const named = isFile ? [...words, target.name.replace(/\.\w+$/, '')] : words
  const { text, ...counts } = await codeReader.map(
    { directory, words: named, tokens: given.tokens ?? DEFAULT_TOKENS },
    { signal, isDenied },
  )
  return counts.shownFiles === 0 ? { text: '', ...counts } : { text, ...counts }
}
