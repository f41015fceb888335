import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteLink } from '../../features/remote-host/link.ts'
import type { BackgroundEnd } from '../../protocol/agents/background-work.ts'
import { remoteHostText } from '../../protocol/messages/engine/remote-host.ts'
import type { FrameFromThere } from '../../protocol/remote/frames.ts'
import type { RemoteSession } from './options.ts'

type TaskFrame = Extract<FrameFromThere, { readonly t: 'started' | 'ended' | 'output' }>
type Described = Extract<FrameFromThere, { readonly t: 'started' }>['task']
type Ended = Extract<FrameFromThere, { readonly t: 'ended' }>

interface Adopted {
  readonly file: string
  readonly listeners: Set<(chunk: Buffer) => void>
  readonly ended: PromiseWithResolvers<BackgroundEnd>
  bytes: number
  /** It has ended, and its output is on its way. */
  end?: Ended
}

const MOST_OUTPUT_BYTES = 512 * 1024 * 1024

/** Commands that run in the background on another machine, as tasks of the session. */
export class AdoptedTasks {
  readonly #all = new Map<string, Adopted>()
  readonly #session: RemoteSession
  readonly #host: string
  readonly #directory: string
  readonly #link: () => RemoteLink

  constructor(
    session: RemoteSession,
    at: { readonly host: string; readonly directory: string; readonly link: () => RemoteLink },
  ) {
    this.#session = session
    this.#host = at.host
    this.#directory = at.directory
    this.#link = at.link
  }

  outputs(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#all].map(([id, { bytes }]) => [id, bytes]))
  }

  /** Those that run there now; what ran and is not among them ended with its agent. */
  running(tasks: readonly Described[], fresh: boolean): void {
    if (fresh)
      for (const [id, { ended }] of this.#all) {
        const reason = remoteHostText('task_unknown')
        ended.resolve({ status: 'failed', reason: reason.text, localized: reason })
        this.#all.delete(id)
      }
    for (const task of tasks) this.#adopt(task)
  }

  take(frame: TaskFrame): void {
    if (frame.t === 'started') this.#adopt(frame.task)
    const task = frame.t === 'started' ? undefined : this.#all.get(frame.task)
    if (!task || frame.t === 'started') return
    if (frame.t === 'output') this.#addOutput(task, frame)
    else task.end = frame
    this.#settle(frame.task, task)
  }

  #addOutput(task: Adopted, { from, data }: Extract<TaskFrame, { readonly t: 'output' }>): void {
    if (from !== task.bytes || task.bytes > MOST_OUTPUT_BYTES) return
    const chunk = Buffer.from(data, 'base64')
    appendFileSync(task.file, chunk, { mode: 0o600 })
    task.bytes += chunk.length
    for (const listener of task.listeners) listener(chunk)
  }

  #settle(id: string, { end, bytes, ended }: Adopted): void {
    if (!end || bytes < Math.min(end.bytes, MOST_OUTPUT_BYTES)) return
    const { status, exitCode, printed } = end
    ended.resolve({
      status,
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(printed === undefined ? {} : { printed }),
    })
    this.#all.delete(id)
  }

  #adopt({ id, description, command, toolUseId }: Described): void {
    // A name that the session knows already is not theirs to take.
    if (this.#all.has(id) || this.#session.tasks.get(id)) return
    const file = join(this.#directory, `${id}.output`)
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    rmSync(file, { force: true })
    appendFileSync(file, '', { mode: 0o600 })
    const adopted: Adopted = {
      file,
      listeners: new Set(),
      ended: Promise.withResolvers(),
      bytes: 0,
    }
    this.#all.set(id, adopted)
    this.#session.tasks.add({
      kind: 'shell',
      id,
      description,
      command: `${this.#host}: ${command}`,
      toolUseId,
      outputFile: file,
      ended: adopted.ended.promise,
      stop: async () => {
        this.#link().stopTask(id)
        await adopted.ended.promise
      },
      onOutput(listener) {
        adopted.listeners.add(listener)
        return () => adopted.listeners.delete(listener)
      },
    })
  }
}
