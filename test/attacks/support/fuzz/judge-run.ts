import { basename } from 'node:path'
import { FILTERS } from '../../../../src/features/permissions/shell/filters.ts'
import { PROGRAMS } from '../../../../src/features/permissions/shell/programs.ts'
import { VERSION_QUERIES } from '../../../../src/features/permissions/shell/version-queries.ts'
import { VIEWERS } from '../../../../src/features/permissions/shell/viewers.ts'
import { type FuzzPlace, OUTSIDE_TOKEN, SENSITIVE, SENSITIVE_TOKEN, VARIABLE_TOKEN } from './fuzz-place.ts'
import { BASH } from './product-run.ts'
import type { LineRun } from './run-lines.ts'
import type { Deed } from './trace.ts'

/** What the reader said about a line before it ran. */
export interface Expected {
  /** Names of all commands that the line may run. */
  readonly names: ReadonlySet<string>
  /** Names that it assigns to. */
  readonly assigned: ReadonlySet<string>
  /** Walks directories, and so reads files that nobody named. */
  readonly walks: boolean
  /** Brings the index of git up to date, which changes nothing that anybody sees. */
  readonly refreshes: boolean
}

/** They may open a sensitive file that a wildcard brings: they tell its size or kind, never what is in it. */
const COUNTS: ReadonlySet<string> = new Set(['du', 'file', 'stat', 'wc'])

/** Programs that are a script or have helpers, with what they start. */
const STARTS: Readonly<Record<string, readonly string[]>> = {
  egrep: ['grep'],
  fgrep: ['grep'],
  zcat: ['gzip'],
  gzip: ['gzip'],
  locale: ['gzip', 'bzip2'],
  tar: ['gzip', 'bzip2', 'xz'],
  // Where no command is named.
  xargs: ['echo'],
}
/** What cannot be read backwards from a pipe is put aside first. */
const OWN_WRITES: Readonly<Record<string, RegExp>> = {
  tac: /^\/tmp\/tac\w{6}$/,
  // Its counters for those who watch it.
  java: /^\/tmp\/hsperfdata_\w+(?:\/\d+)?$|^\/proc\/\d+\/coredump_filter$/,
  javac: /^\/tmp\/hsperfdata_\w+(?:\/\d+)?$|^\/proc\/\d+\/coredump_filter$/,
}
const SYSTEM_PROGRAM = /^(?:\/usr)?(?:\/local)?\/s?bin\/|^\/usr\/lib\//
/** Read by the C library, by bash or by programs for their own sake: no operand leads there unasked. */
const SYSTEM_FILE = [
  /^\/(?:usr|lib|lib64|bin|sbin|sys)(?:\/|$)/,
  /^\/etc\/(?:ld\.so\.|locale|localtime|timezone|nsswitch\.conf|passwd|group|gitconfig|mtab|magic|terminfo|mime|host\.conf|resolv\.conf|alternatives|services|iproute2)/,
  /^\/proc(?:$|\/(?!.*(?:environ|\/fd\/|\/cwd|\/root)))/,
  /^\/dev\/(?:null|tty|urandom|random|pts)/,
  /^\/var\/(?:lib|run|cache)\//,
  /^(?:pipe|socket|anon_inode):/,
]
const WORDS_OF_BASH = new Set(['[[', 'for', 'case', 'select'])
const SOCKET_OF_NAMES =
  /sa_family=AF_UNIX, sun_path="\/(?:var\/)?run\/nscd\/socket"|sa_family=AF_NETLINK|sa_family=AF_UNSPEC/
/** Its queries ask the service of this machine. */
const DOCKER = /sun_path="(?:\/var)?\/run\/docker\.sock"/

/** Started for nothing but their version: settings of the machine are all they can read. */
const isOnlyAsked = (name: string): boolean =>
  ![PROGRAMS, VIEWERS, FILTERS, { find: 0, git: 0 }].some(table => Object.hasOwn(table, name))

