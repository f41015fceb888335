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

/** What programs need to find their way, and nothing that opens anything. */
const PLAIN =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TERM|HOSTNAME|(?:https?|no|all)_proxy|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|JAVA_HOME|GOPATH|GOROOT|CARGO_HOME|RUSTUP_HOME)$/i
/** Where the model is, and how this program is set up; commands never get what of it is secret. */
const OWN = /^(?:ANTHROPIC_|CLAUDE_|CAPSTAN_|OTEL_)|_BASE_URL$/

/** What a job's session sees of this environment: the least, and the secrets that both sides named. */
export const environmentFor = (env: Env, { secrets }: Pick<Narrowed, 'secrets'>): Env =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        PLAIN.test(name) || OWN.test(name) || PROVIDER_SECRETS.includes(name) || secrets.includes(name),
    ),
  )

/** Of a worker's own places nothing is read or written with its tools, whatever an owner answers. */
export const protectedRules = (configHome: string, home: string): readonly string[] =>
  [
    configHome,
    ...['.ssh', '.aws', '.gnupg', '.config', '.netrc', '.git-credentials'].map(name => `${home}/${name}`),
  ]
    .flatMap(path => [`/${path}`, `/${path}/**`])
    .flatMap(path => [`Read(${path})`, `Edit(${path})`])

/** Of a job's session nothing gets a command out of its sandbox, whatever settings of the worker's person say. */
export const confinement = ({ network }: Narrowed, policy: WorkerPolicy): Readonly<Record<string, string>> =>
  policy.sandbox ? { CAPSTAN_SANDBOX_ONLY: domainsOf(network).join(',') } : {}

/** For the session of a job: commands are in the sandbox. */
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
