import { readFile } from 'node:fs/promises'
import { extname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languageServerText } from '../../protocol/messages/engine/language-servers.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { type Diagnostic, sayDiagnostics } from './diagnostics.ts'
import { LanguageClient } from './language-client.ts'
import type { LanguageServer } from './server-config.ts'

export interface WatchEditsOptions {
  readonly cwd: string
  env(): Readonly<Record<string, string>>
  servers(): Promise<readonly LanguageServer[]>
  /** A server cannot be used, in words for the person. */
  warn(text: LocalizedText): void
  /** The longest that a request waits for what servers say. */
  readonly waitMs: number
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
}

interface Running {
  readonly client: LanguageClient
  restarts: number
}

const MAX_BYTES = 1024 * 1024

/** Shows edited files to language servers and collects what they say. Nothing starts before the first such edit. */
export class EditWatch implements AsyncDisposable {
  readonly #options: WatchEditsOptions
  readonly #edited = new Set<string>()
  readonly #running = new Map<string, Running>()
  readonly #gone = new Map<string, number>()
  /** What was said of a file and not told yet, and what was told. */
  readonly #found = new Map<string, readonly Diagnostic[]>()
  readonly #told = new Map<string, string>()
  readonly #covered = new Set<string>()
  readonly #heard = new Set<() => void>()

  constructor(options: WatchEditsOptions) {
    this.#options = options
  }

  /** A server has said something of the file. */
  covers(file: string): boolean {
    return this.#covered.has(file)
  }

  edited(file: string): void {
    this.#edited.add(file)
  }

  /** What is new since the last time, in words for the model; undefined: nothing. */
  async news(): Promise<string | undefined> {
    const files = [...this.#edited]
    this.#edited.clear()
    if (files.length > 0) await this.#show(files)
    const lines: string[] = []
    for (const [file, found] of this.#found) {
      const text = sayDiagnostics(relative(this.#options.cwd, file), found, this.#options.language)
      const before = this.#told.get(file)
      if (text === before || (found.length === 0 && before === undefined)) continue
      this.#told.set(file, text)
      lines.push(text)
    }
    this.#found.clear()
    return lines.length === 0 ? undefined : lines.join('\n')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ client }) => client[Symbol.asyncDispose]()))
  }

  async #show(files: readonly string[]): Promise<void> {
    const servers = await this.#options.servers()
    const wanted = files.flatMap(file =>
      servers
        .filter(({ languages }) => languages[extname(file)] !== undefined)
        .map(server => ({ file, server })),
    )
    if (wanted.length === 0) return
    const open = new Set(wanted.map(({ file }) => file))
    const { promise, resolve } = Promise.withResolvers<void>()
    const clock = setTimeout(resolve, this.#options.waitMs)
    const listen = (): void => {
      if ([...open].every(file => this.#found.has(file))) resolve()
    }
    this.#heard.add(listen)
    for (const { file } of wanted) this.#found.delete(file)
    for (const { file, server } of wanted) void this.#tell(server, file, resolve)
    await promise
    clearTimeout(clock)
    this.#heard.delete(listen)
  }

  async #tell(server: LanguageServer, file: string, giveUp: () => void): Promise<void> {
    const client = this.#clientFor(server)
    if (!client) return giveUp()
    void client.ended.then(giveUp)
    try {
      const text = await readFile(file, 'utf8')
      if (text.length <= MAX_BYTES) await client.show(file, text)
    } catch {
      // It is gone again: nothing to show.
      giveUp()
    }
  }

  #clientFor(server: LanguageServer): LanguageClient | undefined {
    const running = this.#running.get(server.name)
    if (running) return running.client
    const restarts = this.#gone.get(server.name) ?? 0
    if (restarts > server.maxRestarts) return undefined
    const { cwd, env, warn } = this.#options
    const client = new LanguageClient({
      server,
      cwd,
      env: env(),
      onDiagnostics: (uri, found) => this.#take(uri, found),
    })
    this.#running.set(server.name, { client, restarts })
    void client.ended.then(why => {
      if (this.#running.get(server.name)?.client !== client) return
      this.#running.delete(server.name)
      this.#gone.set(server.name, restarts + 1)
      if (restarts === 0)
        warn(languageServerText('does_not_run', { name: server.name, command: server.command, reason: why }))
    })
    return client
  }

  #take(uri: string, found: readonly Diagnostic[]): void {
    if (!uri.startsWith('file:')) return
    const file = fileURLToPath(uri)
    this.#found.set(file, found)
    this.#covered.add(file)
    for (const listen of this.#heard) listen()
  }
}
