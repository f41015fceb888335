import type { Mount } from './mounts.ts'
import type { SandboxPlan } from './plan.ts'

export interface SeatbeltOptions {
  /** Real path of the private directory for passing files; absent: there is none. */
  readonly tmp?: string
  /** Last names of paths that must not be written at any depth, made or not; absent: only mounts count. */
  readonly protectedNames?: readonly string[]
  /** Where the proxy listens on loopback, when there is one. */
  readonly proxyPorts?: readonly number[]
  /** Programs may leave the check of certificates to the system. */
  readonly trustService?: boolean
}

/** Services without which hardly any program starts; none of them gives access to files, keys or the network. */
const SERVICES = [
  'com.apple.system.logger',
  'com.apple.system.notification_center',
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.opendirectoryd.membership',
  'com.apple.bsd.dirhelper',
  'com.apple.CoreServices.coreservicesd',
  'com.apple.logd',
  'com.apple.diagnosticd',
]

/** It answers about certificates, and asks servers that they name: a way out for a few bytes. */
const TRUST = 'com.apple.trustd.agent'

/** A profile for `sandbox-exec -p` that says the same as the mounts do on Linux. Pure; the last rule that fits counts. */
export const seatbeltProfile = (plan: SandboxPlan, options: SeatbeltOptions): string =>
  [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork)',
    '(allow signal (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow file-ioctl (literal "/dev/null") (literal "/dev/tty") (regex #"^/dev/ttys[0-9]*$"))',
    `(allow mach-lookup ${[...SERVICES, ...(options.trustService ? [TRUST] : [])].map(name => `(global-name ${text(name)})`).join(' ')})`,
    '(allow file-read* (subpath "/"))',
    '(allow file-write-data (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper"))',
    ...(options.tmp === undefined ? [] : [`(allow file-write* (subpath ${text(options.tmp)}))`]),
    ...plan.mounts.map(mountRule).filter(rule => rule !== undefined),
    ...(plan.files === 'free' || !options.protectedNames ? [] : nameRules(options.protectedNames)),
    ...networkRules(plan, options),
    '',
  ].join('\n')

const mountRule = (mount: Mount): string | undefined => {
  const where = `(${mount.of === 'directory' ? 'subpath' : 'literal'} ${text(mount.path)})`
  switch (mount.kind) {
    case 'write':
    case 'keep':
      return `(allow file-read* file-write* ${where})`
    case 'read':
      return `(allow file-read* ${where})\n(deny file-write* ${where})`
    case 'guard':
      return `(deny file-write* ${where})`
    case 'mask':
    case 'hide':
      return `(deny file-read* file-write* ${where})`
    case 'tmp':
      // The private directory is used under its own name there.
      return undefined
  }
}

/** By name, so that they hold at any depth and before the file exists. A git directory stays writable but for what git obeys. */
const nameRules = (names: readonly string[]): readonly string[] => [
  ...names
    .filter(name => name !== '.git')
    .map(name => `(deny file-write* (regex #"/${patternOf(name)}(/|$)"))`),
  '(deny file-write* (regex #"/[.][gG][iI][tT]/(hooks|config|config[.]worktree|commondir|gitdir|modules|worktrees)(/|$)"))',
]

const networkRules = (plan: SandboxPlan, options: SeatbeltOptions): readonly string[] => [
  ...(plan.network === 'open' ? ['(allow network*)', '(allow system-socket)'] : []),
  ...(plan.localBinding
    ? [
        '(allow network-bind network-inbound (local ip "localhost:*"))',
        '(allow network-outbound (remote ip "localhost:*"))',
      ]
    : []),
  ...(options.proxyPorts ?? []).map(port => `(allow network-outbound (remote ip "localhost:${port}"))`),
  ...(plan.openSockets === 'all'
    ? ['(allow network-outbound (subpath "/"))']
    : plan.openSockets.map(path => `(allow network-outbound (literal ${text(path)}))`)),
]

/** `*` at the beginning stands for any beginning of the name. */
const patternOf = (name: string): string =>
  name.startsWith('*') ? `[^/]*${pattern(name.slice(1))}` : pattern(name)

/** Names there compare without case. */
const pattern = (name: string): string =>
  [...name]
    .map(char => {
      const lower = char.toLowerCase()
      const upper = char.toUpperCase()
      if (lower !== upper) return `[${lower}${upper}]`
      return /[\w/-]/.test(char) ? char : `[${char}]`
    })
    .join('')

const text = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
