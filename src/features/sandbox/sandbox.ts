import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import { isInside, resolveReal } from '../../lib/paths.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'
import { bwrapArgv } from './bubblewrap.ts'
import { checkFirst } from './check-mounts.ts'
import { EgressProxy } from './egress-proxy.ts'
import { Guard } from './guard.ts'
import { createHostList } from './host-list.ts'
import { findLinkedWorktree } from './linked-worktree.ts'
import { listeningSockets, namedSockets } from './listening-sockets.ts'
import { type Found, type Guarded, type SandboxPlan, sandboxPlan } from './plan.ts'
import { asideNotes, refusalNotes } from './refusal-note.ts'
import { directHosts, proxyVariables, scrubEnvironment } from './scrub-environment.ts'
import { seatbeltProfile } from './seatbelt.ts'

export interface SandboxOptions {
  readonly settings: SandboxSettings
  readonly platform: string
  /** Path of bubblewrap, or of sandbox-exec. */
  readonly program: string
  /** Runs the bridge, up to its arguments; its files must be readable inside. */
  readonly bridge: { readonly command: readonly [string, ...string[]]; readonly files: readonly string[] }
  roots(): readonly string[]
  readonly home: string
  readonly configHomes: readonly string[]
  /** Results kept for the model. */
  readable(): readonly string[]
  /** What rules forbid to read: plain paths, and names at any depth. */
  denied(): { readonly paths: readonly string[]; isDenied(name: string): boolean }
  /** By the last names of a path, such as `/.vscode`. */
  isProtected(path: string): boolean
  readonly protectedNames: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** The system's directory for temporary files. */
  readonly tmpDir: string
  readonly upstream?: ProxySettings
  /** How many directories are looked through for protected names. */
  readonly maxDirectories?: number
  now(): number
  newToken(): string
}

export interface Entering {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** A file it must be able to write. */
  readonly writable: string
}

/** A command as it must be started, and what is to be done when it has ended. */
export interface Entered {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** To be said with the result, about the start. */
  readonly notices: readonly string[]
  /** Once, at the end: cleans up and answers with what the sandbox kept it from. */
  leave(end: { readonly code: number | null; readonly output: string }): readonly string[]
}

/** The sandbox of a session: one private directory, one proxy, one watch over protected names. */
export class Sandbox implements AsyncDisposable {
  readonly #options: SandboxOptions
  readonly #guard: Guard
  #own: string | undefined
  #proxy: Promise<EgressProxy> | undefined
  #said = new Set<string>()

