import { execFile } from 'node:child_process'
import type { EditorApi } from './editor-api.ts'
import { checkArguments, findProgram, StartProblem } from './find-program.ts'
import { ServeClient } from './serve-client.ts'
import { isLoopback, type ServeProcess, startServe } from './serve-process.ts'
import type { ExtensionWords } from './words.ts'

export interface ServerOptions {
  readonly api: EditorApi
  readonly words: ExtensionWords
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of the editor link, for the sessions of the program. */
  linkPort(): number | undefined
  /** It ended by itself. */
  ended(reason: string): void
  log(line: string): void
}

const LINK_MS = 15_000

/** The one `capstan serve` of this window, or another one of the person's that it was attached to. */
export class Server {
  readonly #options: ServerOptions
  #process: ServeProcess | undefined
  #attached: ServeClient | undefined
  #client: Promise<ServeClient> | undefined
  #isOver = false

  constructor(options: ServerOptions) {
    this.#options = options
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Where sessions are reached now; undefined: nowhere. */
  get url(): string | undefined {
    return this.#attached?.url ?? this.#process?.url
  }

  get folder(): string | undefined {
    const [first] = this.#options.api.workspace.workspaceFolders ?? []
    return first?.uri.scheme === 'file' ? first.uri.fsPath : undefined
  }

  /** Starts it where it does not run. Throws StartProblem. */
  connect(): Promise<ServeClient> {
    if (this.#attached) return Promise.resolve(this.#attached)
    this.#client ??= this.#start().catch((error: unknown) => {
      this.#client = undefined
      throw error
    })
    return this.#client
  }

  /** The newest server of the person's that runs elsewhere: of a terminal, or of `capstan serve`. Throws StartProblem. */
  async attach(): Promise<ServeClient> {
    const { words } = this.#options
    const link = await this.#linkOfNewest()
    if (!isLoopback(link)) throw new StartProblem(words.foreignAddress(new URL(link).origin))
    this.#attached = await ServeClient.signIn(link)
    return this.#attached
  }

  /** Whether the panel was looking at another server than the window's own. */
  leave(): boolean {
    const was = this.#attached !== undefined
    this.#attached = undefined
    return was
  }

  /** What runs in a terminal. Throws StartProblem. */
  program(): string {
    const { api, words, env } = this.#options
    if (!api.workspace.isTrusted) throw new StartProblem(words.untrusted)
    const folders = (api.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)
    const setting = api.workspace.getConfiguration('capstan').get<string>('program') ?? ''
    return findProgram(setting, { path: env['PATH'] ?? '', folders, words, platform: process.platform })
  }

  dispose(): void {
    this.#isOver = true
    this.#process?.stop()
  }

  async #start(): Promise<ServeClient> {
    const { api, words, env, linkPort, log } = this.#options
    const program = this.program()
    const cwd = this.folder
    if (cwd === undefined) throw new StartProblem(words.noFolder)
    const args = api.workspace.getConfiguration('capstan').get<readonly unknown[]>('args') ?? []
    const port = linkPort()
    const running = await startServe({
      program,
      args: checkArguments(args, words),
      cwd,
      env: { ...env, ...(port === undefined ? {} : { CAPSTAN_SSE_PORT: String(port) }) },
      words,
      log,
    })
    this.#process = running
    log(`${program} runs at ${running.url}`)
    void running.ended.then(reason => this.#end(running, reason))
    if (this.#isOver) running.stop()
    return await ServeClient.signIn(running.link)
  }

  #end(running: ServeProcess, reason: string): void {
    if (this.#process !== running) return
    this.#process = undefined
    this.#client = undefined
    if (!this.#isOver) this.#options.ended(reason)
  }

  /** The program knows where its servers run, and signs in there. */
  #linkOfNewest(): Promise<string> {
    const { words, env } = this.#options
    const program = this.program()
    return new Promise((resolve, reject) => {
      execFile(program, ['serve', 'link'], { env, timeout: LINK_MS }, (error, stdout, stderr) => {
        const link = stdout.trim().split('\n')[0] ?? ''
        if (!error && link !== '') return resolve(link)
        reject(new StartProblem(words.noServer(stderr.trim() || (error?.message ?? ''))))
      })
    })
  }
}
