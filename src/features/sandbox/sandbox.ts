import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProgramStart } from '../../lib/git/start-git.ts'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import { isInside, resolveReal } from '../../lib/paths.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { LocalizedError } from '../../protocol/messages/localized-text.ts'
import type { GitEntry, GitNeeds } from '../../protocol/run-git.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'
import { bwrapArgv } from './bubblewrap.ts'
import { checkFirst } from './check-mounts.ts'
import { CredentialVault } from './credentials/credential-vault.ts'
import { maskProblems } from './credentials/mask-problems.ts'
import { trustVariables } from './credentials/trusted-roots.ts'
import { watchGitNames } from './git-run.ts'
import { Guard, UNGUARDED } from './guard.ts'
import { ignoredOf } from './ignored-refusals.ts'
import { LinkedWatches } from './linked-watches.ts'
import { findLinkedWorktree, type LinkedWorktree } from './linked-worktree.ts'
import { listeningSockets, namedSockets, socketTable } from './listening-sockets.ts'
import { readOnlyBelow } from './mounts.ts'
import { networkOf } from './network-of.ts'
import { type Guarded, plainPath, type SandboxContext, type SandboxPlan, sandboxPlan } from './plan.ts'
import { type Executed, executedMounts } from './protected-tree.ts'
import { asideNotes, frozenNote, refusalNotes } from './refusal-note.ts'
import { proxyVariables, type ScrubOptions, scrubEnvironment } from './scrub-environment.ts'
import { openedOnMac, seatbeltProfile, temporaryVariables } from './seatbelt.ts'
import { look, whyInvisible } from './visible-files.ts'
import { openWayOut, type WayOut } from './way-out.ts'

export interface SandboxOptions {
  readonly settings: SandboxSettings
  readonly platform: string
  /** Path of bubblewrap, or of sandbox-exec. */
  readonly program: string
  /** Only a sandbox that shares the outside's view of processes works here. */
  readonly nested?: boolean
  /** Runs the bridge, up to its arguments; its files must be readable inside. */
  readonly bridge: { readonly command: readonly [string, ...string[]]; readonly files: readonly string[] }
  roots(): readonly string[]
  readonly home: string
  readonly configHomes: readonly string[]
  /** Results kept for the model. */
  readable(): readonly string[]
  /** Directories of the session itself that commands may write in. */
  writable?(): readonly string[]
  /** What rules forbid to read: plain paths, and names at any depth. */
  denied(): { readonly paths: readonly string[]; isDenied(name: string, directory: string): boolean }
  /** By the last names of a path, such as `/.vscode`. */
  isProtected(path: string): boolean
  readonly protectedNames: readonly string[]
  /** What settings in force run; the same value until that changes. */
  executed?(): Executed | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** The system's directory for temporary files. */
  readonly tmpDir: string
  /** Of macOS: the person's own one, which programs use whatever TMPDIR says. It is closed but for the private directory in it. */
  readonly userTemp?: string
  readonly upstream?: ProxySettings
  /** Asks the person about a host that no list names, until everybody who waits is gone. */
  askHost?(host: string, gone: AbortSignal): Promise<boolean>
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
  /** As the model wrote it. */
  readonly run?: { readonly command: string; readonly memoryWrites?: string }
  readonly atTerminal?: boolean
}

/** A command as it must be started, and what is to be done when it has ended. */
export interface Entered {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** To be said with the result, about the start. */
  readonly notices: readonly LocalizedText[]
  /** Once, at the end: cleans up and answers with what the sandbox kept it from. */
  leave(end: { readonly code: number | null; readonly output: string }): readonly LocalizedText[]
}

interface StartContext {
  readonly own: string
  readonly wayOut: WayOut | undefined
  readonly shared: boolean
  /** Git of our own, which checks files out. */
  readonly isGit?: boolean
}

/** The sandbox of a session: one private directory, one proxy, one watch over protected names. */
export class Sandbox implements AsyncDisposable {
  readonly #options: SandboxOptions
  readonly #guard: Guard
  readonly #vault: CredentialVault
  #own: string | undefined
  #wayOut: Promise<WayOut | undefined> | undefined
  readonly #watches = new LinkedWatches()
  #said = new Set<string>()

