import type { CallRequest } from '../../loop/turn.ts'
import type { Access } from '../../protocol/access.ts'
import type { Tool, ToolSpec } from '../../protocol/tool.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Secrets } from '../secrets/part.ts'
import type { Toolset } from '../toolset/part.ts'
import { badJson, describeIssues, droppedFrom, unknownTool, wrongKeys } from './call-faults.ts'
import { repairInput } from './repair-input.ts'
import { resolveToolName } from './resolve-tool-name.ts'

export interface PrepareDeps {
  tools(): Toolbox
  readonly toolset: Pick<Toolset, 'unseen'>
  readonly secrets: Pick<Secrets, 'ready'>
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

/** From what the model wrote to a call that can be decided; what can only mean one thing is read as that, and told. */
export const prepareCall = async (deps: PrepareDeps, call: CallRequest): Promise<Ready | Fault> => {
  const { name } = call.block
  const { specs, known } = deps.tools()
  const [found, secrets] = await Promise.all([findTool(deps, call), deps.secrets.ready()])
  if (call.badInput) return { fault: badJson(name, call.badInput, found && specOf(specs, found.tool)) }
  if (!found) return { fault: unknownTool(name, specs, known) }
  const { tool, renamed } = found
  const read = readInput(deps, tool, call.block.input)
  // Under another name it is what was meant only if it fits.
  if ('fault' in read) return renamed ? { fault: unknownTool(name, specs, known) } : read
  const ready = settled(tool, read.data, deps.cwd())
  const fault = secrets.markedCommand(ready.accesses)
  if (fault !== undefined) return { fault }
  const repairs = [
    ...jsonRepairs(call),
    ...(renamed ? [`the tool is called ${tool.name}`] : []),
    ...read.mended,
  ]
  const unused = tool.unused?.(read.data) ?? []
  // Remarks stand behind the results of all calls of a reply: each has to name its own.
  const remarks = [
    ...(repairs.length > 0
      ? [`Repaired in your ${name} call: ${repairs.join('; ')}. Write it correctly next time.`]
      : []),
    ...(read.ignored === undefined ? [] : [`Ignored in your ${name} call: ${read.ignored}`]),
    ...(unused.length > 0 ? [`Not used in your ${name} call: ${unused.join(', ')}.`] : []),
  ]
  return { ...ready, remarks }
}

export const settled = (tool: Tool, input: unknown, cwd: string): Ready => ({
  tool,
  input,
  cwd,
  accesses: tool.access(input, cwd),
  remarks: [],
})

const jsonRepairs = ({ repaired = [] }: CallRequest): readonly string[] =>
  repaired.length === 0 ? [] : [`the input was not valid JSON (${repaired.join(', ')})`]

const specOf = (specs: readonly ToolSpec[], tool: Tool): ToolSpec | undefined =>
  specs.find(each => each.name === tool.name)

const findTool = async (
  deps: PrepareDeps,
  { block }: CallRequest,
): Promise<{ readonly tool: Tool; readonly renamed?: true } | undefined> => {
  const { aliases = {}, load, specs } = deps.tools()
  const { name } = block
  const tool = await load(Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name)
  if (tool) return { tool }
  const meant = resolveToolName(name, specs)
  const other = meant === undefined ? undefined : await load(meant)
  return other && { tool: other, renamed: true }
}

interface ReadInput {
  readonly data: unknown
  readonly mended: readonly string[]
  /** Which keys of the input the tool does not know. */
  readonly ignored: string | undefined
}

const readInput = (deps: PrepareDeps, tool: Tool, input: unknown): ReadInput | Fault => {
  const spec = specOf(deps.tools().specs, tool)
  const parsed = tool.input.safeParse(input)
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
  return { fault: describeIssues(tool.name, issues, { input, spec, unseen }) }
}
