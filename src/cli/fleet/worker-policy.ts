import { stricterMode } from '../../agents/stricter-mode.ts'
import type { JobWork } from '../../features/fleet/job.ts'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import type { Env } from '../../protocol/host.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import { domainsOf } from '../eval/sandboxed-command.ts'

/** What this worker lets jobs do, whatever they ask for. */
export interface WorkerPolicy {
  readonly mode: PermissionMode
  /** Rules that jobs may bring; `*`: any. */
  readonly allow: readonly string[]
  /** Hosts that commands of jobs may reach; `*`: any. */
  readonly network: readonly string[]
  /** Variables of this environment that jobs may name. */
  readonly secrets: readonly string[]
  /** False: this machine, or its container, is the border. */
  readonly sandbox: boolean
}

/** Of the job's word and the worker's the narrower one, for each thing. */
export interface Narrowed {
  readonly mode: PermissionMode
  readonly allow: readonly string[]
  readonly deny: readonly string[]
  readonly network: 'off' | readonly string[]
  readonly secrets: readonly string[]
}

export const narrow = (work: JobWork, policy: WorkerPolicy): Narrowed => {
  const wished = stricterMode(policy.mode, work.permissions.mode).mode
  const closed = work.network === 'off' || policy.network.length === 0
  return {
    // Two of the same rank: the worker's own.
    mode: wished,
    allow: policy.allow.includes('*')
      ? work.permissions.allow
      : work.permissions.allow.filter(rule => policy.allow.includes(rule)),
    deny: [...work.permissions.deny, ...(closed ? [RULE_NAMES.network, RULE_NAMES['web-search']] : [])],
    network: closed ? 'off' : hostsOf(work.network, policy.network),
    secrets: work.secrets.filter(name => policy.secrets.includes(name)),
  }
}

const hostsOf = (wished: JobWork['network'], open: readonly string[]): readonly string[] => {
  const hosts = wished === 'all' ? ['*'] : wished === 'off' ? [] : wished
  if (open.includes('*')) return hosts
  return hosts.includes('*') ? open : hosts.filter(host => open.includes(host))
}

/** Named secrets that this worker doesn't give out: a job that needs them can't be done here. */
export const missingSecrets = (work: JobWork, policy: WorkerPolicy, env: Env): readonly string[] =>
  work.secrets.filter(name => !policy.secrets.includes(name) || env[name] === undefined)

/** Looks like a secret: nobody gets it unless it is named. */
const SECRET = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|CREDS|AUTH)$/i

/** What a job's session and commands see of this environment. Keys of providers stay with the session alone. */
export const environmentFor = (env: Env, { secrets }: Pick<Narrowed, 'secrets'>): Env =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        !SECRET.test(name) ||
        secrets.includes(name) ||
        PROVIDER_SECRETS.includes(name) ||
        name.startsWith('ANTHROPIC_'),
    ),
  )

/** For the session of a job: commands are in the sandbox, and nothing gets them out of it. */
export const sessionSettings = ({ network }: Narrowed, policy: WorkerPolicy): object =>
  policy.sandbox
    ? {
        sandbox: {
          enabled: true,
          failIfUnavailable: true,
          autoAllowBashIfSandboxed: true,
          allowUnsandboxedCommands: false,
          excludedCommands: [],
          network: { allowedDomains: domainsOf(network) },
        },
      }
    : {}
