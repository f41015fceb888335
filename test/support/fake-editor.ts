import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'

export interface FakeEditorOptions {
  /** Where the lock file goes. */
  readonly directory: string
  readonly folders: readonly string[]
  readonly name?: string
  readonly port?: number
  /** How it is talked to; a WebSocket unless told. */
  readonly transport?: 'ws' | 'sse'
  /** What an editor with events names as the address for messages. */
  readonly endpoint?: string
  /** Written over what the lock file would say. */
  readonly lock?: object
  /** What it does when it is called; absent: diffs wait for {@link FakeEditor.answer}. */
  readonly tools?: Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => unknown>>
}

export interface EditorCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

const TOKEN_HEADER = 'x-claude-code-ide-authorization'
const TOKEN = '550e8400-e29b-41d4-a716-446655440000'

/** One connection, whichever way it came. */
interface Line {
  send(text: string): void
  terminate(): void
}

/** An editor with a plugin, as the public description of the convention has it: a lock file and a way to talk. */
export class FakeEditor implements AsyncDisposable {
  readonly #server: Server
  readonly #options: FakeEditorOptions
  readonly #sockets = new Set<Line>()
  readonly #diffs: { readonly socket: Line; readonly id: unknown }[] = []
  readonly #watchers = new Set<() => void>()
  /** What was asked for with tools/call. */
  readonly calls: EditorCall[] = []
  /** Methods of all messages it got, in order. */
  readonly heard: string[] = []
  readonly headers: Readonly<Record<string, unknown>>[] = []
  readonly #streams = new Map<string, Line>()
  #lockFile = ''

  static async open(options: FakeEditorOptions): Promise<FakeEditor> {
    const server = createServer()
    const editor = new FakeEditor(server, options)
    if (options.transport === 'sse') server.on('request', (asked, answer) => editor.#serve(asked, answer))
    else editor.#upgrade()
    server.listen(options.port ?? 0, '127.0.0.1')
    await once(server, 'listening')
    editor.#lockFile = editor.offer(options.directory, options.folders)
    return editor
  }

  private constructor(server: Server, options: FakeEditorOptions) {
    this.#server = server
    this.#options = options
  }

  get lockFile(): string {
    return this.#lockFile
  }

  #upgrade(): void {
    const sockets = new WebSocketServer({
      server: this.#server,
      verifyClient: ({ req }: { readonly req: IncomingMessage }) => isAllowed(req),
    })
    sockets.on('connection', (socket, request) => {
      socket.on('close', this.#join(socket, request))
      socket.on('message', data => this.#take(socket, JSON.parse(String(data))))
    })
  }

  #serve(asked: IncomingMessage, answer: ServerResponse): void {
    if (!isAllowed(asked)) return void answer.writeHead(401).end()
    if (asked.method === 'GET') return void this.#stream(asked, answer)
    const line = this.#streams.get(new URL(asked.url ?? '', 'http://localhost').searchParams.get('id') ?? '')
    if (!line) return void answer.writeHead(404).end()
    const pieces: Buffer[] = []
    asked.on('data', (piece: Buffer) => pieces.push(piece))
    asked.on('end', () => {
      answer.writeHead(202).end('Accepted')
      this.#take(line, JSON.parse(Buffer.concat(pieces).toString()))
    })
  }

  #stream(asked: IncomingMessage, answer: ServerResponse): void {
    const id = String(this.headers.length)
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    const { endpoint = `/message?id=${id}` } = this.#options
    answer.write(`event: endpoint\ndata: ${endpoint}\n\n`)
    const line: Line = {
      send: text => void answer.write(`event: message\ndata: ${text}\n\n`),
      terminate: () => void answer.destroy(),
    }
    this.#streams.set(id, line)
    answer.on('close', this.#join(line, asked))
  }

  /** What to do when it is over. */
  #join(line: Line, { headers }: IncomingMessage): () => void {
    this.#sockets.add(line)
    this.headers.push(headers)
    return () => {
      this.#sockets.delete(line)
      this.#changed()
    }
  }

