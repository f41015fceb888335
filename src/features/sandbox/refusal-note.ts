import type { Refusal } from './egress-proxy.ts'
import { isIgnoredHost, withoutIgnored } from './ignored-refusals.ts'

/** What programs say when the sandbox stopped them. */
const SIGNS: readonly { readonly sign: RegExp; readonly text: string }[] = [
  { sign: /^(?:bwrap|sandbox-exec): /m, text: 'The sandbox itself failed; the command may not have run.' },
  {
    sign: /read-only file system|\bEROFS\b/i,
    text: 'Only the working directories and /tmp can be written, and protected names (.git/config, .git/hooks, .vscode, .npmrc …) not even there.',
  },
  {
    sign: /device or resource busy|\bEBUSY\b/i,
    text: 'Protected files cannot be replaced, moved or removed.',
  },
  {
    sign: /network is unreachable|could not resolve (?:host|hostname|proxy)|temporary failure in name resolution|name or service not known|\bE(?:NETUNREACH|AI_AGAIN|NOTFOUND)\b|no address associated with hostname|getaddrinfo/i,
    text: 'There is no network but the hosts in sandbox.network.allowedDomains, through the proxy in HTTPS_PROXY.',
  },
  {
    sign: /cannot connect to the docker daemon|error connecting to agent|could not open a connection to your authentication agent|failed to connect to (?:the )?bus|cannot open display/i,
    text: 'Daemons, agents and the desktop cannot be reached.',
  },
]

export interface CommandOutcome {
  readonly code: number | null
  readonly output: string
  readonly refusals: readonly Refusal[]
  /** What it made although it must not, under its new names. */
  readonly setAside: readonly string[]
  /** Paths and hosts that the person does not want to hear of. */
  readonly ignored: readonly string[]
  /** The model may ask to leave the sandbox. */
  readonly canLeave: boolean
}

/** What a person or model should know about a command that the sandbox kept from something. */
export const refusalNotes = (outcome: CommandOutcome): readonly string[] => {
  const { ignored } = outcome
  const refusals = outcome.refusals.filter(({ host }) => !isIgnoredHost(host, ignored))
  const hosts = [...new Map(refusals.map(one => [one.why, one])).values()]
  const output = withoutIgnored(outcome.output, ignored)
  const causes = [
    ...hosts.map(({ host, why }) => `The sandbox refused the host ${host}: ${why}.`),
    ...(outcome.code === 0 || hosts.length > 0
      ? []
      : SIGNS.filter(({ sign }) => sign.test(output)).map(({ text }) => text)),
  ]
  const aside = asideNotes(outcome.setAside)
  if (causes.length + aside.length === 0) return []
  const way = outcome.canLeave
    ? 'If it is needed, call Bash again with dangerouslyDisableSandbox: true; it needs a yes of the person.'
    : 'Commands cannot leave the sandbox here; tell the person what is missing.'
  const intro = hosts.length > 0 || causes.length === 0 ? [] : ['This command ran in a sandbox.']
  return [[...intro, ...causes, ...aside, way].join(' ')]
}

const MOST_NAMED = 20

/** About what was given another name. */
export const asideNotes = (setAside: readonly string[]): readonly string[] => {
  if (setAside.length === 0) return []
  const more = setAside.length > MOST_NAMED ? ` and ${setAside.length - MOST_NAMED} more` : ''
  return [
    `Files with protected names were made or replaced while a command ran in the sandbox; other programs would obey them, so they were renamed: ${setAside.slice(0, MOST_NAMED).join(', ')}${more}. What stood there before was put back.`,
  ]
}
