import type { ChildProcess } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { escapeLine } from '../../lib/escape-text.ts'
import { remoteHostText } from '../../protocol/messages/engine/remote-host.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import {
  FRAME_VERSION,
  type FrameFromHere,
  type FrameFromThere,
  frameFromThere,
} from '../../protocol/remote/frames.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Dial } from './dial.ts'
import { FrameReader } from './frame-reader.ts'
import {
  connectScript,
  copyScript,
  missingOn,
  programFor,
  removeScript,
  type SummedProgram,
} from './programs.ts'

export type Ready = Extract<FrameFromThere, { readonly t: 'ready' }>
export type CallResult = Extract<FrameFromThere, { readonly t: 'result' }>
type CallFrame = Extract<FrameFromHere, { readonly t: 'call' }>

export interface LinkOptions {
  /** The machine, for people. */
  readonly address: string
  readonly dial: Dial
  programs(): Promise<readonly SummedProgram[]>
  /** Sixteen hexadecimal digits: the same for the same session, machine and directory. */
  readonly session: string
  readonly directory?: string
  readonly keepsProgram: boolean
  readonly lingerMs: number
  readonly language?: 'en' | 'zh' | undefined
  /** Of a new agent: what the file history knew before it. */
  earlier(): Iterable<Extract<FrameFromHere, { readonly t: 'line' | 'blob' }>>
  /** How much of the output of each command is here. */
  outputs(): Readonly<Record<string, number>>
  /** Takes over what comes unasked; what has a number is on disk when this returns. */
  take(frame: FrameFromThere): void
  /** Each new connection, before anything else of it. */
  linked(ready: Ready): void
  onState(text: LocalizedText): void
  /** Milliseconds before each attempt to connect again. */
  readonly pauses?: readonly number[]
}

const PAUSES = [200, 500, 1000, 2000, 4000, 8000, 15_000, 30_000]
/** Connections that break off before they are of use, one after the other. */
const MOST_CUTS = 10

/** A connection that came to nothing. */
interface Silence {
  readonly said: string
  /** The agent was there. */
  readonly met: boolean
}

/** Of what ssh says when it gives up. */
const MOST_WORDS = 600

interface Pending<T> {
  readonly frame: FrameFromHere
  readonly done: PromiseWithResolvers<T>
  readonly onProgress?: (step: { readonly text: string; readonly bytes?: number }) => void
}

/** The way to the agent of a session on another machine. It may be cut at any byte; what was asked for goes on all the same. */
export class RemoteLink implements AsyncDisposable {
  readonly #at: LinkOptions
  readonly #calls = new Map<string, Pending<CallResult>>()
  readonly #questions = new Map<string, Pending<Readonly<Record<string, unknown>>>>()
  #connecting: Promise<Ready> | undefined
  #child: ChildProcess | undefined
  #ready: Ready | undefined
  #taken = 0
  #closed = false
  #wake: (() => void) | undefined

  constructor(at: LinkOptions) {
    this.#at = at
  }

