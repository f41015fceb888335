import { createPermissions, type ExplainedDecision } from '../../features/permissions/permissions.ts'
import { inColour, plainly } from '../../frontends/plain/paint.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Access } from '../../protocol/access.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { Policy } from '../../protocol/permission.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import { ExitError } from '../exit-error.ts'
import { localizeFor } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { usageOf } from '../usage.ts'
import { accessesOf } from './accesses-of.ts'
import { explanationJson } from './explanation-json.ts'
import { withNamedScratch } from './named-scratch.ts'
import { policyHere } from './policy-here.ts'
import { type OwnFlag, readOptions } from './read-options.ts'
import { renderExplanation, spellRule } from './render-explanation.ts'

export const EXPLAIN_USAGE = usageOf(
  `Usage: capstan permissions explain '<command>' [--json]
       capstan permissions explain --tool <name> --input '<json>' [--json]
  Shows whether a call would run, and why. Uses this directory's settings and takes the same flags as a run:
  --settings, --setting-sources, --permission-mode, --add-dir, --trust, --allowed-tools, --disallowed-tools.
  Nothing is executed. Put the command first, in quotes; put one that starts with a dash after "--".`,
  `用法：capstan permissions explain '<命令>' [--json]
      capstan permissions explain --tool <名称> --input '<json>' [--json]
  说明一次调用是否会运行，以及原因。采用此目录的设置，支持的选项与正式运行相同：
  --settings、--setting-sources、--permission-mode、--add-dir、--trust、--allowed-tools、--disallowed-tools。
  不会执行任何操作。命令要放在最前面并加引号；以短横线开头的命令放在 "--" 之后。`,
)

const FLAGS: readonly OwnFlag[] = [
  { name: 'json', takes: 'nothing' },
  { name: 'tool', takes: 'value' },
  { name: 'input', takes: 'value' },
]

interface Explained {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** What of the screen the output depends on. */
export interface Screen {
  readonly columns?: number
  readonly colour: boolean
}

/** The text for stdout. */
export const explainCall = async (
  argv: readonly string[],
  from: Process & { readonly screen: Screen },
  warn: Warn,
): Promise<string> => {
  const { options, own, subject } = readOptions(argv, FLAGS, EXPLAIN_USAGE)
  const call = readCall(own, subject)
  const found = policyHere(options, from, warn)
  const here = { ...found, policy: withNamedScratch(found, call.input) }
  const { accesses, ...explained } = await explainIn(call, here.policy)
  if (own.has('json')) return `${JSON.stringify(toJson(call, explained, here))}\n`
  const { screen } = from
  return renderExplanation(subjectOf(call, accesses), explained, {
    policy: here.policy,
    width: Math.min(Math.max(screen.columns ?? 80, 40), 120),
    paint: screen.colour ? inColour : plainly,
    localize: await localizeFor(from.env),
    fileFor: here.fileFor,
  })
}

const readCall = (own: ReadonlyMap<string, string>, command: string | undefined): Explained => {
  const tool = own.get('tool')
  const text = own.get('input')
  if (tool === undefined && text === undefined) {
    if (command === undefined) throw new ExitError(2, EXPLAIN_USAGE)
    return { tool: RULE_NAMES.shell, input: { command } }
  }
  if (command !== undefined)
    throw new ExitError(2, commandText('either_command_or_tool', { usage: EXPLAIN_USAGE }))
  if (tool === undefined || tool === '')
    throw new ExitError(2, commandText('input_needs_tool', { usage: EXPLAIN_USAGE }))
  return { tool, input: readInput(text ?? '{}') }
}

const readInput = (text: string): Explained['input'] => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ExitError(2, commandText('input_no_json', { error: errorText(error) }))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ExitError(2, commandText('input_no_object', { example: '{"file_path": "a.txt"}' }))
  return value as Explained['input']
}

const explainIn = async (
  { tool, input }: Explained,
  policy: Policy,
): Promise<ExplainedDecision & { readonly accesses: readonly Access[] }> => {
  const accesses = await accessesOf(tool, input, policy)
  if (accesses === 'malformed') throw new ExitError(2, commandText('input_invalid', { tool }))
  if (accesses === 'unknown') throw new ExitError(2, commandText('no_tool', { tool }))
  return { ...(await createPermissions().explain({ toolName: tool, input, accesses }, policy)), accesses }
}

/** What the person sees as the thing in question. */
const subjectOf = ({ tool, input }: Explained, accesses: readonly Access[]): string => {
  const run = accesses.find(access => access.kind === 'shell')
  if (run) return run.command
  const [first] = Object.values(input).filter(value => typeof value === 'string')
  return `${tool} ${first ?? ''}`.trim()
}

const toJson = (
  { tool, input }: Explained,
  { decision, explanation, advice }: ExplainedDecision,
  { policy, fileFor }: ReturnType<typeof policyHere>,
) => ({
  tool,
  input,
  cwd: policy.cwd,
  mode: policy.mode,
  ...explanationJson(explanation),
  reasonType: decision.because.type,
  offers: decision.offer.flatMap((offer): readonly object[] => {
    const file = fileFor(offer.destination)
    if (offer.type === 'setMode') return [{ mode: offer.mode }]
    if (!('rules' in offer)) return []
    return [{ rules: offer.rules.map(spellRule), ...(file === undefined ? {} : { file }) }]
  }),
  advice: advice.map(({ text }) => text),
})
