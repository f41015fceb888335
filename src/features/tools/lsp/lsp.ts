import { isAbsolute, relative } from 'node:path'
import * as z from 'zod'
import { escapeInvisible, escapeLine } from '../../../lib/escape-text.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import {
  CODE_CHANGES,
  CODE_LOOKUPS,
  type CodeAnswer,
  type CodeChange,
  type CodeLocation,
  type CodeLookup,
  type CodeQuestion,
} from '../../../protocol/tools/code-help.ts'
import { changeFiles } from '../change-files.ts'
import { sayChanged } from '../changed-lines.ts'
import { absolutePath } from '../file-path.ts'
import { choice, fields, someText, untold, whole } from '../input-fields.ts'
import type { PatchHunk } from '../patch.ts'
import { markFound } from '../seen-content.ts'
import { lineBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { writtenEffect } from '../written-effect.ts'
import { present } from './present.ts'

const says = modelTexts('lsp', {
  nothing: { en: 'Nothing was found.', zh: '没有找到。' },
  more: { en: '… and {count:number} more', zh: '… 另有 {count:number} 个' },
  choices: {
    en: 'Code actions here (call again with `action`):\n{titles:lines}',
    zh: '此处的代码操作（再次调用并给出 action）：\n{titles:lines}',
  },
  noChoices: { en: 'There is no code action here.', zh: '此处没有代码操作。' },
  off: {
    en: 'There are no language servers in this session. Use Grep.',
    zh: '本会话没有语言服务器。请用 Grep。',
  },
  stale: {
    en: '{path} has changed since the language server read it: nothing more was changed. Call again.',
    zh: '{path} 在语言服务器读取之后已改变：未再作更改。请重新调用。',
  },
})

const OPERATIONS = [...CODE_LOOKUPS, ...CODE_CHANGES] as const

/** Names of other programs for the same questions. */
const OTHERS: Readonly<Record<string, (typeof OPERATIONS)[number]>> = {
  goToDefinition: 'definition',
  findReferences: 'references',
  goToImplementation: 'implementations',
  documentSymbol: 'symbols',
  workspaceSymbol: 'symbols',
  incomingCalls: 'incoming_calls',
  outgoingCalls: 'outgoing_calls',
  prepareCallHierarchy: 'incoming_calls',
  codeAction: 'code_action',
}

const change = z.object({ path: z.string(), before: z.string(), after: z.string() })

const input = fields({
  operation: z.preprocess(
    value => (typeof value === 'string' ? (OTHERS[value] ?? value) : value),
    choice(OPERATIONS),
  ),
  symbol: someText({ en: 'Name, such as `Foo.bar`', zh: '名称，如 `Foo.bar`' }).optional(),
  file_path: someText().optional(),
  line: whole({ min: 1 }).optional(),
  new_name: someText().optional(),
  action: someText({ en: 'Title of the code action', zh: '代码操作的标题' }).optional(),
  changes: untold(z.array(change).optional()),
  choices: untold(z.array(z.string()).optional()),
})
type Input = z.output<typeof input>

interface LspOutput {
  readonly answer?: CodeAnswer
  readonly choices?: readonly string[]
  /** Paths of files that were changed, and what it was. */
  readonly changed?: readonly string[]
  readonly patches?: readonly { readonly path: string; readonly hunks: readonly PatchHunk[] }[]
  /** Of the first of them. */
  readonly structuredPatch?: readonly PatchHunk[]
  readonly cwd: string
}

const isChange = (operation: Input['operation']): operation is CodeChange =>
  (CODE_CHANGES as readonly string[]).includes(operation)

export const lspTool: Tool<Input, LspOutput> = {
  name: 'LSP',
  groups: ['language_servers', 'local'],
  present,
  description: {
    en: 'Asks language servers about code, by names: definition, references, implementations, hover, signature, symbols (of file_path, or named like symbol), calls, types. rename, code_action and format change files. Give file_path when a name is not unique.',
    zh: '按名称向语言服务器查询代码：定义、引用、实现、悬停信息、签名、符号（file_path 的，或名称近似 symbol 的）、调用、类型。rename、code_action 和 format 会更改文件。名称不唯一时给出 file_path。',
  },
  deferred: {
    hint: { en: 'code: outline, uses, rename, search by syntax', zh: '代码：概要、引用、重命名、按语法搜索' },
  },
  input,
  otherNames: { filePath: 'file_path', newName: 'new_name', query: 'symbol', name: 'symbol' },
  fromModel: ({ changes: _, choices: __, ...given }) => given,
  observe: (given, cwd) =>
    given.file_path === undefined ? given : { ...given, file_path: absolutePath(given.file_path, cwd) },
  access: ({ file_path, changes }, cwd) => {
    if (changes?.length) return changes.map(({ path }) => ({ kind: 'write', path }))
    if (file_path !== undefined) return [{ kind: 'read', path: absolutePath(file_path, cwd) }]
    return [{ kind: 'search', path: cwd }]
  },
  parallel: ({ operation }) => !isChange(operation),
  async prepare(given, call) {
    if (!isChange(given.operation)) return given
    const plan = await helpOf(call).plan(questionOf(given, given.operation, call.cwd), call.signal)
    return plan.choices ? { ...given, choices: [...plan.choices] } : { ...given, changes: [...plan.changes] }
  },
  preview: ({ changes = [] }, { path }) =>
    changes.find(each => each.path === path)?.after ?? changes[0]?.after ?? '',
  run: withoutProgress(runQuestion),
  effects: (_, output) => (output?.patches ?? []).map(({ path, hunks }) => writtenEffect(path, hunks)),
  show: (output, language) => lineBlocks(render(output), language),
  clearable: true,
}

const helpOf = ({ codeHelp }: ToolCall): NonNullable<ToolCall['codeHelp']> => {
  if (!codeHelp) throw new ToolError(says('off'))
  return codeHelp
}

const questionOf = <O extends CodeLookup | CodeChange>(
  { symbol, file_path, line, new_name, action }: Input,
  operation: O,
  cwd: string,
): CodeQuestion<O> => ({
  operation,
  cwd,
  ...(symbol === undefined ? {} : { symbol }),
  ...(file_path === undefined ? {} : { path: absolutePath(file_path, cwd) }),
  ...(line === undefined ? {} : { line }),
  ...(new_name === undefined ? {} : { newName: new_name }),
  ...(action === undefined ? {} : { action }),
})

async function runQuestion(given: Input, call: ToolCall): Promise<LspOutput> {
  const { operation, choices, changes } = given
  const { cwd } = call
  if (choices) return { choices, cwd }
  if (isChange(operation))
    return { ...(await changeFiles(changes ?? [], call, path => says('stale', { path }))), cwd }
  const answer = await helpOf(call).look(questionOf(given, operation, cwd), call.signal)
  for (const { path, line, text } of answer.places)
    if (text.length > 0) markFound(call.files, path, [{ from: line, to: line + text.length - 1 }])
  return { answer, cwd }
}

const render = ({ answer, choices, patches, cwd }: LspOutput): readonly Text[] => {
  if (choices)
    return choices.length === 0 ? [says('noChoices')] : [says('choices', { titles: choices.map(foreign) })]
  if (patches) return sayChanged({ patches }, cwd)
  const { text = '', places = [], more = 0 } = answer ?? {}
  if (text === '' && places.length === 0) return [says('nothing')]
  return [
    ...(text === '' ? [] : [escapeInvisible(text)]),
    ...places.map(place => placeLine(place, cwd)),
    ...(more > 0 ? [says('more', { count: more })] : []),
  ]
}

const foreign = (text: string): string => escapeLine(text, 200)

const named = (path: string, cwd: string): string => {
  const name = relative(cwd, path)
  return escapeLine(name.startsWith('..') || isAbsolute(name) ? path : name, 300)
}

/** `src/a.ts:3 Foo.bar: text`, or with several lines each on its own. */
const placeLine = ({ path, line, text, about }: CodeLocation, cwd: string): Text => {
  const at = `${named(path, cwd)}:${line}${about === undefined ? '' : ` ${foreign(about)}`}`
  const [only, ...others] = text
  if (only === undefined) return at
  if (others.length === 0) return `${at}: ${escapeInvisible(only.trim())}`
  return [at, ...text.map((each, index) => `${line + index}→${escapeInvisible(each)}`)].join('\n')
}
