import { dirname } from 'node:path'
import type { Sourced } from '../../features/extensions/merge.ts'
import { type ExpandedSkill, expandSkill } from '../../features/skills/expand-skill.ts'
import { substitute } from '../../features/skills/substitute.ts'
import { errorText } from '../../lib/error-text.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import { OpError } from '../../protocol/op.ts'
import type { Rule } from '../../protocol/permission.ts'
import { type ShellEnd, ToolError } from '../../protocol/tool.ts'
import type { ThreadState } from '../live/state.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SkillChoice } from '../options/skill-choice.ts'
import type { Gate } from '../parts/permissions.ts'
import type { Ports } from '../parts/ports.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface ExpandDeps {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly skills?: SkillChoice
  }
  readonly live: ThreadState
  readonly gate: Pick<Gate, 'judge' | 'policy'>
  readonly ports: Pick<Ports, 'processes' | 'history' | 'secrets'>
}

const TIME_LIMIT_MS = 120_000
const MAX_OUTPUT = 30_000
const SHOWN_OUTPUT = 500

/** Rules that a skill brings for its turn. Its own words stand for where it is. */
export const rulesOf = (
  { allowedTools = [], disallowedTools = [], ...skill }: Skill,
  { config }: Pick<ExpandDeps, 'config'>,
): readonly Rule[] => {
  const args = { text: '', words: [], names: [], variables: variablesOf(skill, { config }) }
  const rule = (behavior: Rule['behavior']) => (text: string) => ({
    text: substitute(text.replaceAll('$ARGUMENTS', ''), args).text,
    behavior,
    source: 'session' as const,
    anchor: config.place.cwd,
  })
  return [...allowedTools.map(rule('allow')), ...disallowedTools.map(rule('deny'))]
}

/** The text of a skill, with what its commands print. Throws OpError for what the person should read. */
export const expandCall = async (
  deps: ExpandDeps,
  { skill, args }: { readonly skill: Sourced<Skill>; readonly args: string },
  signal: AbortSignal,
): Promise<ExpandedSkill> => {
  const rules = rulesOf(skill, deps)
  try {
    return await expandSkill(skill, {
      args,
      variables: { ...variablesOf(skill, deps), ...effortOf(deps.live) },
      shell: command => runIn(deps, { skill, command, rules }, signal),
    })
  } catch (error) {
    if (error instanceof OpError) throw error
    throw new OpError(`The skill ${skill.name} cannot be used: ${errorText(error)}`)
  }
}

const variablesOf = (
  { file, variables = {} }: Pick<Skill, 'file' | 'variables'>,
  { config }: Pick<ExpandDeps, 'config'>,
): Readonly<Record<string, string>> => ({
  SESSION_ID: config.session.id,
  ...both('SESSION_ID', config.session.id),
  ...both('PROJECT_DIR', config.place.cwd),
  ...(file === undefined ? {} : both('SKILL_DIR', dirname(file))),
  ...variables,
})

const effortOf = ({ effort }: ThreadState): Readonly<Record<string, string>> => both('EFFORT', effort ?? '')

const both = (name: string, value: string): Readonly<Record<string, string>> => ({
  [`CAPSTAN_${name}`]: value,
  [`CLAUDE_${name}`]: value,
})

interface SkillCommand {
  readonly skill: Sourced<Skill>
  readonly command: string
  readonly rules: readonly Rule[]
}

/** Nobody is asked: what is not allowed already ends the call. */
const runIn = async (
  deps: ExpandDeps,
  { skill, command, rules }: SkillCommand,
  signal: AbortSignal,
): Promise<string> => {
  const { gate, ports, config } = deps
  const named = `"${escapeLine(command, 200)}" in the skill ${skill.name}`
  if (config.skills?.shellOff) return '[Not run: commands in skills are switched off by settings.]'
  if (skill.source.level === 'server') throw new OpError(`${named} was not run: servers cannot run commands.`)
  if (skill.shell === 'powershell')
    throw new OpError(`${named} was not run: it wants PowerShell, which is not supported.`)
  const accesses = [{ kind: 'shell', command }] as const
  const policy = gate.policy()
  const decision = await gate.judge(
    { toolName: 'Bash', input: { command }, accesses },
    { ...policy, rules: [...policy.rules, ...rules] },
  )
  if (decision.verdict !== 'allow')
    throw new OpError(
      `${named} was not run: ${decision.because.text}. Allow it with /permissions, or under "allowed-tools" in ${skill.file ?? 'the skill'}.`,
    )
  const { readOnly, hardened = false } = decision
  const end = await ports.history.watch({ readOnly, accesses }, () =>
    shellEnd(() =>
      ports.processes.shell({
        command,
        timeoutMs: TIME_LIMIT_MS,
        signal,
        hardened: readOnly || hardened,
        description: escapeLine(command, 60),
      }),
    ),
  )
  const { redact } = await ports.secrets.ready()
  const output = redact(end.output)
  if (end.ended === 'timeout') throw new OpError(`${named} did not end within ${TIME_LIMIT_MS / 1000} s.`)
  if (end.ended === 'abort') throw new OpError(`${named} was interrupted.`)
  if (end.code !== 0)
    throw new OpError(
      `${named} failed (exit code ${end.code ?? end.signal}): ${output.trim().slice(-SHOWN_OUTPUT)}`,
    )
  return bounded(output.trimEnd())
}

const shellEnd = async (run: () => Promise<ShellEnd>): Promise<ShellEnd> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ToolError) throw new OpError(error.message)
    throw error
  }
}

const bounded = (text: string): string =>
  text.length <= MAX_OUTPUT
    ? text
    : `${text.slice(0, MAX_OUTPUT / 2)}\n[… ${text.length - MAX_OUTPUT} characters left out …]\n${text.slice(-MAX_OUTPUT / 2)}`
