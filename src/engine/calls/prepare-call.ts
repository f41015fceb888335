import type { CallRequest } from '../../loop/turn.ts'
import type { Access } from '../../protocol/access.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { Tool, ToolSpec } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Secrets } from '../secrets/part.ts'
import type { Toolset } from '../toolset/part.ts'
import { badJson, describeIssues, droppedFrom, unknownTool, wrongKeys } from './call-faults.ts'
import { repairInput } from './repair-input.ts'
import { resolveToolName } from './resolve-tool-name.ts'

const says = modelTexts('prepare_call', {
  toolName: { en: 'the tool is called {name}', zh: '工具名为 {name}' },
  repaired: {
    en: 'Repaired in your {name} call: {repairs}. Write it correctly next time.',
    zh: '已修正你的 {name} 调用：{repairs}。下次请写正确。',
  },
  ignored: { en: 'Ignored in your {name} call: {what}', zh: '你的 {name} 调用中已忽略：{what}' },
  unused: { en: 'Not used in your {name} call: {fields}.', zh: '你的 {name} 调用中未使用：{fields}。' },
  notJson: { en: 'the input was not valid JSON ({faults})', zh: '输入不是有效的 JSON（{faults}）' },
  both: { en: '{before}; {text}', zh: '{before}；{text}' },
})

export interface PrepareDeps {
  tools(): Toolbox
  readonly toolset: Pick<Toolset, 'unseen' | 'servers'>
  readonly secrets: Pick<Secrets, 'ready'>
  /** Of the prompt. */
  readonly language?: PromptLanguage
  cwd(): string
}

/** A call whose tool is known and whose input fits. */
export interface Ready {
  readonly tool: Tool
  readonly input: unknown
  /** What it would touch, seen from `cwd`. */
  readonly cwd: string
  readonly accesses: readonly Access[]
  /** What the model should know of how its call was read. */
  readonly remarks: readonly string[]
}

export type Fault = { readonly fault: string }

/** Its tool may come with a server that is not up. */
export const isAwaited = async (deps: PrepareDeps, { block }: CallRequest): Promise<boolean> =>
  deps.toolset.servers?.mayBring(block.name) === true && !(await loadNamed(deps, block.name))

/** Waits for the server of such a call; says why nothing can be called of it. */
export const awaitServer = async (
  { toolset, language }: PrepareDeps,
  { block }: CallRequest,
  signal: AbortSignal,
): Promise<Fault | undefined> => {
  const reasons = (await toolset.servers?.reach([block.name], signal)) ?? []
  return reasons.length === 0 ? undefined : { fault: forModel(sentences(reasons), language) }
}

/** From what the model wrote to a call that can be decided; what can only mean one thing is read as that, and told. */
export const prepareCall = async (deps: PrepareDeps, call: CallRequest): Promise<Ready | Fault> => {
  const { name } = call.block
  const { specs, known } = deps.tools()
  const [found, secrets] = await Promise.all([findTool(deps, call), deps.secrets.ready()])
  if (call.badInput)
    return {
      fault: forModel(badJson(name, call.badInput, found && specOf(specs, found.tool)), deps.language),
    }
  if (!found) return { fault: forModel(unknownTool(name, specs, known), deps.language) }
  const { tool, renamed } = found
  const chinese =
    deps.language === 'zh'
      ? (await import('../../features/tools/issues-in-chinese.ts')).chineseIssues
      : undefined
  const read = readInput({ ...deps, issues: chinese }, tool, call.block.input)
  // Under another name it is what was meant only if it fits.
  if ('fault' in read)
    return renamed ? { fault: forModel(unknownTool(name, specs, known), deps.language) } : read
  const ready = settled(tool, read.data, deps.cwd())
  const fault = secrets.markedCommand(ready.accesses)
  if (fault !== undefined) return { fault: forModel(fault, deps.language) }
  const repairs = [
    ...jsonRepairs(call),
    ...(renamed ? [says('toolName', { name: tool.name })] : []),
    ...read.mended,
  ]
  const unused = tool.unused?.(read.data) ?? []
  // Remarks stand behind the results of all calls of a reply: each has to name its own.
  const remarks = [
    ...(repairs.length > 0 ? [says('repaired', { name, repairs: joined(repairs) })] : []),
    ...(read.ignored === undefined ? [] : [says('ignored', { name, what: read.ignored })]),
    ...(unused.length > 0 ? [says('unused', { name, fields: unused.join(', ') })] : []),
  ]
  return { ...ready, remarks: remarks.map(remark => forModel(remark, deps.language)) }
}

export const settled = (tool: Tool, input: unknown, cwd: string): Ready => ({
  tool,
  input,
  cwd,
  accesses: tool.access(input, cwd),
  remarks: [],
})

const jsonRepairs = ({ repaired = [] }: CallRequest): readonly LocalizedText[] =>
  repaired.length === 0 ? [] : [says('notJson', { faults: repaired.join(', ') })]

/** Each after the other, with semicolons. */
const joined = (texts: readonly LocalizedText[]): LocalizedText =>
  texts.reduce((before, text) => says('both', { before, text }))

const specOf = (specs: readonly ToolSpec[], tool: Tool): ToolSpec | undefined =>
  specs.find(each => each.name === tool.name)

const findTool = async (
  deps: PrepareDeps,
  { block }: CallRequest,
): Promise<{ readonly tool: Tool; readonly renamed?: true } | undefined> => {
  const { load, specs } = deps.tools()
  const { name } = block
  const tool = await loadNamed(deps, name)
  if (tool) return { tool }
  const meant = resolveToolName(name, specs)
  const other = meant === undefined ? undefined : await load(meant)
  return other && { tool: other, renamed: true }
}

const loadNamed = async (deps: PrepareDeps, name: string): Promise<Tool | undefined> => {
  const { aliases = {}, load } = deps.tools()
  return await load(Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name)
}

interface ReadInput {
  readonly data: unknown
  readonly mended: readonly LocalizedText[]
  /** Which keys of the input the tool does not know. */
  readonly ignored: LocalizedText | undefined
}

const readInput = (
  deps: PrepareDeps & { readonly issues: Parameters<Tool['input']['safeParse']>[1] },
  tool: Tool,
  input: unknown,
): ReadInput | Fault => {
  const spec = specOf(deps.tools().specs, tool)
  const parsed = tool.input.safeParse(input, deps.issues)
  const taken = (given: unknown, all: unknown): Pick<ReadInput, 'data' | 'ignored'> => {
    const data = tool.fromModel?.(all) ?? all
    return { data, ignored: spec && wrongKeys(droppedFrom(given, data, tool.otherNames), spec) }
  }
  const first = parsed.success ? taken(input, parsed.data) : undefined
  if (first && first.ignored === undefined) return { ...first, mended: [] }
  const meant = spec && repairInput(input, spec)
  const again = meant && tool.input.safeParse(meant.input)
  if (meant && again?.success) return { ...taken(meant.input, again.data), mended: meant.mended }
  if (first) return { ...first, mended: [] }
  const unseen = deps.toolset.unseen(tool.name)
  const issues = parsed.error?.issues ?? []
  return { fault: forModel(describeIssues(tool.name, issues, { input, spec, unseen }), deps.language) }
}
