import { closeSync, openSync, readSync } from 'node:fs'
import type { BackgroundTasks, TaskWork } from '../../protocol/agents/task-work.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { type TaskInfo, ToolError } from '../../protocol/tool.ts'
import type { Outbox } from './outbox.ts'

const MOST_RUNNING = 16
const PIECE_BYTES = 64 * 1024
const MOST_PRINTED = 20_000

interface Running {
  readonly info: TaskInfo
  readonly work: TaskWork
  /** Bytes of its output that were said. */
  sent: number
  ended?: number
}

/** Commands in the background on this machine: the session that has them is elsewhere, and hears of each by its id. */
export class TasksThere implements BackgroundTasks {
  readonly #all = new Map<string, Running>()
  readonly #outbox: Outbox
  #linked = false

  constructor(outbox: Outbox) {
    this.#outbox = outbox
  }

  checkRoom(): void {
    if (this.running().length >= MOST_RUNNING)
      throw new ToolError(verbatim(`${MOST_RUNNING} commands run in the background there already.`))
  }

  add(work: TaskWork): TaskInfo {
    this.checkRoom()
    const { description, command = '', toolUseId = 'none', outputFile } = work
    const info: TaskInfo = {
      id: `r${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`,
      kind: 'shell',
      status: 'running',
      startedAt: Date.now(),
      ...{ description, command, toolUseId },
      ...(outputFile === undefined ? {} : { outputFile }),
    }
    const task: Running = { info, work, sent: 0 }
    this.#all.set(info.id, task)
    this.#outbox.post({ t: 'started', task: described(info) })
    work.onOutput?.(() => this.#say(task))
    void work.ended.then(({ status, exitCode, printed }) => {
      task.ended = Date.now()
      this.#say(task)
      this.#outbox.post({
        t: 'ended',
        task: info.id,
        status,
        bytes: task.sent,
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(printed === undefined ? {} : { printed: printed.slice(-MOST_PRINTED) }),
      })
    })
    return info
  }

  notify(): void {
    // What is beside any task is said in results.
  }

  running(): readonly TaskInfo[] {
    return [...this.#all.values()].filter(({ ended }) => ended === undefined).map(({ info }) => info)
  }

  /** A new link, and how much of each output its other end has. */
  attach(outputs: Readonly<Record<string, number>>): void {
    this.#linked = true
    for (const task of this.#all.values()) {
      task.sent = outputs[task.info.id] ?? 0
      this.#say(task)
    }
  }

  detach(): void {
    this.#linked = false
  }

  wasBusySince(time: number): boolean {
    return [...this.#all.values()].some(({ ended }) => ended === undefined || ended >= time)
  }

  isRunningSince(time: number): boolean {
    return [...this.#all.values()].some(({ ended, info }) => ended === undefined && info.startedAt >= time)
  }

  async stop(id: string): Promise<void> {
    await this.#all.get(id)?.work.stop()
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#all.keys()].map(id => this.stop(id)))
  }

  /** What of its file was not said yet. */
  #say(task: Running): void {
    const { outputFile, id } = task.info
    if (!this.#linked || outputFile === undefined) return
    const fd = openOrNothing(outputFile)
    if (fd === undefined) return
    const piece = Buffer.allocUnsafe(PIECE_BYTES)
    try {
      for (;;) {
        const bytes = readSync(fd, piece, 0, piece.length, task.sent)
        if (bytes === 0) return
        this.#outbox.mention({
          t: 'output',
          task: id,
          from: task.sent,
          data: piece.toString('base64', 0, bytes),
        })
        task.sent += bytes
      }
    } finally {
      closeSync(fd)
    }
  }
}

export const described = ({ id, description, command = '', toolUseId = 'none' }: TaskInfo) => ({
  id,
  description: description.slice(0, 1000),
  command,
  toolUseId,
})

const openOrNothing = (file: string): number | undefined => {
  try {
    return openSync(file, 'r')
  } catch {
    // It printed nothing yet.
    return undefined
  }
}
