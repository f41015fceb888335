import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { errorText } from '../../lib/error-text.ts'
import type { ProgramStart } from '../../lib/git/start-git.ts'
import { killGroupLeftovers } from '../../lib/process/process-tree.ts'
import { spawnGroup } from '../../lib/process/spawn-group.ts'
import { CLIENT_CAPABILITIES } from './client-capabilities.ts'
import { createFrameReader, encodeFrame } from './frames.ts'
import type { LanguageServer } from './server-config.ts'

export interface ClientOptions {
  readonly server: LanguageServer
  readonly root: string
  readonly start: ProgramStart
  /** What it says unasked. */
  onNotify(method: string, params: Fields): void
  /** It wants files changed, as the last step of a command it was given. */
  onApplyEdit?(edit: unknown): void
}

export type Fields = Readonly<Record<string, unknown>>

/** Of what a server says it can do, what is asked of it. Written here: the library's own types reach who embeds it. */
export interface Capabilities {
  readonly callHierarchyProvider?: unknown
  readonly codeActionProvider?: unknown
  readonly definitionProvider?: unknown
  readonly diagnosticProvider?: unknown
  readonly documentFormattingProvider?: unknown
  readonly documentSymbolProvider?: unknown
  readonly executeCommandProvider?: { readonly commands: readonly string[] }
  readonly hoverProvider?: unknown
  readonly implementationProvider?: unknown
  readonly referencesProvider?: unknown
  readonly renameProvider?: unknown
  readonly typeHierarchyProvider?: unknown
  readonly workspaceSymbolProvider?: unknown
}

/** Why a server has no answer. */
export class ServerSilence extends Error {
  override readonly name = 'ServerSilence'
  readonly kind: 'ended' | 'late' | 'refused' | 'aborted'

