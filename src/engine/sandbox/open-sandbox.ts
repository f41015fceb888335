import {
  findProtected,
  PROTECTED_ENDINGS,
  PROTECTED_NAMES,
  PROTECTED_PAIRS,
} from '../../features/permissions/paths/protected.ts'
import { parseRules } from '../../features/permissions/rules/rules.ts'
import { createRunFiles, type RunFiles } from '../../features/permissions/run-files/run-files.ts'
import type { Availability } from '../../features/sandbox/availability.ts'
import { deniedReads } from '../../features/sandbox/denied-reads.ts'
import type { Executed } from '../../features/sandbox/protected-tree.ts'
import { Sandbox, type SandboxOptions } from '../../features/sandbox/sandbox.ts'
import { findUserTemp } from '../../features/sandbox/user-temp.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import type { RunCommand } from '../../protocol/permission.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import type { Live } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import { isPrivateDirectory, resultsDirectory } from '../session-file/session-directories.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import { createHostQuestions, type HostQuestions } from './ask-host.ts'
import type { SandboxChoice } from './options.ts'

/** Of the values of a conversation, what is needed here. */
export interface SandboxConfig {
  readonly place: SessionEnvironment
  readonly session: SessionHandle
  readonly runtime: Runtime
  readonly runs?: SandboxRuns
  readonly permissions: { readonly canAsk: boolean }
  /** Where the person is asked about hosts; absent: they are not. */
  readonly desk?: HostQuestions['desk']
}

type SandboxLive = Readonly<Pick<Live, 'cwd' | 'roots' | 'rules' | 'mode'>>

interface SandboxRuns {
  ready(): Promise<void>
  current(): readonly RunCommand[]
}

interface OpeningSandbox {
  readonly config: SandboxConfig
  readonly live: SandboxLive
  readonly choice: SandboxChoice
}

type Found = Extract<Availability, { available: true }>

/** The sandbox of a session; loaded with the first command that runs in it. */
export const openSandbox = (at: OpeningSandbox, found: Found): Sandbox =>
  new Sandbox(sandboxOptionsOf(at, found))

export const sandboxOptionsOf = (
  { config, live, choice }: OpeningSandbox,
  { program, nested }: Found,
): SandboxOptions => {
  const { place, runtime, desk } = config
  return {
    settings: choice.settings,
    platform: place.platform,
    ...(place.platform === 'darwin' ? darwinTemp() : {}),
    program,
    ...(nested ? { nested } : {}),
    bridge: choice.bridge,
    roots: () => live.roots,
    home: place.home,
    configHomes: choice.configHomes,
    readable: () => [resultsDirectory(config)],
    writable: () => realScratchpad(place),
    denied: deniedNow(live, place),
    isProtected: path => findProtected(path) !== undefined,
    protectedNames: [
      ...PROTECTED_NAMES,
      ...PROTECTED_PAIRS,
      ...PROTECTED_ENDINGS.map(ending => `*${ending}`),
    ],
    ...(config.runs ? { executed: executedNow(config.runs, live, place) } : {}),
    env: childEnvironment(place.env, { secretNames: place.secretNames, projectDir: place.cwd }),
    tmpDir: choice.tmpDir,
    now: () => runtime.now().getTime(),
    newToken: runtime.newId,
    ...(choice.proxy ? { upstream: choice.proxy } : {}),
    ...(desk ? { askHost: createHostQuestions({ config, live, desk }) } : {}),
  }
}

const darwinTemp = (): { readonly userTemp?: string } => {
  const userTemp = findUserTemp()
  return userTemp === undefined ? {} : { userTemp }
}

/** What lies in its place and is not ours opens nothing: a link leads elsewhere. */
const realScratchpad = ({ scratchpadDir: path }: SessionEnvironment): readonly string[] =>
  path !== undefined && isPrivateDirectory(path) ? [path] : []

/** Nearly every name in a project is none of them. */
const isRun = (files: RunFiles, path: string): boolean =>
  files.namedBy(path) !== undefined && files.runBy([path]) !== undefined

/** What decisions take for run by settings is kept from changing inside as well. */
const executedNow = (
  runs: SandboxRuns,
  live: SandboxLive,
  { home, caseSensitive, env }: SessionEnvironment,
) => {
  const find = createRunFiles({ env })
  let before: Executed | undefined
  return (): Executed | undefined => {
    const { cwd, roots } = live
    const files = find({ cwd, roots, home, caseSensitive, runs: runs.current })
    if (!files) return undefined
    const isSame = before && JSON.stringify(before.paths) === JSON.stringify(files.paths)
    if (!isSame) before = { paths: files.paths, isExecuted: path => isRun(files, path) }
    return before
  }
}

/** Taken apart again only when the rules have changed. */
const deniedNow = (live: SandboxLive, { home, caseSensitive }: SessionEnvironment) => {
  let of: { readonly rules: Live['rules']; readonly denied: ReturnType<typeof deniedReads> } | undefined
  return () => {
    if (of?.rules !== live.rules) {
      const rules = parseRules(live.rules).deny.flatMap(({ tool, spec, rule }) =>
        tool === RULE_NAMES.read && spec !== undefined ? [{ spec, anchor: rule.anchor }] : [],
      )
      of = { rules: live.rules, denied: deniedReads(rules, { cwd: live.cwd, home, caseSensitive }) }
    }
    return of.denied
  }
}
