import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { resolveReal } from '../../../lib/paths.ts'
import type { SandboxSettings } from '../../../protocol/settings.ts'
import { bwrapArgv } from '../bubblewrap.ts'
import { CredentialVault } from '../credentials/credential-vault.ts'
import { findLinkedWorktree } from '../linked-worktree.ts'
import { listeningSockets, namedSockets, socketTable } from '../listening-sockets.ts'
import type { Mount } from '../mounts.ts'
import { type Guarded, plainPath, sandboxPlan } from '../plan.ts'
import { executedMounts, ProtectedTree } from '../protected-tree.ts'
import type { Entering, SandboxOptions } from '../sandbox.ts'
import { scrubEnvironment } from '../scrub-environment.ts'
import { look } from '../visible-files.ts'
import { openWayOut, type WayOut } from '../way-out.ts'
import { asUser, type Overlay, startInCopy } from './in-copy.ts'
import { copiedMounts, isWithin, type Layer, mountedWithin, outermost } from './layers.ts'
import { type CopyRoom, openRoom, removeTree, type Wanted } from './room.ts'

export interface CopyOptions extends Omit<SandboxOptions, 'writable' | 'upstream' | 'askHost'> {
  /** Commands run in a sandbox here: protected names are kept from changing as they are there. */
  readonly isHeld: boolean
  /** What commands see as the temporary directory where they run in a sandbox. */
  readonly temporaryDirectory?: string
  readonly overlay: Overlay
  /** Where copies lie. */
  readonly place: string
  /** Of programs of the system. */
  readonly path: string
}

/** A command that runs in a copy of the directories it may change. */
export interface CopiedCommand extends AsyncDisposable {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly room: CopyRoom
  /** What it asked for of the network, which is closed. */
  hosts(): readonly string[]
}

const TMP = '/tmp'
/** Nothing is let through, and what was asked for is known. */
const CLOSED: SandboxSettings['network'] = { allowedDomains: ['nothing.invalid'] }

/** Undefined: what is to be copied holds the place for copies. Throws what the file system throws. */
export const startCopy = async (
  options: CopyOptions,
  command: Entering,
): Promise<CopiedCommand | undefined> => {
  const roots = options.roots()
  const linked = roots.flatMap(root => findLinkedWorktree(root) ?? [])
  const copied = outermost(
    [...roots, ...linked.flatMap(({ gitDir, commonDir }) => [gitDir, commonDir])].map(realOf),
  )
  const parent = realOf(options.place)
  if (copied.some(path => isWithin(parent, path))) return undefined
  const net = mkdtempSync(join(options.tmpDir, 'capstan-copy-'))
  let wayOut: WayOut | undefined
  let room: CopyRoom | undefined
  try {
    room = openRoom(parent, base => [...copied.map(asItIs), temporaryOf(options, base)], [net])
    const settings = settingsOf(options.settings)
    const { newToken } = options
    wayOut = await openWayOut(settings, { directory: net, newToken })
    const refusals = wayOut?.watch()
    const vault = new CredentialVault(settings, { canMaskFiles: true })
    const mounts = mountsFor({ options, command, room, net, vault, settings })
    const started = start({ options, command, room, wayOut, vault }, mounts)
    const owned = { room, wayOut }
    return {
      ...started,
      room,
      hosts: () => [...new Set((refusals?.() ?? []).map(({ host }) => host))],
      async [Symbol.asyncDispose]() {
        await owned.wayOut?.[Symbol.asyncDispose]()
        owned.room[Symbol.dispose]()
        removeTree(net)
      },
    }
  } catch (error) {
    await wayOut?.[Symbol.asyncDispose]()
    room?.[Symbol.dispose]()
    removeTree(net)
    throw error
  }
}

const asItIs = (path: string): Wanted => ({ place: path, lower: path, target: path })

/** What opens more than the working directories is not for a trial. */
const settingsOf = ({ filesystem, credentials }: SandboxSettings): SandboxSettings => {
  const { denyRead, denyWrite, allowRead } = filesystem ?? {}
  return {
    ...(credentials ? { credentials } : {}),
    network: CLOSED,
    filesystem: {
      ...(denyRead ? { denyRead } : {}),
      ...(denyWrite ? { denyWrite } : {}),
      ...(allowRead ? { allowRead } : {}),
    },
  }
}

/** Where the copy itself lies below it, it is a directory with nothing in it. */
const temporaryOf = ({ temporaryDirectory }: CopyOptions, base: string): Wanted => {
  if (temporaryDirectory !== undefined)
    return { place: TMP, lower: temporaryDirectory, target: temporaryDirectory }
  const real = realOf(TMP)
  if (!isWithin(base, real)) return { place: TMP, lower: real, target: real }
  const empty = join(base, 'tmp')
  mkdirSync(empty, { mode: 0o700 })
  return { place: TMP, lower: empty, target: real }
}

