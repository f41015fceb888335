import { dirname, isAbsolute, join, normalize } from 'node:path'
import { expandHome, isInside } from '../../lib/paths.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'
import { arrangeMounts, type MaskedPath, type Mount } from './mounts.ts'
import { networkOf } from './network-of.ts'

const says = modelTexts('sandbox_plan', {
  pattern: {
    en: 'sandbox.{key}: "{entry}" is a pattern, but only plain paths work there. It was ignored.',
    zh: 'sandbox.{key}："{entry}" 是模式，此处只支持普通路径，已忽略。',
  },
  everything: {
    en: 'sandbox.{key}: / would be everything. It was ignored.',
    zh: 'sandbox.{key}：/ 会包含所有文件，已忽略。',
  },
  rootDirectory: {
    en: 'The working directory is /: nothing in it can be written in the sandbox.',
    zh: '工作目录是 /：沙箱中无法写入其中任何内容。',
  },
})

/** What is at a path, links followed. */
export interface Found {
  readonly real: string
  readonly kind: 'file' | 'directory' | 'missing'
}

/** Where commands run and what is there. Everything a plan depends on besides the settings. */
export interface SandboxContext {
  /** Real paths of the working directories. */
  readonly roots: readonly string[]
  readonly cwd: string
  readonly home: string
  /** Directories of this program's own settings and credentials. */
  readonly configHomes: readonly string[]
  /** Readable although it may lie in a hidden place: results kept for the model, the programs of the sandbox itself. */
  readonly readable: readonly string[]
  /** The file in which a command says where it ended. */
  readonly writable: readonly string[]
  /** The memory directory, for a command that only removes memories. */
  readonly memory?: string
  /** What must not change, found in the working directories. */
  readonly guarded: readonly Guarded[]
  /** Paths that rules forbid to read. */
  readonly denied: readonly string[]
  /** Files that hold credentials, as settings name them: not to be seen. */
  readonly credentials?: readonly string[]
  /** Files in whose place a copy is seen; absent: none. */
  readonly masked?: readonly MaskedPath[]
  /** What could not be kept of settings before. */
  readonly problems?: readonly LocalizedText[]
  /** Sockets that other programs listen on. */
  readonly sockets: readonly string[]
  /** Where the system has programs put temporary files, beside the usual places. */
  readonly temporary?: readonly string[]
  look(path: string): Found
}

/**
 * `above`: a directory that must not be moved, because something in it is guarded. `repository`: a git directory; commits must go on
 * working, so only what git runs or obeys is kept from changing.
 */
export interface Guarded {
  readonly path: string
  readonly kind: 'file' | 'directory' | 'repository' | 'above'
}

export interface SandboxPlan {
  /** In the order in which they must be made. */
  readonly mounts: readonly Mount[]
  /** `open`: as outside, for git of our own that fetches. */
  readonly network: 'none' | 'proxy' | 'open'
  /** Real paths of the working directories. */
  readonly roots: readonly string[]
  /** Git directories in which only what git obeys is kept from changing. */
  readonly repositories: readonly string[]
  /** `free`: files are kept from commands only where a setting or rule names them. */
  readonly files: 'held' | 'free'
  /** `all`, or those sockets that the person allowed although they lie outside. */
  readonly openSockets: 'all' | readonly string[]
  /** Commands may listen on loopback. Always so on Linux, where the loopback device is the sandbox's own. */
  readonly localBinding: boolean
  /** Settings that cannot be kept, in words. */
  readonly problems: readonly LocalizedText[]
}