  constructor(kind: ServerSilence['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: ServerSilence): void
}

/** Messages, and bytes of them, within the time below beyond which a server is taken for broken. */
const FLOOD_MESSAGES = 20_000
const FLOOD_BYTES = 128 * 1024 * 1024
const FLOOD_MS = 10_000
/** What waits to be read by a server; one for which more waits reads nothing any more. */
const MOST_UNREAD = 64 * 1024 * 1024
/** Requests in a row that it lets pass before it is taken for dead. */
const MOST_LATE = 4
/** Who is asked for less time may well have other work. */
const PATIENT_MS = 4_000
const REASON_CHARS = 300

/** One language server while it runs: its process and the wire to it. */
export class LanguageClient implements AsyncDisposable {
  /** Resolves with why it cannot be used any more. */
  readonly ended: Promise<string>
  /** Rejects when it never came to answer. */
  readonly ready: Promise<Capabilities>
  readonly #options: ClientOptions
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting = new Map<number, Waiting>()
  readonly #registered = new Set<string>()
  readonly #end: (why: string) => void
  #nextId = 1
  #late = 0
  #errors = ''
  #heard = { since: 0, messages: 0, bytes: 0 }

  constructor(options: ClientOptions) {
    this.#options = options
    const { file, args, env, cwd, ...rest } = options.start
    this.#child = spawnGroup(file, args, {
      ...rest,
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    }) as ChildProcessWithoutNullStreams
    const { promise, resolve } = Promise.withResolvers<string>()
    this.ended = promise
    this.#end = why => {
      resolve(why)
      for (const [id, { reject }] of this.#waiting) {
        this.#waiting.delete(id)
        reject(new ServerSilence('ended', why))
      }
    }
    this.#listen()
    this.ready = this.#initialize()
    this.ready.catch(() => undefined)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Whether the server said, at any time, that it wants or does this. */
  registered(method: string): boolean {
    return this.#registered.has(method)
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params })
  }

  /** Rejects with {@link ServerSilence}: no answer in time, a refusal, the end of the server. */
  request(
    method: string,
    params: unknown,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<unknown> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      const give = (error: ServerSilence): void => {
        if (!this.#waiting.delete(id)) return
        this.notify('$/cancelRequest', { id })
        settle()
        reject(error)
      }
      const clock = setTimeout(() => {
        give(new ServerSilence('late', `no answer to ${method} in ${timeoutMs} ms`))
        if (timeoutMs >= PATIENT_MS) this.#late += 1
        if (this.#late >= MOST_LATE) this.#fail('it does not answer any more')
      }, timeoutMs)
      const onAbort = (): void => give(new ServerSilence('aborted', 'nobody waits for it'))
      const settle = (): void => {
        clearTimeout(clock)
        signal?.removeEventListener('abort', onAbort)
      }
      this.#waiting.set(id, {
        resolve(result) {
          settle()
          resolve(result)
        },
        reject(error) {
          settle()
          reject(error)
        },
      })
      if (signal?.aborted) return onAbort()
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#send({ id, method, params })
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { shutdownMs } = this.#options.server
    await this.request('shutdown', null, { timeoutMs: Math.max(1, shutdownMs) }).then(
      () => this.notify('exit', null),
      () => undefined,
    )
    this.#fail('it was ended')
    await this.ended
  }

  /** It cannot be used any more, whatever it does. */
  #fail(why: string): void {
    this.#end(why)
    this.#child.kill('SIGKILL')
    if (this.#child.pid !== undefined) void killGroupLeftovers(this.#child.pid, 100)
  }

  /** For who finds that it takes too much. */
  giveUp(why: string): void {
    this.#fail(why)
  }

  #listen(): void {
    const read = createFrameReader()
    this.#child.stdout.on('data', (chunk: Buffer) => {
      try {
        this.#count('bytes', chunk.length, FLOOD_BYTES)
        for (const message of read(chunk)) this.#take(Object(message))
      } catch (error) {
        this.#fail(errorText(error))
      }
    })
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString('utf8')).slice(-REASON_CHARS)
    })
    this.#child.stdin.on('error', () => undefined)
    this.#child.once('error', error => this.#end(errorText(error)))
    this.#child.once('exit', code => {
      const said = this.#errors.trim().split('\n').at(-1) ?? ''
      this.#end(`it ended with code ${code}${said === '' ? '' : ` (${said})`}`)
    })
  }

  async #initialize(): Promise<Capabilities> {
    const { server, root } = this.#options
    const uri = pathToFileURL(root).href
    const answer = await this.request(
      'initialize',
      {
        // In a sandbox our process is not to be seen, and who looks for it ends. Ours ends them, whatever happens to us.
        processId: null,
        clientInfo: { name: 'capstan' },
        rootUri: uri,
        rootPath: root,
        workspaceFolders: [{ uri, name: 'workspace' }],
        capabilities: CLIENT_CAPABILITIES,
        initializationOptions: server.initializationOptions ?? null,
      },
      { timeoutMs: server.startupMs },
    ).catch((error: unknown) => {
      this.#fail(errorText(error))
      throw error
    })
    this.notify('initialized', {})
    if (server.settings !== undefined)
      this.notify('workspace/didChangeConfiguration', { settings: server.settings })
    const { capabilities } = Object(answer) as { readonly capabilities?: unknown }
    return Object(capabilities)
  }

  #send(message: object): void {
    const { stdin } = this.#child
    if (stdin.destroyed) return
    stdin.write(encodeFrame(message))
    if (stdin.writableLength > MOST_UNREAD) this.#fail('it does not read what it is told')
  }

  #take({ id, method, params, result, error }: Fields): void {
    this.#count('messages', 1, FLOOD_MESSAGES)
    this.#late = 0
    if (typeof method !== 'string') this.#settle(id, result, error)
    else if (id !== undefined) this.#answer(id, method, Object(params))
    else this.#options.onNotify(method, Object(params))
  }

  #settle(id: unknown, result: unknown, error: unknown): void {
    const waits = typeof id === 'number' ? this.#waiting.get(id) : undefined
    if (typeof id !== 'number' || !waits) return
    this.#waiting.delete(id)
    const { message } = Object(error) as Fields
    if (error === undefined || error === null) waits.resolve(result)
    else waits.reject(new ServerSilence('refused', typeof message === 'string' ? message : 'it refused'))
  }

  #count(what: 'messages' | 'bytes', count: number, most: number): void {
    const now = performance.now()
    if (now - this.#heard.since > FLOOD_MS) this.#heard = { since: now, messages: 0, bytes: 0 }
    this.#heard[what] += count
    if (this.#heard[what] > most) throw new Error('it sends more than anybody can read')
  }

  /** Servers ask for settings and announce things; what else they want is not to be had. */
  #answer(id: unknown, method: string, fields: Fields): void {
    if (method === 'client/registerCapability')
      for (const each of listOf(fields['registrations'])) {
        const { method: wanted } = Object(each) as Fields
        if (typeof wanted === 'string') this.#registered.add(wanted)
      }
    if (method === 'workspace/applyEdit') this.#options.onApplyEdit?.(fields['edit'])
    if (method === 'workspace/configuration')
      this.#send({ id, result: listOf(fields['items']).map(item => this.#section(item)) })
    else if (method === 'workspace/applyEdit')
      this.#send({ id, result: { applied: this.#options.onApplyEdit !== undefined } })
    else if (HARMLESS.has(method)) this.#send({ id, result: null })
    else this.#send({ id, error: { code: -32_601, message: 'not available' } })
  }

  /** `a.b` of the settings; all of them where no section is named. */
  #section(item: unknown): unknown {
    const { section } = Object(item) as Fields
    const { settings = null } = this.#options.server
    if (typeof section !== 'string' || section === '') return settings
    let at: unknown = settings
    for (const key of section.split('.'))
      at = at !== null && typeof at === 'object' && Object.hasOwn(at, key) ? (at as Fields)[key] : undefined
    return at ?? null
  }
}

const HARMLESS = new Set([
  'client/registerCapability',
  'client/unregisterCapability',
  'window/workDoneProgress/create',
  'window/showMessageRequest',
  'workspace/diagnostic/refresh',
  'workspace/semanticTokens/refresh',
  'workspace/inlayHint/refresh',
  'workspace/codeLens/refresh',
])

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
