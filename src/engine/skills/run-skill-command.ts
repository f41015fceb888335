import type { Sourced } from '../../features/extensions/merge.ts'
import type { FilledCommand } from '../../features/skills/expand-skill.ts'
import { bashTool } from '../../features/tools/bash/bash.ts'
import { type BashOutput, endOutput } from '../../features/tools/bash/output.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { Event } from '../../protocol/event.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { HookVerdict } from '../../protocol/hook.ts'
import { skillText } from '../../protocol/messages/engine/skills.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { inEnglish, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { foreignNotice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { Policy, Rule, RunCommand } from '../../protocol/permission.ts'
import { type ShellEnd, type Tool, ToolError } from '../../protocol/tool.ts'
import type { Authorization } from '../calls/authorization.ts'
import { type AuthorizeDeps, accessesOf, authorize, type Requested } from '../calls/authorize.ts'
import type { FinishedCall } from '../calls/call-runner.ts'
import { createToolHooks } from '../calls/tool-hooks.ts'
import type { Hooks } from '../hooks/part.ts'
import type { ThreadState } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Gate } from '../permissions/part.ts'
import type { Ports } from '../ports/part.ts'
import type { SkillChoice } from './options.ts'

export interface SkillCommandDeps {
  readonly config: { readonly skills?: SkillChoice; readonly runtime: Pick<Runtime, 'newId' | 'elapsed'> }
  readonly live: Pick<ThreadState, 'cwd'>
  readonly gate: Pick<Gate, 'judge' | 'policy' | 'permissions'>
  readonly hooks: Pick<Hooks, 'fire' | 'isSet' | 'isSetFor'>
  readonly ports: Pick<Ports, 'processes' | 'history' | 'secrets'>
  grant: AuthorizeDeps['grant']
  emit(event: Event): void
}

export interface SkillCommand extends FilledCommand {
  readonly skill: Sourced<Skill>
  readonly rules: readonly Rule[]
}

const TIME_LIMIT_MS = 120_000
const MAX_OUTPUT = 30_000
const SHOWN_OUTPUT = 500

/**
 * A command in the text of a skill meets the hooks and rules that a Bash call meets, but nobody is asked: what is not
 * allowed already ends the call. Answers what it printed; throws OpError.
 */
export const runSkillCommand = async (
  deps: SkillCommandDeps,
  { skill, command, hasArguments, rules }: SkillCommand,
  signal: AbortSignal,
): Promise<string> => {
  const { config, live } = deps
  const named = skillText('command', { command: escapeLine(command, 200), skill: skill.name })
  if (config.skills?.shellOff) return '[Not run: commands in skills are switched off by settings.]'
  if (skill.source.level === 'server') throw new OpError(skillText('server_command', { command: named }))
  if (skill.shell === 'powershell') throw new OpError(skillText('powershell', { command: named }))
  const id = `skill_${config.runtime.newId()}`
  const requested = { tool: bashTool as Tool, id, input: { command }, cwd: live.cwd }
  const made = await decide(
    deps,
    { requested, rules, ...(hasArguments ? {} : { author: skill.source }) },
    signal,
  )
  for (const text of made.messages) deps.emit(foreignNotice('warning', text))
  if (!made.granted) {
    if (made.fault !== undefined)
      throw new OpError(skillText('not_run', { command: named, reason: made.fault }))
    const { type, text, localized } = made.decision.because
    const reason = localized ?? text
    if (type === 'hook' || type === 'safetyCheck')
      throw new OpError(skillText('not_run', { command: named, reason }))
    const file = skill.file === undefined ? skillText('the_skill') : skillText('file', { path: skill.file })
    throw new OpError(skillText('not_allowed', { command: named, reason, file }))
  }
  const said = made.context.map(text => `\n[${text}]`).join('')
  return `${await run(deps, { requested, made, named }, signal)}${said}`
}

interface Deciding {
  readonly requested: Requested
  readonly rules: readonly Rule[]
  /** Whose skill it is, when all words of the command are its author's. */
  readonly author?: Sourced<Skill>['source']
}

const decide = (
  { gate, hooks, ports, config, grant }: SkillCommandDeps,
  { requested, rules, author }: Deciding,
  signal: AbortSignal,
): Promise<Authorization> =>
  authorize(
    {
      policy() {
        const policy = gate.policy()
        return { ...policy, ...runsBesides(policy, author), rules: [...policy.rules, ...rules] }
      },
      judge: gate.judge,
      placesOf: gate.permissions.placesOf,
      ...createToolHooks(hooks, ports.history.recheck),
      grant,
      newId: config.runtime.newId,
    },
    requested,
    signal,
  )

