import type { ManagedFile } from '../../features/settings/administered.ts'
import { loadSettings } from '../../features/settings/load.ts'
import { parentPolicy } from '../../features/settings/parent-policy.ts'
import { helperFailed, runHelper } from '../../features/settings/policy/ask-program.ts'
import { joinPolicy } from '../../features/settings/policy/join-policy.ts'
import type { HelperAnswer, PolicyReader } from '../../features/settings/policy/policy-reader.ts'
import { readPolicy } from '../../features/settings/policy/read-policy.ts'
import { MAX_SETTINGS_BYTES, type ReadText, readBytes } from '../../features/settings/read-bounded.ts'
import { ListError } from '../../lib/property-list/list-json.ts'
import { propertyListJson } from '../../lib/property-list/property-list.ts'
import type { PolicyHelper } from '../../protocol/extensions/policy-settings.ts'
import type { Env, Overrides } from '../../protocol/host.ts'
import { policyText } from '../../protocol/messages/host/policy.ts'
import { settingsText } from '../../protocol/messages/host/settings.ts'
import { refuseSideloading } from './refuse-sideloading.ts'

/** An administrator's word as it stood when it was looked for. */
export interface Policy extends PolicyReader {
  /** On the clock of this process. */
  readonly openedAt: number
  /** Throws HostError where a run brings extensions of its own. */
  refuseSideloading(overrides: Partial<Overrides>): void
  /** Hears that the helper was asked again, and answered something else, by the name of its program. */
  onRefreshed(listener: (helper: string) => void): Disposable
}

export interface PolicySource {
  readonly env: Env
  readonly version: string
  /** Absent: the places of the system. */
  readonly managed?: readonly ManagedFile[] | undefined
  /** Whoever started the program has a word, too. */
  readonly parent?: string | undefined
}

/** Nothing of the person's own but who they are and where they are at home. */
const HELPER_VARIABLES = ['HOME', 'USER', 'LOGNAME', 'LANG', 'TZ'] as const
const HELPER_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Reads what policy there is, and asks the helpers that it names. */
export const openPolicy = async (
  place: PolicySource & Required<Pick<PolicySource, 'managed'>>,
): Promise<Policy> => {
  const { managed = [] } = place
  const answers = new Map<string, HelperAnswer>()
  const listeners = new Set<(helper: string) => void>()
  const wanted = wantedHelpers(managed)
  const ask = (helper: PolicyHelper): Promise<HelperAnswer> =>
    runHelper(helper, { owner: managed[0]?.owner ?? 0, env: helperEnvironment(place) })
  await Promise.all(
    wanted.map(async helper => {
      answers.set(nameOf(helper), await ask(helper))
    }),
  )
  const refresh = async (helper: PolicyHelper): Promise<void> => {
    const [before, now] = [answers.get(nameOf(helper)), await ask(helper)]
    const after = before && now.kind === 'failed' ? stale(before, now) : now
    if (JSON.stringify(before) === JSON.stringify(after)) return
    answers.set(nameOf(helper), after)
    for (const listener of listeners) listener(helper.path)
  }
  let timers: readonly NodeJS.Timeout[] = []
  const watch = (): readonly NodeJS.Timeout[] =>
    wanted.flatMap(helper => {
      const { refreshIntervalMs: ms = 0 } = helper
      return ms > 0 ? [setInterval(() => void refresh(helper).catch(() => undefined), ms).unref()] : []
    })
  return {
    openedAt: performance.now(),
    refuseSideloading,
    read: readPolicy,
    readList: readPropertyList,
    join: joinPolicy,
    parent: parentPolicy,
    answerOf: helper => answers.get(nameOf(helper)) ?? helperFailed(helper, policyText('helper_not_run')),
    onRefreshed(listener) {
      if (listeners.size === 0) timers = watch()
      listeners.add(listener)
      return {
        [Symbol.dispose]() {
          listeners.delete(listener)
          if (listeners.size === 0) for (const timer of timers) clearInterval(timer)
        },
      }
    },
  }
}

/** What it said before still counts; that it failed is said beside it. */
const stale = (before: HelperAnswer, now: Extract<HelperAnswer, { kind: 'failed' }>): HelperAnswer =>
  before.kind === 'failed'
    ? now
    : { ...before, stale: policyText('helper_refresh', { problem: now.message }) }

/** Those that any file names; nothing but policy is read for it. */
const wantedHelpers = (managed: PolicySource['managed']): readonly PolicyHelper[] => {
  const wanted = new Map<string, PolicyHelper>()
  const answerOf = (helper: PolicyHelper): HelperAnswer => {
    wanted.set(nameOf(helper), helper)
    return { kind: 'nothing' }
  }
  loadSettings({
    configHome: '/',
    projectDir: '/',
    localDir: '/',
    sources: [],
    trusted: false,
    compat: false,
    ...(managed ? { managed } : {}),
    policy: {
      read: readPolicy,
      readList: readPropertyList,
      join: joinPolicy,
      parent: parentPolicy,
      answerOf,
    },
  })
  return [...wanted.values()]
}

const nameOf = ({ path, timeoutMs }: PolicyHelper): string => JSON.stringify([path, timeoutMs])

const helperEnvironment = ({ env, version }: PolicySource): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    HELPER_VARIABLES.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]])),
  ),
  PATH: HELPER_PATH,
  CAPSTAN_VERSION: version,
})

/** Macs may keep what describes the profile itself (`PayloadUUID` …) beside what it says. */
const OF_PROFILE = /^Payload[A-Z]/

/** What a device management demands, as JSON text; it need not be stored as text. */
const readPropertyList = (file: string): ReadText => {
  const read = readBytes(file)
  if (read.kind !== 'bytes') return read
  if (read.bytes.length === 0) return { kind: 'text', text: '' }
  try {
    return {
      kind: 'text',
      text: propertyListJson(read.bytes, { maxChars: MAX_SETTINGS_BYTES, leaveOut: OF_PROFILE }),
    }
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    return { kind: 'unreadable', message: settingsText('not_list', { problem: error.message }) }
  }
}
