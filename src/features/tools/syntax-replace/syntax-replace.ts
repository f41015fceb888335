import * as z from 'zod'
import { decodeFile } from '../../../lib/encoding/file-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { changeFiles, type FileChange, type FilesChanged } from '../change-files.ts'
import { sayChanged } from '../changed-lines.ts'
import { absolutePath } from '../file-path.ts'
import { fields, plainText, someText, untold } from '../input-fields.ts'
import { knownEncoding } from '../seen-content.ts'
import { findSyntax } from '../syntax-grep/find-syntax.ts'
import { lineBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { writtenEffect } from '../written-effect.ts'
import { present } from './present.ts'

const says = modelTexts('syntax_replace', {
  none: { en: 'Nothing matches the pattern: no file was changed.', zh: '没有匹配该模式的代码：未更改文件。' },
  many: {
    en: 'The pattern matches in too many places for one change. Narrow `path` or `glob`, then do the rest.',
    zh: '匹配的位置太多，不能一次更改。请缩小 `path` 或 `glob`，之后再处理其余部分。',
  },
  stale: {
    en: '{path} has changed since it was searched: nothing more was changed. Call again.',
    zh: '{path} 在搜索之后已改变：未再作更改。请重新调用。',
  },
})

const MARK = '\uFEFF'
const MOST_MATCHES = 1_000
const MOST_BYTES = 1024 * 1024

const change = z.object({ path: z.string(), before: z.string(), after: z.string() })

const input = fields({
  pattern: someText({ en: 'Code with holes, as in SyntaxGrep', zh: '带空位的代码，同 SyntaxGrep' }),
  rewrite: plainText({ en: 'What it becomes, with the same holes', zh: '改写后的代码，用相同的空位' }),
  language: plainText({
    en: 'e.g. ts, python, go; default: all',
    zh: '如 ts、python、go；默认全部',
  }).optional(),
  path: someText({
    en: 'File or directory; default: working directory',
    zh: '文件或目录；默认工作目录',
  }).optional(),
  glob: plainText({ en: 'e.g. *.ts', zh: '如 *.ts' }).optional(),
  changes: untold(z.array(change).optional()),
})
type Input = z.output<typeof input>

interface SyntaxReplaceOutput extends FilesChanged {
  readonly cwd: string
}

export const syntaxReplaceTool: Tool<Input, SyntaxReplaceOutput> = {
  name: 'SyntaxReplace',
  present,
  groups: ['local'],
  description: {
    en: 'Rewrites every match of a pattern of code, in all files at once: pattern `assertEqual($A, $B)`, rewrite `expect($A).toBe($B)`. Holes are those of SyntaxGrep; look with it first. A match inside of another one stays as it is.',
    zh: '一次改写所有文件中与代码模式匹配之处：pattern `assertEqual($A, $B)`，rewrite `expect($A).toBe($B)`。空位的写法同 SyntaxGrep；请先用它查看。包含在另一匹配之内的匹配保持不变。',
  },
  deferred: {
    hint: { en: 'code: outline, uses, rename, search by syntax', zh: '代码：概要、引用、重命名、按语法搜索' },
  },
  input,
  fromModel: ({ changes: _, ...given }) => given,
  observe: (given, cwd) =>
    given.path === undefined ? given : { ...given, path: absolutePath(given.path, cwd) },
  access: ({ path, changes }, cwd) =>
    changes?.length
      ? changes.map(each => ({ kind: 'write', path: each.path }))
      : [{ kind: 'search', path: absolutePath(path ?? '.', cwd) }],
  prepare: async (given, call) => ({ ...given, changes: [...(await planChanges(given, call))] }),
  preview: ({ changes = [] }, { path }) =>
    changes.find(each => each.path === path)?.after ?? changes[0]?.after ?? '',
  run: withoutProgress(async ({ changes = [] }, call) => ({
    ...(await changeFiles(changes, call, path => says('stale', { path }))),
    cwd: call.cwd,
  })),
  effects: (_, output) => (output?.patches ?? []).map(({ path, hunks }) => writtenEffect(path, hunks)),
  show: (output, language) => lineBlocks(sayChanged(output, output.cwd), language),
  clearable: true,
}

/** Found in the file as it is; what a file holds that is not UTF-8 is not rewritten. */
const planChanges = async (given: Input, call: ToolCall): Promise<readonly FileChange[]> => {
  const { found, isCut } = await findSyntax({ ...given, limit: MOST_MATCHES }, call)
  if (isCut) throw new ToolError(says('many'))
  const changes: FileChange[] = []
  for (const { path, after } of found) {
    const now = await call.files.read(path, { maxBytes: MOST_BYTES })
    const before = decodeFile(now, knownEncoding(now, call.files.seen(now)))?.text
    // The mark at the beginning of a file is none of its text.
    const text = before?.startsWith(MARK) ? after : after?.replace(MARK, '')
    if (before !== undefined && text !== undefined && before !== text)
      changes.push({ path, before, after: text })
  }
  if (changes.length === 0) throw new ToolError(says('none'))
  return changes
}