/**
 * What skills run, and the plugin of this one, are no files it must keep off: a command that runs its script names it.
 * Words of a caller could name them too, so a command with arguments gets no such leave.
 */
const runsBesides = ({ runs }: Policy, author: Deciding['author']): Pick<Policy, 'runs'> => {
  if (!runs || !author) return {}
  const isOwn = ({ id, values }: RunCommand['by']): boolean =>
    author.level === 'plugin' && id === 'run_by.plugin' && values?.['name'] === author.name
  let before: ReturnType<typeof runs> | undefined
  let others: ReturnType<typeof runs> = []
  return {
    runs() {
      const all = runs()
      if (all !== before) others = all.filter(({ by, ofSkill }) => !ofSkill && !isOwn(by))
      before = all
      return others
    },
  }
}

interface Granted {
  readonly requested: Requested
  readonly made: Extract<Authorization, { readonly granted: true }>
  /** For messages. */
  readonly named: LocalizedText
}

const run = async (
  deps: SkillCommandDeps,
  { requested, made, named }: Granted,
  signal: AbortSignal,
): Promise<string> => {
  const { ports, config } = deps
  const { readOnly, hardened = false } = made.decision
  // A hook may have put another in its place.
  const { command } = made.input as { readonly command: string }
  const started = config.runtime.elapsed()
  const end = await ports.history.watch({ readOnly, accesses: accessesOf(requested, made.input) }, () =>
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
  const output = redact(endOutput(command, end, { timeoutMs: TIME_LIMIT_MS }))
  const fault = faultOf(end, output, named)
  const shown = await afterRun(
    deps,
    {
      name: requested.tool.name,
      id: requested.id,
      input: made.input,
      output,
      durationMs: config.runtime.elapsed() - started,
      ...(fault === undefined ? {} : { error: fault.text }),
      ...(end.ended === 'abort' ? { interrupted: true } : {}),
    },
    signal,
  )
  if (fault !== undefined) throw new OpError(fault)
  return bounded(shown)
}

const faultOf = (
  end: ShellEnd,
  { stdout }: BashOutput,
  command: LocalizedText,
): LocalizedText | undefined => {
  if (end.ended === 'timeout') return skillText('timed_out', { command, seconds: TIME_LIMIT_MS / 1000 })
  if (end.ended === 'abort') return skillText('interrupted', { command })
  if (end.code === 0) return undefined
  return skillText('failed', {
    command,
    code: String(end.code ?? end.signal),
    output: stdout.trim().slice(-SHOWN_OUTPUT),
  })
}

/** What it printed, with what hooks made of it and have to say. */
const afterRun = async (
  { hooks, ports, emit }: SkillCommandDeps,
  done: FinishedCall & { readonly output: BashOutput },
  signal: AbortSignal,
): Promise<string> => {
  const post = await createToolHooks(hooks, ports.history.recheck).postToolUse(done, signal)
  for (const text of post.messages) emit(foreignNotice('warning', text))
  if (post.stop !== undefined) throw new OpError(asLocalized(post.stop))
  const said = [...(post.reason === undefined ? [] : [inEnglish(post.reason)]), ...post.context]
  return [
    (await stdoutOf(done.output, post, emit)).trimEnd(),
    ...said.map(text => `[A hook says about this command: ${text}]`),
  ].join('\n')
}

const stdoutOf = async (
  output: BashOutput,
  post: HookVerdict,
  emit: SkillCommandDeps['emit'],
): Promise<string> => {
  if (!('updatedOutput' in post || 'updatedServerOutput' in post)) return output.stdout
  const { rewriteOutput } = await import('../calls/rewrite-output.ts')
  const made = rewriteOutput(bashTool as Tool, output, post)
  if (!('problem' in made)) return (made.output as BashOutput).stdout
  emit(foreignNotice('warning', made.problem))
  return output.stdout
}

const shellEnd = async (start: () => Promise<ShellEnd>): Promise<ShellEnd> => {
  try {
    return await start()
  } catch (error) {
    if (error instanceof ToolError) throw new OpError(asLocalized(error.localized))
    throw error
  }
}

const bounded = (text: string): string =>
  text.length <= MAX_OUTPUT
    ? text
    : `${text.slice(0, MAX_OUTPUT / 2)}\n[… ${text.length - MAX_OUTPUT} characters left out …]\n${text.slice(-MAX_OUTPUT / 2)}`
