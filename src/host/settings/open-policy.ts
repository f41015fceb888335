import type { ManagedFile } from '../../features/settings/administered.ts'
import { loadSettings } from '../../features/settings/load.ts'
import { helperFailed, runHelper } from '../../features/settings/policy/ask-program.ts'
import type { HelperAnswer, PolicyReader } from '../../features/settings/policy/policy-reader.ts'
import { readPolicy } from '../../features/settings/policy/read-policy.ts'
import type { Env } from '../../protocol/host.ts'
import { policyText } from '../../protocol/messages/host/policy.ts'
import type { PolicyHelper } from '../../protocol/settings.ts'

/** An administrator's word as it stood when it was looked for. */
export interface Policy extends PolicyReader {
  /** On the clock of this process. */
  readonly openedAt: number
  /** Hears that the helper was asked again, and answered something else, by the name of its program. */
  onRefreshed(listener: (helper: string) => void): Disposable
}

export interface PolicyPlace {
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

/** Reads what policy there is, and asks the helper that it names. */
export const openPolicy = async (
  place: PolicyPlace & Required<Pick<PolicyPlace, 'managed'>>,
): Promise<Policy> => {
  const { managed = [] } = place
  const answers = new Map<string, HelperAnswer>()
  const listeners = new Set<(helper: string) => void>()
  const wanted = wantedHelper(managed)
  const ask = (helper: PolicyHelper): Promise<HelperAnswer> =>
    runHelper(helper, { owner: managed[0]?.owner ?? 0, env: helperEnvironment(place) })
  if (wanted) answers.set(nameOf(wanted), await ask(wanted))
  const refresh = async (helper: PolicyHelper): Promise<void> => {
    const [before, now] = [answers.get(nameOf(helper)), await ask(helper)]
    const after = before && now.kind === 'failed' ? stale(before, now) : now
    if (JSON.stringify(before) === JSON.stringify(after)) return
    answers.set(nameOf(helper), after)
    for (const listener of listeners) listener(helper.path)
  }
  let timer: NodeJS.Timeout | undefined
  return {
    openedAt: performance.now(),
    read: readPolicy,
    answerOf: helper => answers.get(nameOf(helper)) ?? helperFailed(helper, policyText('helper_not_run')),
    onRefreshed(listener) {
      listeners.add(listener)
      const { refreshIntervalMs = 0 } = wanted ?? {}
      if (wanted && refreshIntervalMs > 0)
        timer ??= setInterval(() => void refresh(wanted).catch(() => undefined), refreshIntervalMs).unref()
      return {
        [Symbol.dispose]() {
          listeners.delete(listener)
          if (listeners.size > 0) return
          clearInterval(timer)
          timer = undefined
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

/** That of the highest file; nothing but policy is read for it. */
const wantedHelper = (managed: PolicyPlace['managed']): PolicyHelper | undefined => {
  let wanted: PolicyHelper | undefined
  const answerOf = (helper: PolicyHelper): HelperAnswer => {
    wanted = helper
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
    policy: { read: readPolicy, answerOf },
  })
  return wanted
}

const nameOf = ({ path, timeoutMs }: PolicyHelper): string => JSON.stringify([path, timeoutMs])

const helperEnvironment = ({ env, version }: PolicyPlace): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    HELPER_VARIABLES.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]])),
  ),
  PATH: HELPER_PATH,
  CAPSTAN_VERSION: version,
})