/** Below the home directory: what lets its reader act as the person somewhere else. */
const SECRET_HOMES = [
  ...['.ssh', '.aws', '.gnupg', '.azure', '.kube', '.password-store', '.claude', '.claude.json', '.capstan'],
  ...['.config/gcloud', '.config/gh', '.config/hub', '.config/op', '.config/doctl', '.config/rclone'],
  ...['.netrc', '.git-credentials', '.config/git/credentials', '.npmrc', '.yarnrc.yml', '.pypirc', '.pgpass'],
  ...['.docker', '.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials', '.terraform.d'],
  ...[
    '.local/share/keyrings',
    '.local/share/kwalletd',
    '.mozilla',
    '.config/google-chrome',
    '.config/chromium',
  ],
  ...['.vault-token', '.boto', '.s3cfg', '.m2/settings.xml', '.gradle/gradle.properties'],
]
/** Below `~/Library`, where macOS keeps what others keep in hidden directories: keys, profiles of browsers, letters. */
const LIBRARY_SECRETS = [
  ...[
    'Keychains',
    'Accounts',
    'Cookies',
    'HTTPStorages',
    'WebKit',
    'Safari',
    'Mail',
    'Messages',
    'Calendars',
  ],
  ...[
    'Passes',
    'IdentityServices',
    'PersonalizationPortrait',
    'Suggestions',
    'Biome',
    'Reminders',
    'Sharing',
  ],
  ...['Group Containers', 'Containers', 'Metadata/CoreSpotlight', 'Saved Application State'],
  ...['Caches/com.apple.Safari', 'Caches/Google/Chrome', 'Caches/Firefox', 'Mozilla', 'Thunderbird'],
  ...[
    ...[
      'AddressBook',
      'CallHistoryDB',
      'com.apple.TCC',
      'Knowledge',
      'MobileSync',
      'iCloud',
      'Signal',
      'Slack',
    ],
    ...[
      'Google/Chrome',
      'Google/Chrome Beta',
      'Google/Chrome Canary',
      'Chromium',
      'BraveSoftware',
      'Vivaldi',
    ],
    ...['Microsoft Edge', 'com.operasoftware.Opera', 'Arc', 'Firefox', 'LibreWolf', 'Thunderbird', 'discord'],
    ...[
      '1Password',
      'Bitwarden',
      'KeePassXC',
      'Telegram Desktop',
      'gcloud',
      'Claude',
      'Code/User/globalStorage',
    ],
  ].map(name => `Application Support/${name}`),
].map(name => `Library/${name}`)
/** Where daemons listen. */
const RUN_PLACES = ['/run', '/var/run']
/** Systems that keep their programs there. */
const RUN_PROGRAMS = ['/run/current-system', '/run/booted-system', '/run/opengl-driver']
const TMP_PLACES = ['/tmp', '/var/tmp']

/** Inside a git directory: what git runs, or what leads it to other settings. */
export const GIT_GUARDED: readonly string[] = [
  ...['config', 'config.worktree', 'hooks', 'commondir', 'gitdir', 'modules', 'worktrees'],
  'info/attributes',
]

const EVERYTHING: Mount = { kind: 'write', path: '/', of: 'directory' }

/** Pure but for `place.look`. */
export const sandboxPlan = (settings: SandboxSettings, context: SandboxContext): SandboxPlan => {
  const { filesystem = {}, network = {} } = settings
  const problems: LocalizedText[] = [...(context.problems ?? [])]
  const paths = (key: string, entries: readonly string[] | undefined): readonly Found[] =>
    (entries ?? []).flatMap(entry => {
      const path = plainPath(entry, context)
      if (path === undefined) problems.push(says('pattern', { key, entry }))
      if (path === '/') problems.push(says('everything', { key }))
      return path === undefined ? [] : [context.look(path)]
    })
  const reopened = new Set(paths('filesystem.allowRead', filesystem.allowRead).map(found => found.real))
  const isFree = filesystem.disabled === true
  const anySocket = network.allowAllUnixSockets === true
  const openSockets = paths('network.allowUnixSockets', network.allowUnixSockets).map(found => found.real)
  const denied = [
    ...paths('filesystem.denyRead', filesystem.denyRead),
    ...paths('credentials.files', context.credentials),
    ...context.denied.map(context.look),
  ]
  const sockets = context.sockets.map(context.look)
  const shown = new Set([...reopened, ...(context.masked ?? []).map(({ path }) => path)])
  const hidden = [
    ...(isFree ? [] : secretsIn(context)),
    ...context.configHomes.map(context.look),
    ...(anySocket ? [] : [...RUN_PLACES.map(context.look), ...sockets]),
  ].filter(({ real }) => !shown.has(real) && !openSockets.includes(real) && !isChosen(real, context))
  if (context.roots.includes('/') && !isFree) problems.push(says('rootDirectory'))
  const unwritable = paths('filesystem.denyWrite', filesystem.denyWrite)
  const closed = [...mountsOf('guard', unwritable), ...mountsOf('hide', [...hidden, ...denied])]
  const masked = (context.masked ?? []).map(
    ({ path, copy }): Mount => ({ kind: 'mask', path, of: 'file', copy }),
  )
  // Moved with the directory it lies in, it would be somewhere else for the next command.
  const allowed = paths('filesystem.allowWrite', filesystem.allowWrite)
  const writable = [...context.roots, ...allowed.map(({ real }) => real), ...(isFree ? ['/'] : [])]
  const above = [...denied.map(({ real }) => real), ...masked.map(({ path }) => path)].flatMap(path =>
    guardedAbove(path, writable),
  )
  const reached = [
    ...mountsOf('write', openSockets.map(context.look)),
    // Of some program or other, which may end at any moment.
    ...mountsOf('write', anySocket ? sockets : []).map((mount): Mount => ({ ...mount, passing: true })),
  ]
  const wishes: readonly Mount[] = [
    ...(isFree ? [EVERYTHING] : mountsOf('tmp', tmpPlaces(context))),
    ...mountsOf('write', [...context.roots, ...context.writable].map(context.look)),
    ...mountsOf('write', memoryOf(context, [...unwritable, ...denied])),
    ...mountsOf('write', allowed),
    ...reached,
    ...mountsOf('read', [...reopened, ...context.readable, ...RUN_PROGRAMS].map(context.look)),
    ...[...context.guarded, ...above].flatMap(one => guardMounts(one, context)),
    ...closed,
    ...masked,
  ]
  return {
    mounts: arrangeMounts(wishes),
    roots: context.roots,
    repositories: context.guarded.flatMap(({ kind, path }) => (kind === 'repository' ? [path] : [])),
    network: networkOf(settings) === 'none' ? 'none' : 'proxy',
    files: isFree ? 'free' : 'held',
    openSockets: anySocket ? 'all' : openSockets,
    localBinding: network.allowLocalBinding ?? false,
    problems,
  }
}

