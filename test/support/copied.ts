import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { lookAtCopy, type SeenCopy } from '../../src/engine/sandbox/try-first/look-at-copy.ts'
import { findProtected, PROTECTED_NAMES } from '../../src/features/permissions/paths/protected.ts'
import type { Overlay } from '../../src/features/sandbox/try-first/in-copy.ts'
import { probeOverlay } from '../../src/features/sandbox/try-first/probe-overlay.ts'
import { removeTree } from '../../src/features/sandbox/try-first/room.ts'
import {
  type CopiedCommand,
  type CopyOptions,
  startCopy,
} from '../../src/features/sandbox/try-first/start-copy.ts'
import { spawnGroup } from '../../src/lib/process/spawn-group.ts'
import { BRIDGE } from './sandboxed.ts'
import { tmpDir } from './tmp-dir.ts'
import { TRIAL_FILES } from './trial-commands.ts'

export interface Tried extends AsyncDisposable {
  readonly seen: SeenCopy
  readonly output: string
  readonly code: number | null
  readonly hosts: readonly string[]
  readonly base: string
}

export interface CopyBench extends AsyncDisposable {
  readonly root: string
  readonly project: string
  /** Runs it in a copy, to its end. */
  run(command: string): Promise<Tried>
  start(
    command: string,
  ): Promise<{ readonly copied: CopiedCommand; readonly pid: number; ended(): Promise<Tried> }>
}

const PATH = process.env['PATH'] ?? '/usr/bin:/bin'
let known: Promise<Overlay | undefined> | undefined

const overlayHere = (place: string): Promise<Overlay | undefined> => {
  const uid = process.getuid?.() ?? 0
  const run = async (file: string, args: readonly string[]) => ({ code: spawnSync(file, args).status })
  return probeOverlay({
    path: PATH,
    program: '/usr/bin/bwrap',
    nested: false,
    place,
    user: { uid, gid: process.getgid?.() ?? 0 },
    run,
  })
}

/** A project of its own whose commands run in copies of it. */
export const openCopyBench = async ({
  files = TRIAL_FILES,
  ...more
}: Partial<CopyOptions> & { readonly files?: Readonly<Record<string, string>> } = {}): Promise<CopyBench> => {
  const tmp = tmpDir()
  const root = tmp.path
  const [project, home, place] = ['project', 'home', 'config/copies'].map(name => join(root, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [project, home, place]) mkdirSync(path, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true })
    writeFileSync(join(project, name), content)
  }
  known ??= overlayHere(place)
  const overlay = await known
  if (!overlay) throw new Error('no overlay can be had here')
  let count = 0
  const start: CopyBench['start'] = async command => {
    count += 1
    const writable = join(root, `${count}.cwd`)
    writeFileSync(writable, '')
    const copied = await startCopy(
      {
        settings: {},
        platform: 'linux',
        program: '/usr/bin/bwrap',
        bridge: BRIDGE,
        roots: () => [project],
        home,
        configHomes: [join(root, 'config')],
        readable: () => [],
        denied: () => ({ paths: [], isDenied: () => false }),
        isProtected: path => findProtected(path) !== undefined,
        protectedNames: PROTECTED_NAMES,
        env: {},
        tmpDir: tmpdir(),
        now: () => Date.now(),
        newToken: () => 'token',
        isHeld: false,
        overlay,
        place,
        path: PATH,
        ...more,
      },
      {
        file: '/bin/bash',
        args: ['-c', `exec 2>&1; ${command}`],
        cwd: project,
        env: { PATH, HOME: home, LC_ALL: 'C.UTF-8' },
        writable,
      },
    )
    if (!copied) throw new Error('there is no place for a copy')
    const child = spawnGroup(copied.file, copied.args, { env: copied.env, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
    const closed = new Promise<number | null>(resolve => child.once('close', resolve))
    return {
      copied,
      pid: child.pid ?? 0,
      async ended() {
        const code = await closed
        return {
          code,
          output: Buffer.concat(chunks).toString('utf8'),
          hosts: copied.hosts(),
          base: copied.room.base,
          seen: lookAtCopy(copied.room, { isHeld: more.isHeld ?? false }),
          [Symbol.asyncDispose]: async () => await copied[Symbol.asyncDispose](),
        }
      },
    }
  }
  return {
    root,
    project,
    start,
    run: async command => await (await start(command)).ended(),
    async [Symbol.asyncDispose]() {
      // A command may have closed directories to whoever is not root.
      removeTree(project)
      await tmp[Symbol.asyncDispose]()
    },
  }
}

/** What is below a directory: kind, rights, content or target; with `times` also what nobody can set back. */
export const treeOf = (
  directory: string,
  { times = false }: { readonly times?: boolean } = {},
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const walk = (path: string): void => {
    for (const name of readdirSync(path)) {
      const at = join(path, name)
      const stat = lstatSync(at, { bigint: true })
      const mode = (Number(stat.mode) & 0o7777).toString(8)
      const what = stat.isDirectory()
        ? 'd'
        : stat.isSymbolicLink()
          ? `l ${readlinkSync(at)}`
          : stat.isFile()
            ? `f ${createHash('sha256').update(readFileSync(at)).digest('hex')} @${stat.mtimeNs}`
            : 'special'
      found.set(
        relative(directory, at),
        `${what.split(' ')[0] === 'l' ? '' : mode} ${what}${times ? ` ${stat.ctimeNs} ${stat.ino} ${stat.nlink}` : ''}`,
      )
      if (stat.isDirectory()) walk(at)
    }
  }
  walk(directory)
  return found
}

/** Times of files can be set to the microsecond, and read to the nanosecond. */
const CLOCK_NS = 1_000n

/** Paths that differ, but for less than a microsecond in their times. */
export const unlike = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] =>
  differences(before, after).filter(path => {
    const [one = '', time] = (before.get(path) ?? '').split('@')
    const [other = '', then] = (after.get(path) ?? '').split('@')
    if (one !== other || time === undefined || then === undefined) return true
    const apart = BigInt(time) - BigInt(then)
    return apart > CLOCK_NS || apart < -CLOCK_NS
  })

/** Paths that differ. */
export const differences = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter(path => before.get(path) !== after.get(path))
    .toSorted()