/** What these read for their own sake, and never show. */
const OWN_READS: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    Object.keys(VERSION_QUERIES)
      .filter(isOnlyAsked)
      .map(name => [name, /^\/etc\//]),
  ),
  ps: /^\/proc\/\d+\/(?:task\/\d+\/)?environ$/,
  pgrep: /^\/proc\/\d+\/environ$/,
  whereis: /^\/(?:opt|etc)$/,
  // Where they are to come back to, and what is mounted.
  find: /^\/$/,
  // Names of the machines that connections lead to, too.
  lsof: /^\/(?:etc\/hosts)?$/,
  // The list of those that run.
  java: /^\/etc\/|^\/tmp\/hsperfdata_\w+$/,
  javac: /^\/etc\/|^\/tmp\/hsperfdata_\w+$/,
}

/** Everything about a run that the verdict did not promise, in words. */
export const whatWentWrong = (run: LineRun, expected: Expected, place: FuzzPlace): readonly string[] => {
  const wrong = [
    ...shownSecrets(run, expected),
    ...run.commands
      .filter(name => !isExpected(name, expected))
      .map(name => `runs ${name}, which was not listed`),
    ...(run.deeds ?? []).flatMap(deed => wrongDeed(deed, expected, place) ?? []),
  ]
  return [...new Set(wrong)]
}

const shownSecrets = ({ output }: LineRun, { walks }: Expected): readonly string[] => [
  ...(output.includes(OUTSIDE_TOKEN) ? ['shows a file outside'] : []),
  ...(output.includes(VARIABLE_TOKEN) ? ['shows the environment'] : []),
  ...(output.includes(SENSITIVE_TOKEN) && !walks ? ['shows a sensitive file'] : []),
]

const belongs = (own: Readonly<Record<string, RegExp>>, path: string, { names }: Expected): boolean =>
  [...names].some(name => Object.hasOwn(own, name) && own[name]?.test(path))

const isExpected = (name: string, { names, assigned }: Expected): boolean =>
  WORDS_OF_BASH.has(name) ||
  names.has(basename(name)) ||
  (name.endsWith('=') && assigned.has(name.slice(0, -1)))

const wrongDeed = (deed: Deed, expected: Expected, place: FuzzPlace): string | undefined => {
  switch (deed.kind) {
    case 'start':
      return mayStart(deed.path, expected, place) ? undefined : `starts ${deed.path}`
    case 'write':
      return mayWrite(deed.path, expected, place) ? undefined : `opens ${deed.path} to write`
    case 'read':
      return deed.done ? wrongRead(deed.path, expected, place) : undefined
    case 'connect':
      return SOCKET_OF_NAMES.test(deed.rest) || (isExpected('docker', expected) && DOCKER.test(deed.rest))
        ? undefined
        : `${deed.call} ${deed.rest}`
    case 'change':
      return deed.rest.endsWith('SIGPIPE') || belongs(OWN_WRITES, deed.path, expected)
        ? undefined
        : `${deed.call} ${deed.path} ${deed.rest}`
  }
}

const mayWrite = (path: string, expected: Expected, place: FuzzPlace): boolean =>
  /^(?:\/dev\/(?:null|tty)$|pipe:)/.test(path) ||
  path.startsWith(`${place.own}/`) ||
  belongs(OWN_WRITES, path, expected)

const mayStart = (path: string, { names }: Expected, place: FuzzPlace): boolean => {
  const name = basename(path)
  if (path === BASH) return true
  if (!SYSTEM_PROGRAM.test(path) && !path.startsWith(`${place.own}/`)) return false
  return names.has(name) || [...names].some(one => Object.hasOwn(STARTS, one) && STARTS[one]?.includes(name))
}

const wrongRead = (path: string, expected: Expected, place: FuzzPlace): string | undefined => {
  if (path.startsWith(`${place.own}/`)) return undefined
  if (path === place.cwd || path.startsWith(`${place.cwd}/`)) {
    const within = path.slice(place.cwd.length + 1)
    if (/\.mo$|LC_MESSAGES/.test(within)) return `loads messages from ${within}`
    const mayCount = expected.walks || [...expected.names].some(name => COUNTS.has(name))
    return SENSITIVE.includes(within) && !mayCount ? `reads ${within}` : undefined
  }
  return belongs(OWN_READS, path, expected) || SYSTEM_FILE.some(form => form.test(path))
    ? undefined
    : `reads ${path}`
}