  constructor(options: SandboxOptions) {
    this.#options = options
    this.#guard = new Guard({
      roots: options.roots,
      isProtected: options.isProtected,
      isHidden: name => options.denied().isDenied(name),
      now: options.now,
      ...(options.maxDirectories === undefined ? {} : { maxDirectories: options.maxDirectories }),
    })
  }

  /** Makes the command one that runs inside. Throws what the file system throws. */
  async enter(command: Entering): Promise<Entered> {
    const { settings } = this.#options
    const own = this.#directory()
    const proxy = (settings.network?.allowedDomains ?? []).length > 0 ? await this.#openProxy(own) : undefined
    const guard = this.#guard.enter()
    const mark = proxy?.mark ?? 0
    try {
      const plan = this.#plan(command, guard, own)
      const notices = [...this.#unsaid(plan.problems), ...this.#unsaid(frozenNote(guard.frozen))]
      return {
        ...this.#start(command, plan, { own, proxy, shared: guard.shared }),
        notices,
        leave: end => {
          const setAside = [...guard.setAside, ...guard.leave()]
          const canLeave = settings.allowUnsandboxedCommands !== false
          return refusalNotes({ ...end, refusals: proxy?.refusalsSince(mark) ?? [], setAside, canLeave })
        },
      }
    } catch (error) {
      guard.leave()
      throw error
    }
  }

  /** A tool outside is about to write this to the path, with the person's leave. */
  expect(path: string, data: Uint8Array): void {
    this.#guard.expect(path, data)
  }

  /**
   * Before and after a command outside: what sandboxed commands that still run may have left for it, or in its shadow,
   * is set aside. Answers with what is to be said about it.
   */
  checkOutside(): readonly string[] {
    return asideNotes(this.#guard.check())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#guard[Symbol.dispose]()
    const proxy = await this.#proxy?.catch(() => undefined)
    await proxy?.[Symbol.asyncDispose]()
    if (this.#own !== undefined) rmSync(this.#own, { recursive: true, force: true })
  }

  #directory(): string {
    if (this.#own === undefined) {
      this.#own = realOf(mkdtempSync(join(this.#options.tmpDir, 'capstan-sandbox-')))
      mkdirSync(join(this.#own, 'tmp'), { mode: 0o700 })
      mkdirSync(join(this.#own, 'net'), { mode: 0o700 })
    }
    return this.#own
  }

  #openProxy(own: string): Promise<EgressProxy> {
    const { settings, upstream, platform, newToken } = this.#options
    this.#proxy ??= EgressProxy.open({
      hosts: createHostList(settings.network ?? {}),
      ...(upstream ? { upstream } : {}),
      // There the sandbox has no network of its own, so the proxy must be reachable by port.
      ...(platform === 'darwin' ? { token: newToken() } : { socketPath: socketIn(own) }),
    })
    return this.#proxy
  }

  #plan(command: Entering, guard: ReturnType<Guard['enter']>, own: string): SandboxPlan {
    const options = this.#options
    const denied = options.denied()
    const roots = options.roots()
    const linked = roots.flatMap(root => findLinkedWorktree(root) ?? [])
    const guarded: readonly Guarded[] = [
      ...guard.guarded,
      ...guard.frozen.map(path => ({ path, kind: 'directory' as const })),
      ...guard.links
        .map(look)
        .flatMap(({ real, kind }) => (kind === 'missing' ? [] : [{ path: real, kind }])),
      ...linked.flatMap(({ gitDir, commonDir }) =>
        [gitDir, commonDir].map(path => ({ path, kind: 'repository' as const })),
      ),
    ]
    return sandboxPlan(options.settings, {
      roots,
      cwd: roots[0] ?? command.cwd,
      home: options.home,
      configHomes: options.configHomes,
      readable: [...options.readable(), join(own, 'net'), ...this.#bridgeFiles()],
      writable: [command.writable, ...linked.flatMap(({ gitDir, commonDir }) => [commonDir, gitDir])],
      guarded,
      denied: [...denied.paths, ...guard.hidden],
      sockets: this.#sockets(roots, own),
      look,
    })
  }

  #bridgeFiles(): readonly string[] {
    const { settings, bridge } = this.#options
    return (settings.network?.allowedDomains ?? []).length > 0 ? bridge.files : []
  }

  /** Those in the working directories are the project's own. */
  #sockets(roots: readonly string[], own: string): readonly string[] {
    const listening = this.#options.platform === 'linux' ? listeningSockets(readTable()) : []
    return [...listening, ...namedSockets(this.#options.env)].filter(
      path => ![...roots, own].some(root => isInside(path, root, { caseSensitive: true })),
    )
  }

  #start(
    command: Entering,
    plan: SandboxPlan,
    {
      own,
      proxy,
      shared,
    }: { readonly own: string; readonly proxy: EgressProxy | undefined; readonly shared: boolean },
  ): Pick<Entered, 'file' | 'args' | 'env'> {
    const { program, platform, protectedNames, bridge, settings } = this.#options
    const tmp = join(own, 'tmp')
    const direct = directHosts(createHostList(settings.network ?? {}).open)
    if (platform === 'darwin') {
      const { port } = proxy ?? {}
      const profile = seatbeltProfile(plan, { tmp, protectedNames, ...(port ? { proxyPort: port } : {}) })
      const address = proxy && `http://capstan:${proxy.token}@127.0.0.1:${port}`
      return {
        file: program,
        args: ['-p', profile, command.file, ...command.args],
        env: {
          ...scrubEnvironment(command.env, tmp),
          ...(address === undefined ? {} : proxyVariables({ address, direct })),
        },
      }
    }
    const [file, ...args] = proxy
      ? ([...bridge.command, socketIn(own), direct, command.file, ...command.args] as const)
      : ([command.file, ...command.args] as const)
    const run = shared ? checkFirst(plan, { file, args }) : { file, args }
    return {
      file: program,
      args: bwrapArgv(plan, { ...run, cwd: command.cwd, tmp }),
      env: scrubEnvironment(command.env, '/tmp'),
    }
  }

  #unsaid(texts: readonly string[]): readonly string[] {
    const fresh = texts.filter(text => !this.#said.has(text))
    for (const text of fresh) this.#said.add(text)
    return fresh
  }
}

const frozenNote = (frozen: readonly string[]): readonly string[] =>
  frozen.length === 0
    ? []
    : [
        `The working directories hold more directories than the sandbox looks through for protected names, or some that cannot be read: nothing can be changed below ${frozen.slice(0, 3).join(', ')}${frozen.length > 3 ? ` and ${frozen.length - 3} others` : ''}.`,
      ]

const socketIn = (own: string): string => join(own, 'net', 'proxy.sock')

const realOf = (path: string): string => {
  const resolved = resolveReal(path)
  return resolved.ok ? resolved.real : path
}

/** A path that cannot be resolved is as good as missing: nothing can be mounted there, and nobody inside gets further. */
const look = (path: string): Found => {
  const missing = { real: path, kind: 'missing' } as const
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    const resolved = stat && resolveReal(path)
    if (!stat || !resolved?.ok) return missing
    return { real: resolved.real, kind: stat.isDirectory() ? 'directory' : 'file' }
  } catch {
    return missing
  }
}

const readTable = (): string => {
  try {
    return readFileSync('/proc/net/unix', 'utf8')
  } catch {
    // Without the table the places where daemons listen are still hidden.
    return ''
  }
}
