import { basename, dirname } from 'node:path'
import type { SandboxSettings } from '../../protocol/settings.ts'
import type { Mount } from './mounts.ts'
import type { SandboxPlan } from './plan.ts'
import { type ProtectedNames, protectedNames } from './seatbelt-names.ts'
import { isBelow, literal, oneOf, pathPattern, subpath, text } from './seatbelt-text.ts'

export interface SeatbeltOptions {
  /** Real path of the private directory for passing files; absent: there is none. */
  readonly tmp?: string
  /** Last names of paths that must not be written at any depth of the working directories, made or not; absent: only mounts count. */
  readonly protectedNames?: readonly string[]
  /** Where the proxy listens on loopback, when there is one. */
  readonly proxyPorts?: readonly number[]
  /** Programs may leave the check of certificates to the system. */
  readonly trustService?: boolean
  /** Programs may open and control others, which run outside. */
  readonly appleEvents?: boolean
  /** Further services that programs may ask; a `*` at the end stands for any end. */
  readonly services?: readonly string[]
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

/** Who finds, opens and speaks to applications. */
const APPLE_EVENTS = [
  'com.apple.coreservices.appleevents',
  'com.apple.coreservices.launchservicesd',
  'com.apple.coreservices.quarantine-resolver',
  'com.apple.lsd.mapdb',
  'com.apple.lsd.open',
]

/**
 * What may be asked of the kernel: about the machine and its system, nothing about what programs were started with
 * (`kern.procargs2` tells arguments and variables of every process of the person).
 */
const KERNEL_FACTS = {
  names: [
    ...['argmax', 'boottime', 'clockrate', 'hostname', 'iossupportversion', 'maxfiles', 'maxfilesperproc'],
    ...['maxproc', 'maxprocperuid', 'ngroups', 'osproductversion', 'osproductversioncompat', 'osrelease'],
    ...['osrevision', 'ostype', 'osvariant_status', 'osversion', 'saved_ids', 'secure_kernel', 'usrstack64'],
    'version',
  ].map(name => `kern.${name}`),
  beginnings: [
    'hw.',
    'machdep.cpu.',
    'net.routetable.',
    'sysctl.',
    'user.',
    'kern.proc.pgrp.',
    'kern.proc.pid.',
  ],
  further: ['security.mac.lockdown_mode_state', 'vm.loadavg', 'vm.swapusage'],
}

/** What of /dev may be opened: on Linux a sandbox has such a directory of its own. */
const DEVICES = [
  ...['null', 'zero', 'random', 'urandom', 'tty', 'ptmx', 'stdin', 'stdout', 'stderr', 'dtracehelper'],
].map(name => literal(`/dev/${name}`))

/** A terminal that a program inside has opened; those of the person's windows lack the sign. */
const OWN_TERMINAL = '(require-all (regex #"^/dev/ttys[0-9]+$") (extension "com.apple.sandbox.pty"))'

/** A profile for `sandbox-exec -p` that says the same as the mounts do on Linux. Pure; the last rule that fits counts. */
export const seatbeltProfile = (plan: SandboxPlan, options: SeatbeltOptions): string => {
  const names =
    plan.files === 'free' || !options.protectedNames
      ? undefined
      : protectedNames(plan, options.protectedNames)
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork)',
    '(allow process-info* (target same-sandbox))',
    '(allow signal (target same-sandbox))',
    '(allow ipc-posix-sem)',
    '(allow mach-host*)',
    `(allow sysctl-read ${kernelFacts()})`,
    `(allow mach-lookup ${[...SERVICES, ...(options.trustService ? [TRUST] : [])].map(service).join(' ')})`,
    ...(options.services?.length ? [`(allow mach-lookup ${options.services.map(service).join(' ')})`] : []),
    ...(options.appleEvents ? appleEventRules() : []),
    '(allow file-read* (subpath "/"))',
    ...plan.mounts.flatMap(mount => mountRules(mount, plan.mounts)),
    ...(options.tmp === undefined ? [] : ownDirectory(options.tmp)),
    ...(names?.rules ?? []),
    ...pinRules(plan, names, options.tmp),
    ...deviceRules(),
    ...networkRules(plan, options),
    '',
  ].join('\n')
}

const service = (name: string): string =>
  name.endsWith('*')
    ? `(global-name-regex #"^${pathPattern(name.slice(0, -1))}")`
    : `(global-name ${text(name)})`

const appleEventRules = (): readonly string[] => [
  '(allow appleevent-send)',
  '(allow lsopen)',
  `(allow mach-lookup ${APPLE_EVENTS.map(service).join(' ')})`,
]