  /** Connects with the first who asks. Throws ToolError where that is not possible. */
  async ready(): Promise<Ready> {
    if (this.#closed) throw new ToolError(remoteHostText('closed', { host: this.#at.address }))
    this.#connecting ??= this.#connect()
    try {
      return await this.#connecting
    } catch (error) {
      if (!this.#ready) this.#connecting = undefined
      throw error
    }
  }

  async call(
    frame: Omit<CallFrame, 't'>,
    {
      signal,
      onProgress,
    }: { readonly signal: AbortSignal; readonly onProgress: Pending<CallResult>['onProgress'] },
  ): Promise<CallResult> {
    await this.ready()
    const pending: Pending<CallResult> = {
      frame: { t: 'call', ...frame },
      done: Promise.withResolvers(),
      ...(onProgress ? { onProgress } : {}),
    }
    const cancel = (): void => this.#say({ t: 'cancel', id: frame.id })
    this.#calls.set(frame.id, pending)
    signal.addEventListener('abort', cancel, { once: true })
    try {
      this.#say(pending.frame)
      if (signal.aborted) cancel()
      return await pending.done.promise
    } finally {
      signal.removeEventListener('abort', cancel)
      this.#calls.delete(frame.id)
    }
  }

  async ask(
    what: 'rewind' | 'changes',
    about: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    await this.ready()
    const id = crypto.randomUUID()
    const pending = {
      frame: { t: 'ask', id, what, about: { ...about } } as const,
      done: Promise.withResolvers<Readonly<Record<string, unknown>>>(),
    }
    this.#questions.set(id, pending)
    try {
      this.#say(pending.frame)
      return await pending.done.promise
    } finally {
      this.#questions.delete(id)
    }
  }

  stopTask(task: string): void {
    this.#say({ t: 'stop', task })
  }

  /** Cuts the link as a network would; for tests. */
  cut(): void {
    this.#child?.kill('SIGKILL')
  }

  /** Ends the agent there with all it started, and removes what it left. Waits for that where there is a link. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return
    const connecting = this.#connecting
    if (connecting && !this.#ready) await connecting.catch(() => undefined)
    if (!this.#child && this.#ready) await this.#redial().catch(() => undefined)
    this.#closed = true
    this.#wake?.()
    const child = this.#child
    if (child) {
      const gone = Promise.withResolvers<void>()
      child.once('close', () => gone.resolve())
      this.#say({ t: 'end' })
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
      await gone.promise
      clearTimeout(timer)
    }
    this.#fail(remoteHostText('closed', { host: this.#at.address }))
  }

  #say(frame: FrameFromHere): void {
    this.#child?.stdin?.write(`${JSON.stringify(frame)}\n`)
  }

  /** Until there is a link, with a copy of the agent where there is none. */
  async #connect(): Promise<Ready> {
    const programs = await this.#at.programs()
    const first = await this.#dialUntilCut(programs)
    if ('t' in first) return first
    const machine = missingOn(first.said)
    if (!machine) throw this.#notConnected(first.said)
    const program = programFor(programs, machine)
    if (!program)
      throw new ToolError(
        remoteHostText('no_program', { host: this.#at.address, system: escapeLine(machine.system, 100) }),
      )
    this.#at.onState(remoteHostText('copies', { host: this.#at.address }))
    const copied = await this.#copy(program)
    if (!copied.includes('capstan-copied')) throw this.#notConnected(copied)
    const second = await this.#dialUntilCut(programs)
    if ('t' in second) return second
    const remove = this.#at.keepsProgram ? undefined : this.#at.dial(removeScript(program))
    if (remove) await collect(remove)
    throw this.#notConnected(second.said)
  }

  async #redial(): Promise<Ready> {
    this.#connecting = this.#connect()
    return await this.#connecting
  }

  #notConnected(said: string): ToolError {
    const why = escapeLine(said.trim().replaceAll(/\s*\n\s*/g, ' · '), MOST_WORDS)
    const { address: host } = this.#at
    return new ToolError(
      why === '' ? remoteHostText('silent', { host }) : remoteHostText('not_connected', { host, why }),
    )
  }

  async #copy(program: SummedProgram): Promise<string> {
    const child = this.#at.dial(copyScript(program))
    if (!child?.stdin) return ''
    const said = collect(child)
    child.stdin.on('error', () => undefined)
    createReadStream(program.file).pipe(child.stdin)
    return await said
  }

  /** One that was cut when the agent had begun is tried again. */
  async #dialUntilCut(programs: readonly SummedProgram[]): Promise<Ready | Silence> {
    const { pauses = PAUSES } = this.#at
    for (let turn = 0; ; turn += 1) {
      const answer = await this.#dialOnce(programs)
      if ('t' in answer || !answer.met || turn >= MOST_CUTS || this.#closed) return answer
      await this.#pause(pauses[Math.min(turn, pauses.length - 1)] ?? 0)
    }
  }

