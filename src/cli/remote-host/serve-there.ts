import { closeSync, lstatSync, mkdirSync, realpathSync, rmSync, statSync, writeSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { FrameReader } from '../../features/remote-host/frame-reader.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import { errorText } from '../../lib/error-text.ts'
import {
  FRAME_VERSION,
  type FrameFromHere,
  type FrameFromThere,
  frameFromHere,
} from '../../protocol/remote/frames.ts'
import type { RewindRequest } from '../../protocol/session/file-history.ts'
import { AGENT_READY, connected } from './bridge.ts'
import { CallsThere } from './calls-there.ts'
import { changesThere, startingPoint } from './changes-there.ts'
import { HistoryThere } from './history-there.ts'
import { Outbox } from './outbox.ts'
import { described, TasksThere } from './tasks-there.ts'

/** Until somebody has said how long it may be alone. */
const FIRST_LINGER_MS = 60_000

/** Serves one session until it is told to end, or nobody was there for too long. Nothing of it is left then. */
export const serveThere = async (directory: string): Promise<{ readonly keeps: boolean }> => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const made = lstatSync(directory)
  if (!made.isDirectory() || made.uid !== process.getuid?.() || (made.mode & 0o077) !== 0)
    throw new Error(`${directory} is not a directory of this user alone`)
  const path = join(directory, 's')
  const agent = new AgentThere(directory)
  const server = createServer(socket => agent.attach(socket))
  if (!(await listens(server, path))) {
    // One that was killed left its socket; one that runs serves the session.
    if (await connected(path)) return { keeps: true }
    rmSync(path, { force: true })
    if (!(await listens(server, path))) return { keeps: true }
  }
  process.on('SIGHUP', () => undefined)
  process.on('SIGTERM', () => void agent.end())
  writeSync(3, AGENT_READY)
  closeSync(3)
  const end = await agent.over
  server.close()
  rmSync(directory, { recursive: true, force: true })
  return end
}

const listens = (server: Server, path: string): Promise<boolean> => {
  const listening = Promise.withResolvers<boolean>()
  server.once('error', () => listening.resolve(false))
  server.listen(path, () => listening.resolve(true))
  return listening.promise
}

type Hello = Extract<FrameFromHere, { readonly t: 'hello' }>

class AgentThere {
  readonly #directory: string
  readonly #outbox = new Outbox()
  readonly #tasks = new TasksThere(this.#outbox)
  readonly #over = Promise.withResolvers<{ readonly keeps: boolean }>()
  #calls: CallsThere | undefined
  #history: HistoryThere | undefined
  #root = ''
  #env: Readonly<Record<string, string>> = {}
  #start: Promise<string | undefined> | undefined
  #socket: Socket | undefined
  #lingerMs = FIRST_LINGER_MS
  #alone: NodeJS.Timeout | undefined
  #keeps = false
  #ending = false

  constructor(directory: string) {
    this.#directory = directory
    this.#wait()
  }

  get over(): Promise<{ readonly keeps: boolean }> {
    return this.#over.promise
  }

  /** The newest link is the one that counts. */
  attach(socket: Socket): void {
    this.#socket?.destroy()
    this.#detach()
    this.#socket = socket
    clearTimeout(this.#alone)
    const write = (frame: FrameFromThere): void => void socket.write(`${JSON.stringify(frame)}\n`)
    const reader = new FrameReader(frameFromHere, frame => void this.#take(frame, write))
    socket.on('data', piece => reader.add(piece) || socket.destroy())
    socket.on('error', () => undefined)
    socket.once('close', () => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#detach()
      this.#wait()
    })
  }

  async end(): Promise<void> {
    if (this.#ending) return
    this.#ending = true
    clearTimeout(this.#alone)
    await this.#calls?.[Symbol.asyncDispose]()
    this.#history?.[Symbol.dispose]()
    const socket = this.#socket
    this.#detach()
    if (socket) {
      const gone = Promise.withResolvers<void>()
      socket.once('close', () => gone.resolve())
      socket.end(`${JSON.stringify({ t: 'bye' } satisfies FrameFromThere)}\n`)
      // Nobody has to read it.
      setTimeout(() => socket.destroy(), 1000).unref()
      await gone.promise
    }
    this.#over.resolve({ keeps: this.#keeps })
  }

  #detach(): void {
    this.#outbox.detach()
    this.#tasks.detach()
  }

  #wait(): void {
    this.#alone = setTimeout(() => void this.end(), this.#lingerMs)
  }

  async #take(frame: FrameFromHere, write: (frame: FrameFromThere) => void): Promise<void> {
    if (this.#ending) return
    switch (frame.t) {
      case 'hello':
        return this.#hello(frame, write)
      case 'taken':
        return this.#outbox.taken(frame.n)
      case 'line':
        return this.#history?.remember(frame.line)
      case 'blob':
        return this.#history?.store(Buffer.from(frame.data, 'base64'))
      case 'call':
        return await this.#calls?.run(frame)
      case 'cancel':
        return this.#calls?.cancel(frame.id)
      case 'stop':
        return await this.#tasks.stop(frame.task)
      case 'ask':
        return await this.#answer(frame)
      case 'end':
        return await this.end()
    }
  }

  #hello(hello: Hello, write: (frame: FrameFromThere) => void): void {
    this.#lingerMs = hello.lingerMs
    this.#keeps = hello.keeps
    const fresh = this.#calls === undefined
    try {
      if (fresh) this.#begin(hello)
    } catch (error) {
      write({ t: 'refused', why: errorText(error) })
      return
    }
    this.#outbox.attach(hello.taken, write)
    write({
      t: 'ready',
      v: FRAME_VERSION,
      fresh,
      directory: this.#root,
      results: join(this.#directory, 'results'),
      system: `${process.platform} ${process.arch}`,
      calls: [...(this.#calls?.running() ?? [])],
      running: this.#tasks.running().map(described),
    })
    this.#tasks.attach(hello.outputs)
    this.#outbox.repeat()
  }

  #begin({ directory, language }: Hello): void {
    const home = realpathSync(homedir())
    const root = realpathSync(directory ?? home)
    if (!statSync(root).isDirectory()) throw new Error(`${root} is not a directory`)
    const results = join(realpathSync(this.#directory), 'results')
    mkdirSync(results, { recursive: true, mode: 0o700 })
    const env = childEnvironment(process.env, { secretNames: [], projectDir: root })
    const at = { root, home, env, outbox: this.#outbox, tasks: this.#tasks }
    this.#history = new HistoryThere({ ...at, directory: realpathSync(this.#directory) })
    this.#calls = new CallsThere({ ...at, results, language, history: this.#history })
    this.#root = root
    this.#env = env
    this.#start = startingPoint({ root, env })
  }

  async #answer({ id, what, about }: Extract<FrameFromHere, { readonly t: 'ask' }>): Promise<void> {
    try {
      const value = await this.#valueOf(what, about)
      this.#outbox.post({ t: 'answer', id, value: { ...value } })
    } catch (error) {
      this.#outbox.post({ t: 'answer', id, problem: errorText(error).slice(0, 5000) })
    }
  }

  async #valueOf(what: 'rewind' | 'changes', about: Readonly<Record<string, unknown>>): Promise<object> {
    const history = this.#history
    if (!history) throw new Error('nothing has begun yet')
    await history.settle()
    if (what === 'rewind') return await history.rewind(about as unknown as RewindRequest)
    return await changesThere({ root: this.#root, env: this.#env }, await this.#start, this.#directory)
  }
}