interface Starting {
  readonly options: CopyOptions
  readonly command: Entering
  readonly room: CopyRoom
  readonly net: string
  readonly vault: CredentialVault
  readonly settings: SandboxSettings
}

const mountsFor = ({ options, command, room, net, vault, settings }: Starting): readonly Mount[] => {
  const roots = options.roots()
  const place = { cwd: roots[0] ?? command.cwd, home: options.home }
  const { guarded, hidden } = guardedIn(options)
  const { masked, hidden: credentials } = vault.maskFiles(join(room.base, 'masked'), name => {
    const path = plainPath(name, place)
    return path === undefined ? undefined : look(path)
  })
  const plan = sandboxPlan(settings, {
    roots: room.layers.filter(({ place: at }) => at !== TMP).map(({ place: at }) => at),
    ...place,
    configHomes: options.configHomes,
    readable: [...options.readable(), net, ...options.bridge.files],
    writable: [command.writable],
    guarded,
    denied: [...options.denied().paths, ...hidden],
    masked,
    credentials,
    // What a program in the working directory listens on leads out of the copy as well.
    sockets: [
      ...listeningSockets(socketTable()),
      ...namedSockets(options.env).map(({ path }) => path),
    ].filter(path => !isWithin(path, net)),
    look,
  })
  const inner = mountedWithin(
    readFileSync('/proc/self/mountinfo', 'utf8'),
    room.layers.filter(({ lower, place: at }) => lower === at).map(({ lower }) => lower),
  )
  const mounts = copiedMounts(plan.mounts, {
    layers: room.layers,
    own: [realOf(command.writable)],
    inner: inner.filter(path => look(path).kind === 'directory'),
  })
  for (const layer of room.layers) if (isWithin(layer.lower, room.base)) preparePlaces(layer, mounts)
  return mounts
}

/** As in the sandbox, where commands run in one. */
const guardedIn = (
  options: CopyOptions,
): { readonly guarded: readonly Guarded[]; readonly hidden: readonly string[] } => {
  const tree = new ProtectedTree({
    roots: options.roots,
    isProtected: options.isHeld ? options.isProtected : () => false,
    ...(options.isHeld && options.executed ? { executed: options.executed } : {}),
    isHidden: (name, directory) => options.denied().isDenied(name, directory),
    now: options.now,
    ...(options.maxDirectories === undefined ? {} : { maxDirectories: options.maxDirectories }),
  })
  const { protected: found, hidden, unseen } = tree.look()
  if (!options.isHeld) return { guarded: [], hidden }
  const guarded: readonly Guarded[] = [
    ...found.flatMap(({ path, kind }): readonly Guarded[] => (kind === 'link' ? [] : [{ path, kind }])),
    ...unseen.map(path => ({ path, kind: 'directory' as const })),
    ...executedMounts(options.executed?.(), options.roots()),
  ]
  return { guarded, hidden }
}

/** Mounts need something to be made on; made by the sandbox it would look like the work of the command. */
const preparePlaces = ({ place, lower }: Layer, mounts: readonly Mount[]): void => {
  for (const { path, of } of mounts) {
    if (path === place || !isWithin(path, place)) continue
    const at = join(lower, relative(place, path))
    if (statSync(at, { throwIfNoEntry: false })) continue
    mkdirSync(of === 'directory' ? at : dirname(at), { recursive: true })
    if (of === 'file') writeFileSync(at, '')
  }
}

const start = (
  {
    options,
    command,
    room,
    wayOut,
    vault,
  }: Pick<Starting, 'options' | 'command' | 'room' | 'vault'> & { readonly wayOut: WayOut | undefined },
  mounts: readonly Mount[],
): Pick<CopiedCommand, 'file' | 'args' | 'env'> => {
  const { overlay, bridge, program, nested = false } = options
  const inside = wayOut
    ? [...bridge.command, JSON.stringify(wayOut.sockets), wayOut.direct, command.file, ...command.args]
    : [command.file, ...command.args]
  const [file = '', ...args] = inside
  const argv = bwrapArgv(
    {
      mounts,
      network: 'proxy',
      roots: options.roots(),
      repositories: [],
      files: 'held',
      openSockets: [],
      localBinding: true,
      problems: [],
    },
    { file, args, cwd: command.cwd, nested },
  )
  const env = scrubEnvironment(command.env, { tmp: TMP, secret: vault.hiddenVariables })
  return {
    ...startInCopy(
      overlay,
      { base: room.base, layers: room.layers, path: options.path },
      { file: program, args: [...asUser(overlay), ...argv] },
    ),
    env: vault.maskVariables(env).env,
  }
}

const realOf = (path: string): string => {
  const resolved = resolveReal(path)
  return resolved.ok ? resolved.real : path
}
