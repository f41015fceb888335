import type { BackgroundTasks, TaskWork, WorkEnd } from '../../protocol/task-work.ts'
import { type TaskInfo, type Tasks, ToolError } from '../../protocol/tool.ts'
import { LineSplitter } from './line-splitter.ts'
import { NoteQueue } from './note-queue.ts'
import { endNote, summarize } from './task-note.ts'

export interface TaskChange {
  readonly change: 'started' | 'ended'
  readonly task: TaskInfo
  readonly summary: string
  readonly running: readonly TaskInfo[]
}

export interface RegistryOptions {
  readonly newId: () => string
  readonly now: () => number
  onChange(change: TaskChange): void
  /** There is something to tell. */
  onNote(): void
}

interface Task {
  info: TaskInfo
  readonly work: TaskWork
  /** Resolves with the record of the end. */
  readonly over: Promise<void>
  /** Bytes of the output the model has been given. */
  read: number
  stopping: boolean
}

const MOST_RUNNING = 32
const MOST_KEPT = 100

/** All background work of a session: what runs, what ran, what was said, and the end of all of it. */
export class TaskRegistry implements Tasks, BackgroundTasks, AsyncDisposable {
  readonly #options: RegistryOptions
  readonly #tasks = new Map<string, Task>()
  readonly #notes = new NoteQueue()
  #closed = false

  constructor(options: RegistryOptions) {
    this.#options = options
  }

  /** Throws ToolError when too much runs already; the caller still owns the work then. */
  add(work: TaskWork): TaskInfo {
    this.checkRoom()
    const { kind, description, command, toolUseId, outputFile } = work
    const info: TaskInfo = {
      id: this.#freshId(),
      kind,
      description,
      status: 'running',
      outputFile,
      startedAt: this.#options.now(),
      ...(command === undefined ? {} : { command }),
      ...(toolUseId === undefined ? {} : { toolUseId }),
    }
    const task: Task = {
      info,
      work,
      over: work.ended.then(end => this.#end(task, end)),
      read: 0,
      stopping: false,
    }
    this.#tasks.set(info.id, task)
    this.#evict()
    this.#report('started', info)
    return info
  }

  checkRoom(): void {
    if (this.#closed) throw new ToolError('The session is ending; nothing new can be started.')
    if (this.#running().length >= MOST_RUNNING)
      throw new ToolError(
        `${MOST_RUNNING} background tasks run already. End one with TaskStop first: ${this.#running()
          .map(task => task.id)
          .join(', ')}.`,
      )
  }

  list(): readonly TaskInfo[] {
    return [...this.#tasks.values()].map(task => task.info)
  }

  get(id: string): TaskInfo | undefined {
    return this.#tasks.get(id)?.info
  }

  async output(id: string, want: Parameters<Tasks['output']>[1]): ReturnType<Tasks['output']> {
    const task = this.#find(id)
    if (want.waitMs !== undefined && task.info.status === 'running')
      await waitFor(task.over, want.waitMs, want.signal)
    const { readMatching, readNew } = await import('./output-reader.ts')
    const open = task.info.status === 'running'
    const at = { path: task.work.outputFile, from: task.read, open }
    const news = want.filter ? readMatching(at, want.filter) : readNew(at)
    if (!news) throw new ToolError(`The filter ${want.filter?.source} takes too long. Use a simpler pattern.`)
    task.read = news.end
    if (!open) this.#notes.forget(id)
    return { task: task.info, text: news.text, truncated: news.truncated }
  }

  async stop(id: string): Promise<TaskInfo> {
    const task = this.#find(id)
    if (task.info.status === 'running') {
      task.stopping = true
      await task.work.stop()
      await task.over
    }
    this.#notes.forget(id)
    return task.info
  }

  watch(id: string, onLine: (line: string) => void, onEnd?: () => void): () => void {
    const task = this.#find(id)
    let watching = true
    const lines = new LineSplitter(line => watching && onLine(line))
    const off = task.work.onOutput(chunk => lines.add(chunk))
    const end = (): void => {
      if (!watching) return
      lines.end()
      watching = false
      onEnd?.()
    }
    void task.over.then(end)
    return () => {
      watching = false
      off()
    }
  }

  notify(text: string): void {
    if (this.#closed) return
    this.#notes.add({ text })
    this.#options.onNote()
  }

  /** What waits to be told, and with that is told. */
  takeNotes(): readonly string[] {
    return this.#notes.takeAll()
  }

  get hasNotes(): boolean {
    return this.#notes.size > 0
  }

  /** Ends everything. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    await Promise.all(this.#running().map(task => this.stop(task.id)))
  }

  #running(): readonly TaskInfo[] {
    return this.list().filter(task => task.status === 'running')
  }

  #find(id: string): Task {
    const task = this.#tasks.get(id)
    if (task) return task
    const known = this.list().map(one => `${one.id} (${one.status})`)
    throw new ToolError(
      `There is no background task ${id}. ${known.length > 0 ? `Known: ${known.join(', ')}.` : 'None was started in this session.'}`,
    )
  }

  #end(task: Task, end: WorkEnd): void {
    const { exitCode } = end
    task.info = {
      ...task.info,
      status: task.stopping ? 'stopped' : end.status,
      endedAt: this.#options.now(),
      ...(exitCode === undefined ? {} : { exitCode }),
    }
    if (!this.#closed && !task.stopping) {
      this.#notes.add({ text: endNote(task.info), taskId: task.info.id })
      this.#options.onNote()
    }
    this.#report('ended', task.info)
  }

  #report(change: TaskChange['change'], task: TaskInfo): void {
    this.#options.onChange({ change, task, summary: summarize(task), running: this.#running() })
  }

  /** Of what has ended long ago the file is left, not the record. */
  #evict(): void {
    for (const task of this.#tasks.values()) {
      if (this.#tasks.size <= MOST_KEPT) return
      if (task.info.status !== 'running') this.#tasks.delete(task.info.id)
    }
  }

  #freshId(): string {
    const id = `b${this.#options
      .newId()
      .replace(/[^0-9a-zA-Z]/g, '')
      .slice(0, 8)}`
    for (let twin = 1; ; twin++) {
      const candidate = twin === 1 ? id : `${id}x${twin}`
      if (!this.#tasks.has(candidate)) return candidate
    }
  }
}

const waitFor = async (over: Promise<void>, ms: number, signal: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const give = (): void => resolve()
  const timer = setTimeout(give, ms)
  signal.addEventListener('abort', give, { once: true })
  if (signal.aborted) give()
  try {
    await Promise.race([over, promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', give)
  }
}