const kernelFacts = (): string =>
  [
    ...[...KERNEL_FACTS.names, ...KERNEL_FACTS.further].map(name => `(sysctl-name ${text(name)})`),
    ...KERNEL_FACTS.beginnings.map(name => `(sysctl-name-prefix ${text(name)})`),
  ].join(' ')

const mountRules = (mount: Mount, all: readonly Mount[]): readonly string[] => {
  const where = mount.of === 'directory' ? subpath(mount.path) : literal(mount.path)
  switch (mount.kind) {
    case 'write':
    case 'keep':
      return [`(allow file-read* file-write* ${where})`]
    case 'read':
      return [`(allow file-read* ${where})`, `(deny file-write* ${where})`]
    case 'guard':
      return [`(deny file-write* ${where})`]
    case 'mask':
    case 'hide':
      return [`(deny file-read* file-write* ${where})`, ...shownDirectories(mount, all)]
    case 'tmp':
      // Nothing can be laid over it there: it is closed, and the private directory used under its own name.
      return [
        `(deny file-read* file-write* ${where})`,
        ...shownDirectories(mount, all),
        ...hereDocuments(mount.path),
      ]
  }
}

/** That such a directory is there, and those on the way to what is shown in it: programs ask for each part of a path. */
const shownDirectories = (mount: Mount, all: readonly Mount[]): readonly string[] => {
  if (mount.of === 'file') return []
  const shown = new Set([mount.path])
  for (const { kind, path } of all)
    if (kind !== 'hide' && isBelow(path, mount.path))
      for (let at = dirname(path); at !== mount.path; at = dirname(at)) shown.add(at)
  return [`(allow file-read-metadata ${oneOf([...shown].map(literal))})`]
}

/** The bash of the system passes them through files of this name there, whatever TMPDIR says, and can't run one without. */
const hereDocuments = (tmp: string): readonly string[] => [
  `(allow file-read* file-write* (require-all ${subpath(tmp)} (regex #"^${pathPattern(tmp)}/sh-thd[-.][0-9A-Za-z]+$")))`,
]

/** It lies in the directory of the system for such things, which is closed. */
const ownDirectory = (tmp: string): readonly string[] => [`(allow file-read* file-write* ${subpath(tmp)})`]

/**
 * A rule goes by the path, so what lies in a directory that is moved would escape it. What must stay where it is, and
 * the directories above it: neither moved nor removed. What a name protects is protected wherever it goes.
 */
const pinRules = (
  { mounts }: SandboxPlan,
  names: ProtectedNames | undefined,
  own: string | undefined,
): readonly string[] => {
  const open = mounts.filter(({ kind, of }) => (kind === 'write' || kind === 'keep') && of === 'directory')
  const isOpen = (path: string): boolean =>
    open.some(one => one.path === path || one.path === '/' || isBelow(path, one.path))
  const pinned = new Set<string>(own === undefined ? [] : [own])
  for (const { kind, path } of mounts) {
    if (kind === 'read' || (kind === 'guard' && names?.isProtected(path))) continue
    for (let at = path; at !== '/' && isOpen(at); at = dirname(at)) pinned.add(at)
    if (kind === 'write') pinned.add(path)
  }
  pinned.delete('/')
  return pinned.size === 0 ? [] : [`(deny file-write-unlink ${[...pinned].map(literal).join(' ')})`]
}

const deviceRules = (): readonly string[] => [
  `(deny file-read-data file-write* file-ioctl (require-all (subpath "/dev") (require-not ${literal('/dev')})))`,
  `(allow file-read-data file-write-data file-ioctl ${DEVICES.join(' ')} (subpath "/dev/fd"))`,
  `(allow file-read-data file-write-data file-ioctl ${OWN_TERMINAL})`,
  '(allow pseudo-tty)',
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

/** What the programs of the system need to know, to use the private directory where they do not go by TMPDIR. */
export const temporaryVariables = (tmp: string, userTemp: string | undefined): Record<string, string> => ({
  // Zsh keeps here-documents in files that begin so.
  TMPPREFIX: `${tmp}/zsh`,
  // The directory for temporary files that the system names, mktemp among those who ask, is then the one of this name in it.
  ...(dirname(tmp) === userTemp ? { DIRHELPER_USER_DIR_SUFFIX: basename(tmp) } : {}),
})

/** What settings open on a Mac beside what every program may do. */
export const openedOnMac = ({
  enableWeakerNetworkIsolation,
  allowAppleEvents,
  network,
}: SandboxSettings): Pick<SeatbeltOptions, 'trustService' | 'appleEvents' | 'services'> => ({
  trustService: enableWeakerNetworkIsolation === true,
  appleEvents: allowAppleEvents === true,
  services: network?.allowMachLookup ?? [],
})