  /** One connection: its `ready`, or what was said instead. */
  #dialOnce(programs: readonly SummedProgram[]): Promise<Ready | Silence> {
    const { dial, session } = this.#at
    const child = dial(connectScript(programs, session))
    if (!child?.stdin || !child.stdout)
      throw new ToolError(remoteHostText('no_ssh', { host: this.#at.address }))
    const settled = Promise.withResolvers<Ready | Silence>()
    let met = false
    let early = ''
    let refused: string | undefined
    const reader = new FrameReader(
      frameFromThere,
      frame => {
        if (frame.t === 'refused') {
          refused = frame.why
          child.kill('SIGKILL')
        } else if (frame.t === 'ready') settled.resolve(this.#linked(frame, child))
        else this.#take(frame)
      },
      {
        line: 'capstan-link-1',
        met: () => {
          met = true
          this.#hello(child)
        },
      },
    )
    child.stdout.on('data', (piece: Buffer) => {
      if (early.length < 10_000) early += piece.toString('utf8')
      if (!reader.add(piece)) child.kill('SIGKILL')
    })
    let words = ''
    child.stderr?.on('data', (piece: Buffer) => {
      words = (words + piece.toString('utf8')).slice(-4000)
    })
    child.stdin.on('error', () => undefined)
    child.once('error', error => settled.resolve({ said: error.message, met: false }))
    child.once('close', () => {
      const said = refused ?? (missingOn(early) ? early : words || (met ? '' : early))
      settled.resolve({ said, met: met && refused === undefined })
      if (this.#child === child) this.#lost()
    })
    return settled.promise
  }

  #hello(child: ChildProcess): void {
    const { directory, lingerMs, language, keepsProgram, outputs } = this.#at
    const hello: FrameFromHere = {
      t: 'hello',
      v: FRAME_VERSION,
      taken: this.#taken,
      lingerMs,
      keeps: keepsProgram,
      outputs: outputs(),
      ...(directory === undefined ? {} : { directory }),
      ...(language ? { language } : {}),
    }
    child.stdin?.write(`${JSON.stringify(hello)}\n`)
  }

  #linked(ready: Ready, child: ChildProcess): Ready {
    const known = this.#ready !== undefined
    this.#child = child
    this.#ready = ready
    if (ready.fresh) {
      this.#taken = 0
      // It was ended there, with all it did: what came of that nobody knows.
      if (known) this.#fail(remoteHostText('ended_there', { host: this.#at.address }))
      for (const frame of this.#at.earlier()) this.#say(frame)
    }
    this.#at.linked(ready)
    for (const { frame } of [...this.#calls.values(), ...this.#questions.values()]) this.#say(frame)
    if (known) this.#at.onState(remoteHostText('linked_again', { host: this.#at.address }))
    return ready
  }

  #take(frame: FrameFromThere): void {
    if ('n' in frame && frame.n <= this.#taken) return
    if (frame.t === 'progress') {
      const { text, bytes } = frame
      this.#calls.get(frame.id)?.onProgress?.({ text, ...(bytes === undefined ? {} : { bytes }) })
    } else if (frame.t === 'result') this.#calls.get(frame.id)?.done.resolve(frame)
    else if (frame.t === 'answer') {
      const done = this.#questions.get(frame.id)?.done
      if (frame.problem === undefined) done?.resolve(frame.value ?? {})
      else
        done?.reject(
          new ToolError(
            remoteHostText('refused', { host: this.#at.address, why: escapeLine(frame.problem, MOST_WORDS) }),
          ),
        )
    } else this.#at.take(frame)
    if (!('n' in frame)) return
    this.#taken = frame.n
    this.#say({ t: 'taken', n: frame.n })
  }

  #lost(): void {
    this.#child = undefined
    if (this.#closed) return
    this.#connecting = this.#again()
    // Whoever waits for it hears of it; nobody may.
    this.#connecting.catch(() => undefined)
  }

  async #again(): Promise<Ready> {
    const { address: host, onState, pauses = PAUSES, lingerMs } = this.#at
    onState(remoteHostText('lost', { host }))
    const until = performance.now() + lingerMs
    for (let turn = 0; ; turn += 1) {
      await this.#pause(pauses[Math.min(turn, pauses.length - 1)] ?? 0)
      if (this.#closed) throw new ToolError(remoteHostText('closed', { host }))
      try {
        return await this.#connect()
      } catch (error) {
        if (performance.now() < until) continue
        onState(remoteHostText('given_up', { host }))
        this.#fail(remoteHostText('given_up', { host }))
        this.#ready = undefined
        this.#connecting = undefined
        throw error
      }
    }
  }

  #pause(ms: number): Promise<void> {
    const over = Promise.withResolvers<void>()
    const timer = setTimeout(over.resolve, ms)
    this.#wake = () => {
      clearTimeout(timer)
      over.resolve()
    }
    return over.promise
  }

  #fail(why: LocalizedText): void {
    const error = new ToolError(why)
    for (const { done } of [...this.#calls.values(), ...this.#questions.values()]) {
      done.promise.catch(() => undefined)
      done.reject(error)
    }
  }
}

/** The agent there ends what it started first. */
const END_MS = 10_000

const collect = async (child: ChildProcess): Promise<string> => {
  let said = ''
  const add = (piece: Buffer): void => {
    said = (said + piece.toString('utf8')).slice(-4000)
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  const over = Promise.withResolvers<void>()
  child.once('error', () => over.resolve())
  child.once('close', () => over.resolve())
  await over.promise
  return said
}