const tmpPlaces = ({ temporary = [], look }: SandboxContext): readonly Found[] =>
  [...TMP_PLACES, ...temporary].map(look)

/** The directories between a path and the outermost directory that can be written and that it lies in. */
export const guardedAbove = (path: string, writable: readonly string[]): readonly Guarded[] => {
  const [root] = writable
    .filter(one => one !== path && isInside(path, one, { caseSensitive: true }))
    .toSorted((a, b) => a.length - b.length)
  const above: Guarded[] = []
  if (root === undefined) return above
  for (let at = dirname(path); at !== root && at.length > root.length; at = dirname(at))
    above.push({ path: at, kind: 'above' })
  return above
}

/** Most systems have no such library, and are asked once. */
const secretsIn = ({ home, look }: SandboxContext): readonly Found[] => {
  const library = look(join(home, 'Library')).kind === 'directory' ? LIBRARY_SECRETS : []
  return [...SECRET_HOMES, ...library].map(name => look(join(home, name)))
}

/** A person who works in such a directory wants to see it; the program's own home is never shown. */
const isChosen = (real: string, context: SandboxContext): boolean =>
  context.roots.includes(real) && !context.configHomes.some(home => context.look(home).real === real)

/** Hidden for every other command; a path that the person closed stays closed for this one too. */
const memoryOf = ({ memory, look }: SandboxContext, closed: readonly Found[]): readonly Found[] => {
  const found = memory === undefined ? undefined : look(memory)
  return !found || closed.some(({ real }) => isInside(found.real, real, { caseSensitive: true }))
    ? []
    : [found]
}

/** Nothing can be mounted where nothing is. */
const mountsOf = (kind: Mount['kind'], found: readonly Found[]): readonly Mount[] =>
  found.flatMap(({ real, kind: of }) => (of === 'missing' || real === '/' ? [] : [{ kind, path: real, of }]))

const guardMounts = ({ path, kind }: Guarded, context: SandboxContext): readonly Mount[] => {
  if (kind === 'above') return [{ kind: 'keep', path, of: 'directory' }]
  if (kind !== 'repository') return [{ kind: 'guard', path, of: kind }]
  const inside = GIT_GUARDED.map(name => context.look(join(path, name)))
  return [{ kind: 'keep', path, of: 'directory' }, ...mountsOf('guard', inside)]
}

/** `~/x`, `/x` and `//x` as they are, all else below the current directory; undefined for what has wildcards in it. */
export const plainPath = (
  entry: string,
  context: Pick<SandboxContext, 'cwd' | 'home'>,
): string | undefined => {
  const plain = entry.replace(/(?<=.)\/(?:\*{1,2})?$/, '')
  if (/[*?[\]{}]/.test(plain) || plain === '') return undefined
  const path = expandHome(plain, context.home)
  return normalize(isAbsolute(path) ? path.replace(/^\/+/, '/') : join(context.cwd, path))
}
