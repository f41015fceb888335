import { resolve } from 'node:path'
import { createPermissions, type Permissions } from '../../features/permissions/permissions.ts'
import { ruleWarnings } from '../../features/permissions/rules/rule-warnings.ts'
import { compareCalls } from '../../features/permissions/simulate/compare.ts'
import type { PastCall, ReplayedCall } from '../../features/permissions/simulate/past-call.ts'
import { suggestRules } from '../../features/permissions/simulate/suggest.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import type { LocalizedText, Warn } from '../../protocol/messages/localized-text.ts'
import { explainText } from '../../protocol/messages/permissions/explain.ts'
import type { Policy } from '../../protocol/permission.ts'
import type { RunOptions } from '../args/run-options.ts'
import { ExitError } from '../exit-error.ts'
import { localizeFor } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { usageOf } from '../usage.ts'
import { accessesOf } from './accesses-of.ts'
import { type ChangedRules, policiesOf, readChangedRules } from './changed-rules.ts'
import type { Screen } from './explain.ts'
import { simulationJson } from './explanation-json.ts'
import { listTranscripts } from './list-transcripts.ts'
import { type PolicyHere, policyHere } from './policy-here.ts'
import { type OwnFlag, readOptions } from './read-options.ts'
import { readTranscript, type Transcript } from './read-transcript.ts'
import { renderSimulation } from './render-simulation.ts'
import type { Simulation } from './simulation.ts'

export const SIMULATE_USAGE = usageOf(
  `Usage: capstan permissions simulate --rules <file> [--add] [--since <days>] [--all-projects]
                                   [--transcript <file>] [--json]
  Replays the tool calls of past sessions in this directory against new rules and shows what would now run, ask or
  be denied. <file> is a settings file; its rules replace the current ones (managed ones stay), or add to them
  with --add. Nothing is executed or changed.`,
  `用法：capstan permissions simulate --rules <文件> [--add] [--since <天数>] [--all-projects]
                                   [--transcript <文件>] [--json]
  用新规则重新判断此目录中以往会话的工具调用，显示现在哪些会运行、哪些会询问、哪些会被拒绝。
  <文件> 是设置文件，其中的规则会取代当前规则（管理员的规则保留）；带 --add 则添加到当前规则。
  不会执行或更改任何内容。`,
)

const FLAGS: readonly OwnFlag[] = [
  { name: 'rules', takes: 'value' },
  { name: 'transcript', takes: 'value' },
  { name: 'since', takes: 'value' },
  { name: 'add', takes: 'nothing' },
  { name: 'all-projects', takes: 'nothing' },
  { name: 'json', takes: 'nothing' },
]
const DAY_MS = 86_400_000

/** The text for stdout. */
export const simulate = async (
  argv: readonly string[],
  from: Process & { readonly screen: Screen; readonly now: number },
  warn: Warn,
): Promise<string> => {
  const { options, own, subject } = readOptions(argv, FLAGS, SIMULATE_USAGE)
  const file = own.get('rules')
  if (file === undefined || subject !== undefined) throw new ExitError(2, SIMULATE_USAGE)
  const here = policyHere(options, from, warn)
  const rules = readChangedRules(resolve(here.policy.cwd, file), { add: own.has('add'), here })
  const since = readSince(own.get('since'), from.now)
  const transcript = own.get('transcript')
  const paths = listTranscripts({
    configHome: here.configHome,
    cwd: here.policy.cwd,
    allProjects: own.has('all-projects'),
    ...(transcript === undefined ? {} : { file: transcript }),
    ...(since === undefined ? {} : { since }),
  })
  const permissions = createPermissions()
  const replay = new Replay({ permissions, rules, here, options, from })
  for (const path of paths) await replay.take(path, since)
  const simulation: Simulation = {
    rules: rules.file,
    added: rules.add,
    sessions: paths.length,
    ...compareCalls(replay.calls),
    suggestions: await suggestRules(replay.calls, (call, policy) => judge(permissions, call, policy)),
    notes: [...ruleWarnings({ ...here.policy, rules: rules.rules }), ...replay.notes()],
  }
  return own.has('json')
    ? `${JSON.stringify(simulationJson(simulation))}\n`
    : renderSimulation(simulation, {
        ...from.screen,
        policy: here.policy,
        fileFor: here.fileFor,
        localize: await localizeFor(from.env),
      })
}

const readSince = (text: string | undefined, now: number): number | undefined => {
  if (text === undefined) return undefined
  const days = Number(text)
  if (!(days > 0 && Number.isFinite(days)))
    throw new ExitError(2, commandText('since_days', { given: JSON.stringify(text) }))
  return now - days * DAY_MS
}

const judge = async (permissions: Permissions, call: PastCall, policy: Policy) =>
  await permissions.judge({ toolName: call.toolName, input: call.input, accesses: call.accesses }, policy)

interface Replaying {
  readonly permissions: Permissions
  readonly rules: ChangedRules
  readonly here: PolicyHere
  readonly options: RunOptions
  readonly from: Process
}

/** Calls of one transcript after the other, each judged twice. */
class Replay {
  readonly calls: ReplayedCall[] = []
  readonly #replaying: Replaying
  readonly #vanished = new Set<string>()
  readonly #policies: ReturnType<typeof policiesOf>
  #damaged = 0
  #malformed = 0

  constructor(replaying: Replaying) {
    this.#replaying = replaying
    this.#policies = policiesOf(replaying)
  }

  async take(path: string, since: number | undefined): Promise<void> {
    const transcript = readTranscript(path, since)
    this.#damaged += transcript.damaged
    for (const written of transcript.calls) await this.#judge(written, transcript.start ?? written.cwd)
  }

  async #judge(written: Transcript['calls'][number], start: string): Promise<void> {
    const { permissions } = this.#replaying
    const { before, after, vanished } = this.#policies(start, written.cwd)
    const accesses = await accessesOf(written.tool, written.input, before)
    // A tool that touches nothing is never asked about; input no tool takes was never run.
    if (accesses === 'unknown') return
    if (accesses === 'malformed') {
      this.#malformed += 1
      return
    }
    if (vanished) this.#vanished.add(written.cwd)
    const call: PastCall = {
      toolName: written.tool,
      input: written.input,
      accesses,
      outcome: written.outcome,
      mode: written.mode,
    }
    this.calls.push({
      call,
      before: await judge(permissions, call, before),
      after: await judge(permissions, call, after),
      policy: after,
    })
  }

  notes(): readonly LocalizedText[] {
    const notes = [...this.#vanished].map(directory => explainText('directory_gone', { directory }))
    if (this.#damaged > 0) notes.push(explainText('lines_skipped', { count: this.#damaged }))
    if (this.#malformed > 0) notes.push(explainText('calls_skipped', { count: this.#malformed }))
    return notes
  }
}