  /** Writes a lock file, and says where. */
  offer(directory: string, folders: readonly string[]): string {
    const { name = 'Testvim', lock, transport = 'ws' } = this.#options
    mkdirSync(directory, { recursive: true })
    const file = join(directory, `${this.port}.lock`)
    const written = {
      pid: process.pid,
      workspaceFolders: folders,
      ideName: name,
      transport,
      authToken: TOKEN,
      ...lock,
    }
    writeFileSync(file, JSON.stringify(written))
    chmodSync(file, 0o644)
    return file
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get connections(): number {
    return this.#sockets.size
  }

  /** Resolves when it is so. */
  async until(isSo: () => boolean): Promise<void> {
    if (isSo()) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const watch = (): void => {
      if (isSo()) resolve()
    }
    this.#watchers.add(watch)
    await promise
    this.#watchers.delete(watch)
  }

  async connected(): Promise<void> {
    await this.until(() => this.heard.includes('tools/list'))
  }

  callsOf(name: string): readonly EditorCall[] {
    return this.calls.filter(call => call.name === name)
  }

  notify(method: string, params: unknown): void {
    this.raw(JSON.stringify({ jsonrpc: '2.0', method, params }))
  }

  raw(text: string): void {
    for (const socket of this.#sockets) socket.send(text)
  }

  /** Lines from zero, as editors count. */
  select(filePath: string, text: string, [from, to]: readonly [number, number] = [0, 0]): void {
    const end = { line: to, character: text.split('\n').at(-1)?.length ?? 0 }
    const selection = { start: { line: from, character: 0 }, end, isEmpty: text === '' }
    this.notify('selection_changed', { text, filePath, fileUrl: `file://${filePath}`, selection })
  }

  /** Answers the oldest diff that waits. */
  answer(...texts: readonly string[]): void {
    const diff = this.#diffs.shift()
    diff?.socket.send(JSON.stringify({ jsonrpc: '2.0', id: diff.id, result: contentOf(texts) }))
  }

  /** Cuts all connections, as an editor that crashes does. */
  drop(): void {
    for (const socket of this.#sockets) socket.terminate()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    rmSync(this.lockFile, { force: true })
    this.drop()
    this.#server.closeAllConnections()
    const closed = Promise.withResolvers<void>()
    this.#server.close(() => closed.resolve())
    await closed.promise
  }

  #take(socket: Line, message: Readonly<Record<string, unknown>>): void {
    const { id, method } = message
    this.heard.push(String(method))
    const reply = (result: unknown): void => socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
    if (method === 'initialize')
      reply({ protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 'fake' } })
    if (method === 'tools/list')
      reply({
        tools: [...TOOLS, ...Object.keys(this.#options.tools ?? {})].map(name => ({ name, inputSchema: {} })),
      })
    if (method === 'tools/call') this.#call(socket, message)
    this.#changed()
  }

  #call(socket: Line, { id, params }: Readonly<Record<string, unknown>>): void {
    const { name, arguments: args } = params as {
      readonly name: string
      readonly arguments: EditorCall['args']
    }
    this.calls.push({ name, args })
    const answered = this.#options.tools?.[name]?.(args)
    if (name === 'openDiff' && answered === undefined) this.#diffs.push({ socket, id })
    else
      socket.send(
        JSON.stringify({ jsonrpc: '2.0', id, ...(answered ?? { result: contentOf(['TAB_CLOSED']) }) }),
      )
  }

  #changed(): void {
    for (const watch of this.#watchers) watch()
  }
}

const isAllowed = ({ headers }: IncomingMessage): boolean => headers[TOKEN_HEADER] === TOKEN

/** `close_tab` is answered without being listed, as by the plugin for Neovim. */
const TOOLS = ['openDiff', 'closeAllDiffTabs', 'openFile', 'getDiagnostics', 'getCurrentSelection']

export const contentOf = (texts: readonly string[]): object => ({
  content: texts.map(text => ({ type: 'text', text })),
})