  constructor(options: SandboxOptions) {
    this.#options = options
    this.#vault = new CredentialVault(options.settings, { canMaskFiles: options.platform !== 'darwin' })
    this.#guard = new Guard({
      roots: options.roots,
      isProtected: options.isProtected,
      ...(options.executed ? { executed: options.executed } : {}),
      isHidden: (name, directory) => options.denied().isDenied(name, directory),
      now: options.now,
      ...(options.maxDirectories === undefined ? {} : { maxDirectories: options.maxDirectories }),
    })
  }

  /** Makes the command one that runs inside. Throws what the file system throws. */
  async enter(command: Entering): Promise<Entered> {
    const { settings } = this.#options
    const own = this.#directory()
    const wayOut = await this.#openWayOut(own)
    const guard = settings.filesystem?.disabled ? UNGUARDED : this.#guard.enter()
    const endWatch = this.#watches.add(settings.filesystem?.disabled ? [] : this.#linked())
    const refusals = wayOut?.watch() ?? (() => [])
    const ignored = ignoredOf(settings.ignoreViolations, command.run?.command ?? '')
    try {
      const plan = this.#plan(command, guard, own)
      const { problems, ...started } = this.#start(command, plan, { own, wayOut, shared: guard.shared })
      const cannot = maskProblems(settings, this.#vault)
      return {
        ...started,
        notices: this.#unsaid([...plan.problems, ...frozenNote(guard.frozen), ...problems, ...cannot]),
        leave: end => {
          const setAside = [...guard.setAside, ...guard.leave(), ...endWatch()]
          const canLeave = settings.allowUnsandboxedCommands !== false
          const { platform } = this.#options
          return refusalNotes({ ...end, platform, refusals: refusals(), setAside, canLeave, ignored })
        },
      }
    } catch (error) {
      endWatch()
      guard.leave()
      throw error
    }
  }

  /** Git of our own whose checkout starts programs that the person said yes to. Working directories stay as they are. */
  async enterGit({ repository, writes }: GitNeeds): Promise<GitEntry> {
    const own = this.#directory()
    const wayOut = await this.#openWayOut(own)
    const options = this.#options
    const roots = options.roots()
    const directories = repository ? [repository.common, repository.directory] : []
    const plan = sandboxPlan(options.settings, {
      ...this.#credentials(own),
      roots: writes?.files === undefined ? [] : [writes.files],
      cwd: roots[0] ?? options.home,
      home: options.home,
      configHomes: options.configHomes,
      readable: [...roots, join(own, 'net'), ...this.#bridgeFiles()],
      writable: directories,
      guarded: directories.map(path => ({ path, kind: 'repository' })),
      denied: options.denied().paths,
      sockets: this.#sockets(roots, own),
      ...this.#temporary,
      look,
    })
    return {
      wrap: run => this.#start(run, plan, { own, wayOut, shared: false, isGit: true }),
      leave: watchGitNames(repository),
    }
  }

  /**
   * A server, which lives on beside what the person and the model do: it may read the working directories and change
   * nothing in them, because nobody could tell its files from theirs. What settings open for writing elsewhere is open.
   */
  async enterServer(server: ProgramStart): Promise<ProgramStart> {
    const own = this.#directory()
    const wayOut = await this.#openWayOut(own)
    const options = this.#options
    const roots = options.roots()
    const guard = this.#guard.enter()
    guard.leave()
    const settings = { ...options.settings, filesystem: { ...options.settings.filesystem, disabled: false } }
    const plan = sandboxPlan(settings, {
      ...this.#credentials(own),
      roots: [],
      cwd: roots[0] ?? options.home,
      home: options.home,
      configHomes: options.configHomes,
      readable: [...roots, join(own, 'net'), ...this.#bridgeFiles()],
      writable: [],
      guarded: [],
      denied: [...options.denied().paths, ...guard.hidden],
      sockets: this.#sockets(roots, own),
      ...this.#temporary,
      look,
    })
    const held = { ...plan, mounts: readOnlyBelow(roots, plan.mounts) }
    const invisible = whyInvisible(server, held.mounts)
    if (invisible !== undefined) throw new LocalizedError(invisible)
    const started = this.#start(server, held, { own, wayOut, shared: false })
    return { ...started, cwd: server.cwd }
  }

  /** What commands see as the system's temporary directories. */
  get temporary(): string {
    return this.#tmp(this.#directory())
  }

  /** A tool outside is about to write this to the path, with the person's leave. */
  expect(path: string, data: Uint8Array): void {
    this.#guard.expect(path, data)
  }

  /**
   * Before and after a command outside: what sandboxed commands that still run may have left for it, or in its shadow,
   * is set aside. Answers with what is to be said about it.
   */
  checkOutside(): readonly LocalizedText[] {
    return asideNotes([...this.#guard.check(), ...this.#watches.check()])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#guard[Symbol.dispose]()
    const wayOut = await this.#wayOut?.catch(() => undefined)
    await wayOut?.[Symbol.asyncDispose]()
    if (this.#own !== undefined) rmSync(this.#own, { recursive: true, force: true })
  }

  #directory(): string {
    if (this.#own === undefined) {
      const { userTemp, tmpDir } = this.#options
      this.#own = realOf(mkdtempSync(join(userTemp ?? tmpDir, 'capstan-sandbox-')))
      if (!this.#isMac) for (const name of ['tmp', 'net']) mkdirSync(join(this.#own, name), { mode: 0o700 })
    }
    return this.#own
  }

  /** There it is seen under its own name, and is the name of the directory in which the system's programs keep their files. */
  #tmp(own: string): string {
    return this.#isMac ? own : join(own, 'tmp')
  }

  get #isMac(): boolean {
    return this.#options.platform === 'darwin'
  }

  /** For the plan: what is closed because a private directory stands for it. */
  get #temporary(): { readonly temporary?: readonly string[] } {
    const { userTemp } = this.#options
    return userTemp === undefined ? {} : { temporary: [userTemp] }
  }

  #openWayOut(own: string): Promise<WayOut | undefined> {
    const { settings, upstream, newToken, askHost, env, now } = this.#options
    this.#wayOut ??= openWayOut(settings, {
      newToken,
      ...(upstream ? { upstream } : {}),
      ...(this.#isMac ? {} : { directory: join(own, 'net') }),
      ...(askHost ? { mayReach: askHost } : {}),
      ...(this.#vault.isEmpty ? {} : { masks: { vault: this.#vault, own, env, now } }),
    })
    return this.#wayOut
  }

  #plan(command: Entering, guard: ReturnType<Guard['enter']>, own: string): SandboxPlan {
    const options = this.#options
    const denied = options.denied()
    const roots = options.roots()
    const linked = this.#linked()
    const guarded: readonly Guarded[] = [
      ...guard.guarded,
      ...guard.frozen.map(path => ({ path, kind: 'directory' as const })),
      ...executedMounts(options.executed?.(), roots),
      ...guard.links
        .map(look)
        .flatMap(({ real, kind }) => (kind === 'missing' ? [] : [{ path: real, kind }])),
      ...linked.flatMap(({ gitDir, commonDir }) =>
        [gitDir, commonDir].map(path => ({ path, kind: 'repository' as const })),
      ),
    ]
    return sandboxPlan(options.settings, {
      ...this.#credentials(own),
      roots,
      cwd: roots[0] ?? command.cwd,
      home: options.home,
      configHomes: options.configHomes,
      readable: [...options.readable(), join(own, 'net'), ...this.#bridgeFiles()],
      writable: [
        command.writable,
        ...(options.writable?.() ?? []),
        ...linked.flatMap(({ gitDir, commonDir }) => [commonDir, gitDir]),
      ],
      ...(command.run?.memoryWrites === undefined ? {} : { memory: command.run.memoryWrites }),
      guarded,
      denied: [...denied.paths, ...guard.hidden],
      sockets: this.#sockets(roots, own),
      ...this.#temporary,
      look,
    })
  }

  /** Of working directories that are worktrees of a repository elsewhere. */
  #linked(): readonly LinkedWorktree[] {
    return this.#options.roots().flatMap(root => findLinkedWorktree(root) ?? [])
  }

  #credentials(own: string): Pick<SandboxContext, 'masked' | 'credentials' | 'problems'> {
    const { roots, home } = this.#options
    const place = { cwd: roots()[0] ?? home, home }
    const { masked, hidden, problems } = this.#vault.maskFiles(join(own, 'masked'), name => {
      const path = plainPath(name, place)
      return path === undefined ? undefined : look(path)
    })
    return { masked, credentials: hidden, problems }
  }

  #bridgeFiles(): readonly string[] {
    const { settings, bridge } = this.#options
    return networkOf(settings) === 'none' ? [] : bridge.files
  }

  /** Those in the working directories are the project's own. */
  #sockets(roots: readonly string[], own: string): readonly string[] {
    const listening = this.#options.platform === 'linux' ? listeningSockets(socketTable()) : []
    return [...listening, ...namedSockets(this.#options.env).map(({ path }) => path)].filter(
      path => ![...roots, own].some(root => isInside(path, root, { caseSensitive: true })),
    )
  }

  #start(
    command: ProgramStart & Pick<Entering, 'atTerminal'>,
    plan: SandboxPlan,
    { own, wayOut, shared, isGit = false }: StartContext,
  ): Pick<Entered, 'file' | 'args' | 'env'> & { readonly problems: readonly LocalizedText[] } {
    const { program, bridge, settings, userTemp, nested = false } = this.#options
    const tmp = this.#tmp(own)
    const scrubbed = scrubEnvironment(command.env, this.#scrubbing(plan, this.#isMac ? tmp : '/tmp'))
    const { env: masked, problems } = this.#vault.maskVariables(scrubbed)
    const env = wayOut?.trust === undefined ? masked : { ...masked, ...trustVariables(wayOut.trust) }
    if (this.#isMac) {
      const { ports = [], addresses, direct = '' } = wayOut ?? {}
      // What a checkout brings may have any name.
      const names = isGit ? {} : { protectedNames: this.#options.protectedNames }
      const profile = seatbeltProfile(plan, { tmp, ...names, proxyPorts: ports, ...openedOnMac(settings) })
      return {
        file: program,
        args: ['-p', profile, command.file, ...command.args],
        env: {
          ...env,
          ...(plan.files === 'free' ? {} : temporaryVariables(tmp, userTemp)),
          ...(addresses === undefined ? {} : proxyVariables({ ...addresses, direct })),
        },
        problems,
      }
    }
    const [file, ...args] = wayOut
      ? ([
          ...bridge.command,
          JSON.stringify(wayOut.sockets),
          wayOut.direct,
          command.file,
          ...command.args,
        ] as const)
      : ([command.file, ...command.args] as const)
    const run = shared ? checkFirst(plan, { file, args }) : { file, args }
    return { file: program, args: bwrapArgv(plan, { ...command, ...run, tmp, nested }), env, problems }
  }

  /** A variable that leads to a socket stays if the socket may be used. */
  #scrubbing(plan: SandboxPlan, tmp: string): ScrubOptions {
    const { env } = this.#options
    const { openSockets } = plan
    const open = namedSockets(env).filter(
      ({ path }) => openSockets === 'all' || openSockets.includes(realOf(path)),
    )
    return {
      secret: this.#vault.hiddenVariables,
      open: open.map(({ name }) => name),
      ...(plan.files === 'free' ? {} : { tmp }),
    }
  }

  #unsaid(texts: readonly LocalizedText[]): readonly LocalizedText[] {
    const fresh = texts.filter(({ text }) => !this.#said.has(text))
    for (const { text } of fresh) this.#said.add(text)
    return fresh
  }
}

const realOf = (path: string): string => {
  const resolved = resolveReal(path)
  return resolved.ok ? resolved.real : path
}
