import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorText } from '../../lib/error-text.ts'
import { killGroupLeftovers } from '../../lib/process/process-tree.ts'
import { spawnGroup } from '../../lib/process/spawn-group.ts'
import { type Diagnostic, readDiagnostics } from './diagnostics.ts'
import { createFrameReader, encodeFrame } from './frames.ts'
import type { LanguageServer } from './server-config.ts'

export interface ClientOptions {
  readonly server: LanguageServer
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** What a server says about a file, whenever it does. */
  onDiagnostics(uri: string, found: readonly Diagnostic[]): void
}

type Fields = Readonly<Record<string, unknown>>

/** One language server while it runs. */
export class LanguageClient implements AsyncDisposable {
  /** Resolves with why it cannot be used any more. */
  readonly ended: Promise<string>
  readonly #options: ClientOptions
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting = new Map<number, (result: unknown) => void>()
  readonly #versions = new Map<string, number>()
  readonly #ready: Promise<void>
  #nextId = 1

  constructor(options: ClientOptions) {
    const { server, cwd, env } = options
    this.#options = options
    this.#child = spawnGroup(server.command, server.args, {
      cwd,
      env: { ...env, ...server.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    }) as ChildProcessWithoutNullStreams
    const { promise, resolve } = Promise.withResolvers<string>()
    this.ended = promise
    const read = createFrameReader()
    this.#child.stdout.on('data', (chunk: Buffer) => {
      try {
        for (const message of read(chunk)) this.#take(Object(message))
      } catch (error) {
        resolve(errorText(error))
        this.#kill()
      }
    })
    // Whatever it logs is for whoever wrote it.
    this.#child.stderr.resume()
    this.#child.stdin.on('error', () => undefined)
    this.#child.once('error', error => resolve(errorText(error)))
    this.#child.once('exit', code => resolve(`it ended with code ${code}`))
    this.#ready = this.#initialize()
  }

  /** Tells the server what a file holds now; what it thinks of that comes when it comes. */
  async show(file: string, text: string): Promise<void> {
    await this.#ready
    const uri = pathToFileURL(file).href
    const version = (this.#versions.get(uri) ?? 0) + 1
    this.#versions.set(uri, version)
    if (version === 1)
      this.#notify('textDocument/didOpen', {
        textDocument: { uri, languageId: this.#options.server.languages[extname(file)] ?? '', version, text },
      })
    else
      this.#notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] })
    this.#notify('textDocument/didSave', { textDocument: { uri }, text })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { shutdownMs } = this.#options.server
    const timer = Promise.withResolvers<void>()
    const clock = setTimeout(() => timer.resolve(), shutdownMs)
    await Promise.race([
      this.#request('shutdown', null).then(() => this.#notify('exit', null)),
      timer.promise,
      this.ended,
    ])
    clearTimeout(clock)
    this.#kill()
    await this.ended
  }

  #kill(): void {
    this.#child.kill('SIGKILL')
    if (this.#child.pid !== undefined) void killGroupLeftovers(this.#child.pid, 100)
  }

  async #initialize(): Promise<void> {
    const { server, cwd } = this.#options
    const uri = pathToFileURL(cwd).href
    const late = setTimeout(() => this.#kill(), server.startupMs)
    const answered = this.#request('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'workspace' }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: { publishDiagnostics: {}, synchronization: { didSave: true } },
      },
      initializationOptions: server.initializationOptions ?? null,
    })
    await Promise.race([answered, this.ended])
    clearTimeout(late)
    this.#notify('initialized', {})
    if (server.settings !== undefined)
      this.#notify('workspace/didChangeConfiguration', { settings: server.settings })
  }

  #send(message: object): void {
    if (!this.#child.stdin.destroyed) this.#child.stdin.write(encodeFrame(message))
  }

  #notify(method: string, params: unknown): void {
    this.#send({ method, params })
  }

  #request(method: string, params: unknown): Promise<unknown> {
    const id = this.#nextId++
    return new Promise(resolve => {
      this.#waiting.set(id, resolve)
      this.#send({ id, method, params })
    })
  }

  #take({ id, method, params, result }: Fields): void {
    if (typeof method !== 'string') {
      const waits = typeof id === 'number' ? this.#waiting.get(id) : undefined
      if (typeof id === 'number') this.#waiting.delete(id)
      waits?.(result)
    } else if (id !== undefined) this.#answer(id, method, Object(params))
    else if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = Object(params) as Fields
      if (typeof uri === 'string') this.#options.onDiagnostics(uri, readDiagnostics(diagnostics))
    }
  }

  /** Servers ask for settings and announce things; what else they want is not to be had. */
  #answer(id: unknown, method: string, { items }: Fields): void {
    if (method === 'workspace/configuration')
      this.#send({
        id,
        result: (Array.isArray(items) ? items : []).map(() => this.#options.server.settings ?? null),
      })
    else if (/^(?:client\/(?:un)?registerCapability|window\/workDoneProgress\/create)$/.test(method))
      this.#send({ id, result: null })
    else this.#send({ id, error: { code: -32_601, message: 'not available' } })
  }
}
