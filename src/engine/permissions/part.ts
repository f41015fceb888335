import { basename, dirname, join } from 'node:path'
import { type SessionPaths, sessionPathPolicy } from '../../features/permissions/paths/session-paths.ts'
import type { Permissions } from '../../features/permissions/permissions.ts'
import { resolveReal } from '../../lib/paths.ts'
import {
  because,
  type Decision,
  PERMISSION_MODES,
  type Policy,
  type Rule,
  type RunCommand,
} from '../../protocol/permission.ts'
import { modeRefused } from '../live/live.ts'
import type { Live } from '../live/state.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import type { SessionSandbox } from '../sandbox/part.ts'
import type { Part } from '../scope.ts'
import { configHomeOf, resultsDirectory } from '../session-file/session-directories.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { PermissionChoice } from './options.ts'

/** Of the values of a conversation, what is needed here. */
interface PermissionsConfig {
  readonly place: SessionEnvironment
  readonly session: SessionHandle
  readonly instructions?: { readonly configHome?: string }
  readonly settings?: SettingsPort
  readonly permissions?: Pick<PermissionChoice, 'confined' | 'reviewsShell'>
}

/** Decisions for a thread: one policy until something of it changes. */
export interface Gate extends Part {
  readonly permissions: Permissions
  /** As {@link Permissions.judge}, once it is known whether there is a sandbox. */
  readonly judge: Permissions['judge']
  readonly sandbox?: SessionSandbox
  policy(): Policy
}

export interface GateOptions {
  readonly config: PermissionsConfig
  readonly live: Readonly<Live>
  /** The session's: what it has compiled serves all threads. */
  readonly permissions: Permissions
  readonly sandbox: SessionSandbox | undefined
  /** What settings make run; absent: nothing does. */
  readonly runs?: { ready(): Promise<void>; current(): readonly RunCommand[] }
  /** Where the plan is; looked up when a call is decided. */
  readonly planFile?: () => string
  /** Rules that count for the running turn beside those of the session; the same array until they change. */
  granted?(): readonly Rule[]
  /** Directories that may be read beside those of the session; the same array until they change. */
  lent?(): readonly string[]
}

export const createGate = (options: GateOptions): Gate => {
  const { config, live, permissions, sandbox, planFile, runs } = options
  const { granted = NOTHING, lent = NOTHING } = options
  let current: Policy | undefined
  let made: { rules: readonly Rule[]; granted: readonly Rule[]; lent: readonly string[] } | undefined
  let own: ReturnType<typeof sessionPathPolicy> | undefined
  const scratchpad = scratchpadOf(config)
  const isCurrent = (policy: Policy): boolean =>
    policy.mode === live.mode &&
    made?.rules === live.rules &&
    made.granted === granted() &&
    made.lent === lent() &&
    policy.roots === live.roots &&
    policy.cwd === live.cwd &&
    policy.keepOut === live.keepOut &&
    policy.sandbox === sandbox?.policy()
  const gate: Gate = {
    permissions,
    judge: onceKnown(
      sandbox ? judgeWith(sandbox, permissions, () => gate.policy()) : permissions.judge,
      runs,
    ),
    ...(sandbox ? { sandbox } : {}),
    policy() {
      if (current && isCurrent(current)) return current
      const { home, caseSensitive } = config.place
      const { mode, roots, cwd } = live
      made = { rules: live.rules, granted: granted(), lent: lent() }
      const rules = made.granted.length === 0 ? live.rules : [...live.rules, ...made.granted]
      own ??= sessionPathPolicy({ ...sessionPathsOf(config), scratchpad })
      const { ownRoots = [] } = own
      const held = sandbox?.policy()
      current = {
        mode,
        rules,
        roots,
        ...(config.permissions?.reviewsShell ? { reviewsShell: true } : {}),
        ...own,
        ownRoots: made.lent.length === 0 ? ownRoots : [...ownRoots, ...made.lent],
        ...(runs ? { runs: runs.current } : {}),
        ...(planFile ? { planFile: planFile() } : {}),
        ...(live.keepOut ? { keepOut: live.keepOut } : {}),
        ...(config.permissions?.confined ? { confined: true } : {}),
        cwd,
        home,
        caseSensitive,
        ...(held ? { sandbox: held } : {}),
      }
      return current
    },
    answers: {
      permissions: async () => ({
        mode: live.mode,
        modes: PERMISSION_MODES.filter(mode => modeRefused(mode, live) === undefined),
        rules: live.rules,
        directories: live.roots,
        sandbox: sandbox ? ((await sandbox.ready()).available ? 'on' : 'unavailable') : 'off',
      }),
    },
  }
  return gate
}

/** Only what may write depends on what settings run. */
const onceKnown = (judge: Permissions['judge'], runs: GateOptions['runs']): Permissions['judge'] => {
  if (!runs) return judge
  return (call, policy) =>
    call.accesses.some(({ kind }) => kind === 'write' || kind === 'shell')
      ? runs.ready().then(() => judge(call, policy))
      : judge(call, policy)
}

const NONE: readonly never[] = []
const NOTHING = (): readonly never[] => NONE

/** A command is decided when it is known whether it will be held. That one is missing is said where somebody is asked. */
const judgeWith =
  (sandbox: SessionSandbox, permissions: Permissions, policyNow: () => Policy): Permissions['judge'] =>
  async (call, given) => {
    if (!call.accesses.some(access => access.kind === 'shell')) return await permissions.judge(call, given)
    const state = await sandbox.ready()
    const policy = policyNow()
    const decision = await permissions.judge(call, policy)
    if (state.available) return decision
    const { why } = state
    const { decisionText } = await import('../../protocol/messages/permissions/decisions.ts')
    const { type, localized: reason, rule } = decision.because
    if (decision.verdict !== 'allow')
      return { ...decision, because: because(type, decisionText('without_sandbox', { reason, why }), rule) }
    return isByMode(decision, policy)
      ? {
          ...decision,
          verdict: 'ask',
          because: because('sandboxOverride', decisionText('run_without_sandbox', { why })),
        }
      : decision
  }

/** Whoever asks about nothing and switched a sandbox on counts on it: to go without is theirs to say. */
const isByMode = (decision: Decision, { mode }: Policy): boolean =>
  mode === 'bypassPermissions' && decision.because.type === 'mode'

/** Memory was chosen by the person or by this program, with its links resolved. */
const sessionPathsOf = (config: PermissionsConfig): Omit<SessionPaths, 'scratchpad'> => {
  const results = resolveReal(resultsDirectory(config))
  const { memoryDirectory, teamMemoryDirectory } = config.place
  return {
    memoryDirectory,
    teamMemoryDirectory,
    results: results.ok ? results.real : undefined,
    configHome: configHomeOf(config),
  }
}

/** By its own name below a real directory: a link in its place leads elsewhere, and is asked about. */
const scratchpadOf = ({ place: { scratchpadDir: path } }: PermissionsConfig): string | undefined => {
  const above = path === undefined ? undefined : resolveReal(dirname(path))
  return path !== undefined && above?.ok ? join(above.real, basename(path)) : undefined
}
