import { randomUUID } from 'node:crypto'
import type { RunningServer } from '../../frontends/serve/server.ts'
import type { SessionHub } from '../../frontends/serve/session-hub.ts'
import type { RemotePort, WatchLinksPort } from '../../frontends/tui/ports/remote-port.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { Env } from '../../protocol/host.ts'
import { terminalText } from '../../protocol/messages/cli/terminal.ts'
import { LocalizedError } from '../../protocol/messages/localized-text.ts'
import type { ClientInfo } from '../../protocol/serve/wire.ts'
import type { VoiceSettings } from '../../protocol/terminal-settings.ts'

interface RemoteOptions {
  readonly env: Env
  readonly version: string
  readonly configHome: string
  readonly cwd: string
  /** Settings forbid it. */
  isOff(): boolean
  voice(): VoiceSettings | undefined
}

interface Running {
  readonly hub: SessionHub
  readonly server: RunningServer
  end(): Promise<void>
}

const TERMINAL: ClientInfo = { id: 'terminal', name: 'Terminal', kind: 'terminal' }

/** Serves the one conversation on the screen, in this process, as long as the person wants it. */
export class RemoteControl implements RemotePort {
  readonly #options: RemoteOptions
  readonly #listeners = new Set<(watchers: number | undefined) => void>()
  #engine: Engine | undefined
  #running: Promise<Running> | undefined
  #hub: SessionHub | undefined
  /** Whoever signed in once finds the next conversation at the same address. */
  #port = 0

  constructor(options: RemoteOptions) {
    this.#options = options
  }

  /** The conversation on the screen from now on, so that what is said there is known to come from there. */
  lend(engine: Engine): Engine {
    const goesOn = this.#port !== 0
    this.#engine = engine
    if (goesOn) void this.start().catch(() => this.#tell(undefined))
    return {
      send: op => (this.#hub?.engine === engine ? this.#hub.send(TERMINAL, op) : engine.send(op)),
      events: () => engine.events(),
      query: query => engine.query(query),
      look: (what, about, signal) => engine.look(what, about, signal),
      rewindFiles: request => engine.rewindFiles(request),
      rewind: request => engine.rewind(request),
      compact: request => engine.compact(request),
      idle: () => engine.idle(),
      [Symbol.asyncDispose]: async () => {
        await this.#end()
        if (this.#engine === engine) this.#engine = undefined
        await engine[Symbol.asyncDispose]()
      },
    }
  }

  async start(): Promise<{ readonly url: string; readonly link: string }> {
    if (this.#options.isOff()) throw new LocalizedError(terminalText('remote_off'))
    const engine = this.#engine
    if (!engine) throw new LocalizedError(terminalText('on_server'))
    this.#running ??= this.#begin(engine)
    try {
      const { server } = await this.#running
      return { url: server.url, link: server.newLink().url }
    } catch (error) {
      this.#running = undefined
      throw error
    }
  }

  async stop(): Promise<boolean> {
    const was = this.#running !== undefined
    this.#port = 0
    await this.#end()
    this.#tell(undefined)
    return was
  }

  async watchLinks(): Promise<WatchLinksPort | undefined> {
    const running = await this.#running?.catch(() => undefined)
    if (!running) return undefined
    const { watching } = running.server
    const { id } = running.hub
    return {
      create: hours => watching.create(id, hours),
      list: () => watching.list(id),
      end: link => watching.end(id, link),
    }
  }

  isOurs(): boolean {
    return this.#hub?.isForTerminal() ?? true
  }

  onChange(listener: (watchers: number | undefined) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(watchers: number | undefined): void {
    for (const listener of this.#listeners) listener(watchers)
  }

  async #begin(engine: Engine): Promise<Running> {
    const [{ serveTerminal }, { speechTranscriber }] = await Promise.all([
      import('../serve/serve-terminal.ts'),
      import('../serve/transcribe-speech.ts'),
    ])
    const running = await serveTerminal({
      ...this.#options,
      engine,
      terminal: TERMINAL,
      reach: 'shared',
      transcribe: speechTranscriber({ ...this.#options, voice: this.#options.voice() }),
      newId: randomUUID,
      ...(this.#port === 0 ? {} : { port: this.#port }),
      onClients: count => this.#tell(count),
    })
    this.#hub = running.hub
    this.#port = Number(new URL(running.server.url).port)
    this.#tell(0)
    return running
  }

  async #end(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    this.#hub = undefined
    // One that could not begin has nothing to end.
    await running?.then(
      ({ end }) => end(),
      () => undefined,
    )
  }
}
