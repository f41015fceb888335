import { statSync } from 'node:fs'
import { errorText } from '../../lib/error-text.ts'
import { namedWithState } from '../../protocol/agents/model-state.ts'
import type { NoteOptions } from '../../protocol/agents/note-options.ts'
import type { BackgroundTasks, TaskWork, WorkEnd } from '../../protocol/agents/task-work.ts'
import { taskText } from '../../protocol/messages/engine/tasks.ts'
import {
  inEnglish,
  type Localize,
  type LocalizedText,
  type Text,
} from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { wordsFor } from '../../protocol/messages/text-for-model.ts'
import { type TaskInfo, type Tasks, ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { LineSplitter } from './line-splitter.ts'
import { type Note, NoteQueue } from './note-queue.ts'
import { earlierEnd, endNote, summarize } from './task-note.ts'

const says = modelTexts('background_tasks', {
  unknown: {
    en: 'There is no background task {id}. Known: {known:list}.',
    zh: '没有后台任务 {id}。已知：{known:list}。',
  },
  none: {
    en: 'There is no background task {id}. None was started in this session.',
    zh: '没有后台任务 {id}。此会话没有启动过后台任务。',
  },
  ending: {
    en: 'The session is ending; nothing new can be started.',
    zh: '会话即将结束，不能再启动新任务。',
  },
  full: {
    en: '{most:number} background tasks run already. End one with TaskStop first: {ids}.',
    zh: '已有 {most:number} 个后台任务在运行。请先用 TaskStop 结束一个：{ids}。',
  },
  slowFilter: {
    en: 'The filter {filter} takes too long. Use a simpler pattern.',
    zh: '筛选条件 {filter} 耗时过长。请用更简单的模式。',
  },
})

export interface TaskChange {
  readonly change: 'started' | 'ended'
  readonly task: TaskInfo
  readonly summary: string
  readonly running: readonly TaskInfo[]
}

export interface RegistryOptions {
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
  readonly newId: () => string
  readonly now: () => number
  onChange(change: TaskChange): void
  /** What the model is to be told of an end: from now on it must not get lost. Without a text: it was told. */
  onEnd?(end: { readonly taskId: string; readonly text: string }): void
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
  /** The model knows how it ended. */
  seen: boolean
  /** What it had to say at its end, until that is read. */
  result?: string
  note?: WorkEnd['note']
  timer?: NodeJS.Timeout
  /** It ran for longer than it may. */
  late?: Pick<TaskInfo, 'reason' | 'localized'>
}

const MOST_RUNNING = 32
/** Of what has ended: records that were seen, and records at all. */
const MOST_SEEN = 30
const MOST_KEPT = 100
/** Others have limits of their own. */
const PROCESS_KINDS: readonly TaskInfo['kind'][] = ['shell', 'monitor']
const SHOWN_AT_END: readonly TaskInfo['kind'][] = ['shell', 'monitor']
const ID_LETTERS: Readonly<Record<TaskInfo['kind'], string>> = {
  shell: 'b',
  agent: 'a',
  teammate: 't',
  remote_agent: 'r',
  dream: 'd',
  workflow: 'w',
  monitor: 'm',
}

/** All background work of a session: what runs, what ran, what was said, and the end of all of it. */
export class TaskRegistry implements Tasks, BackgroundTasks, AsyncDisposable {
  readonly #options: RegistryOptions
  readonly #tasks = new Map<string, Task>()
  readonly #notes: NoteQueue
  /** In the language of the prompt, once something has ended. */
  #words: Localize = inEnglish
  #closed = false

  constructor(options: RegistryOptions) {
    this.#options = options
    this.#notes = new NoteQueue(options.language)
  }

  /** Throws ToolError when too much runs already; the caller still owns the work then. */
  add(work: TaskWork): TaskInfo {
    this.checkRoom(work.kind)
    const { kind, name, description, command, toolUseId, outputFile, maxMs, hasAnswer } = work
    const info: TaskInfo = {
      id: this.#idFor(work),
      kind,
      description,
      status: 'running',
      startedAt: work.startedAt ?? this.#options.now(),
      ...(name === undefined ? {} : { name }),
      ...(outputFile === undefined ? {} : { outputFile }),
      ...(command === undefined ? {} : { command }),
      ...(toolUseId === undefined ? {} : { toolUseId }),
      ...(hasAnswer ? { hasAnswer } : {}),
    }
    const task: Task = {
      info,
      work,
      over: this.#ended(work).then(end => this.#end(task, end)),
      read: work.id === undefined ? 0 : sizeOf(work.outputFile),
      stopping: false,
      seen: false,
    }
    // One that goes on after its end is the newest again, and an end that nobody was told yet is its earlier one.
    const goesOn = (note: string): string => earlierEnd(note, this.#options.language)
    if (this.#tasks.delete(info.id) && this.#notes.change(info.id, goesOn))
      this.#options.onEnd?.({ taskId: info.id, text: '' })
    this.#tasks.set(info.id, task)
    if (maxMs !== undefined) task.timer = setTimeout(() => void this.#endLate(task, maxMs), maxMs).unref()
    this.#evict()
    this.#report('started', info)
    return info
  }

  checkRoom(kind: TaskInfo['kind'] = 'shell'): void {
    if (this.#closed) throw new ToolError(says('ending'))
    if (!PROCESS_KINDS.includes(kind)) return
    const running = this.#running().filter(task => PROCESS_KINDS.includes(task.kind))
    if (running.length >= MOST_RUNNING)
      throw new ToolError(says('full', { most: MOST_RUNNING, ids: running.map(task => task.id).join(', ') }))
  }

  list(): readonly TaskInfo[] {
    return [...this.#tasks.values()].map(task => task.info)
  }

  get(id: string): TaskInfo | undefined {
    return this.#named(id)?.info
  }

  async output(id: string, want: Parameters<Tasks['output']>[1]): ReturnType<Tasks['output']> {
    const task = this.#find(id)
    if (want.waitMs !== undefined && task.info.status === 'running')
      await waitFor(task.over, want.waitMs, want.signal)
    const open = task.info.status === 'running'
    const news = await this.#news(task, open, want.filter)
    if (!open) this.#learn(task)
    return { task: task.info, ...news }
  }

  async stop(id: string): Promise<TaskInfo> {
    const task = this.#find(id)
    if (task.info.status === 'running') {
      task.stopping = true
      await task.work.stop()
      await task.over
    }
    this.#learn(task)
    return task.info
  }

  /** For somebody else than the model, which hears of it. */
  async stopAndTell(id: string): Promise<TaskInfo> {
    const task = this.#find(id)
    const wasRunning = task.info.status === 'running'
    await this.stop(id)
    if (wasRunning) this.#tell(task)
    return task.info
  }

  watch(id: string, onLine: (line: string) => void, onEnd?: () => void): () => void {
    const task = this.#find(id)
    let watching = true
    const lines = new LineSplitter(line => watching && onLine(line))
    const off = task.work.onOutput?.(chunk => lines.add(chunk))
    const end = async (): Promise<void> => {
      if (!watching) return
      await lines.end()
      watching = false
      onEnd?.()
    }
    void task.over.then(end)
    return () => {
      watching = false
      off?.()
    }
  }

  notify(said: Text, options?: NoteOptions): void {
    if (this.#closed) return
    const text = forModel(said, this.#options.language)
    this.#notes.add(options ? { ...options, text } : { text, droppable: true })
    this.#options.onNote()
  }

  /** What waits to be told. It is told once `noteRecorded` says so. */
  takeNotes(): readonly Note[] {
    const notes = this.#notes.takeAll()
    for (const { taskId = '' } of notes) {
      const task = this.#tasks.get(taskId)
      if (task) task.seen = true
    }
    return notes
  }

  noteRecorded(note: Note): void {
    this.#notes.confirm(note)
    if (note.taskId !== undefined) this.#options.onEnd?.({ taskId: note.taskId, text: '' })
  }

  /** What a turn took and did not record is told with the next one. */
  returnNotes(): void {
    this.#notes.returnTaken()
  }

  get hasNotes(): boolean {
    return this.pendingNotes > 0
  }

  get hasUrgentNotes(): boolean {
    return this.#notes.hasUrgent
  }

  /** How much has come that no turn was told yet. */
  get pendingNotes(): number {
    return this.#notes.size
  }

  get untold(): readonly { readonly id: string; readonly label: string }[] {
    return this.#notes.unrecorded.map(({ text, taskId: id = '', shown }) => {
      const task = this.#tasks.get(id)?.info
      return {
        id,
        label: task?.command ?? task?.description ?? (shown === undefined ? text : inEnglish(shown)),
      }
    })
  }

  /** Ends everything. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    await Promise.all(this.#running().map(task => this.stop(task.id)))
  }

  #running(): readonly TaskInfo[] {
    return this.list().filter(task => task.status === 'running')
  }

  /** By its id, or by the name of an agent: the newest of that name. */
  #named(id: string): Task | undefined {
    return this.#tasks.get(id) ?? [...this.#tasks.values()].findLast(({ info }) => info.name === id)
  }

  #find(id: string): Task {
    const task = this.#named(id)
    if (task) return task
    const known = this.list().map(namedWithState)
    throw new ToolError(known.length > 0 ? says('unknown', { id, known }) : says('none', { id }))
  }

  async #ended({ ended }: TaskWork): Promise<WorkEnd> {
    const end = await ended.catch(crash)
    this.#words = await wordsFor(this.#options.language)
    return end
  }

  #end(task: Task, { result, printed, note, ...end }: WorkEnd): void {
    clearTimeout(task.timer)
    const status = task.stopping || task.late ? 'stopped' : end.status
    task.info = { ...task.info, ...end, ...(task.late ?? {}), status, endedAt: this.#options.now() }
    if (result !== undefined) task.result = result
    if (note) task.note = note
    if (!task.stopping) this.#tell(task, printed)
    this.#report('ended', task.info)
  }

  async #endLate(task: Task, ms: number): Promise<void> {
    task.late = because(taskText('late', { ms }))
    await task.work.stop()
  }

  /** Once: what the model has not heard of by then waits for its next pause. */
  #tell(task: Task, printed?: string): void {
    if (this.#closed || task.work.quiet) return
    task.seen = false
    const { id: taskId, kind } = task.info
    const text = endNote(task.info, { result: task.result, printed, words: this.#words })
    const ended = summarize(task.info)
    this.#options.onEnd?.({ taskId, text })
    // The screen has lines of its own for agents, members and workflows.
    this.#notes.add({
      ...task.note,
      text,
      taskId,
      ended,
      ...(SHOWN_AT_END.includes(kind) ? { shown: ended } : {}),
    })
    this.#options.onNote()
  }

  #learn(task: Task): void {
    task.seen = true
    if (this.#notes.forget(task.info.id)) this.#options.onEnd?.({ taskId: task.info.id, text: '' })
    if (task.info.status !== 'running') task.note?.onRecorded?.()
  }

  /** What it printed since it was last read; of work with an answer, at its end, that. */
  async #news(task: Task, open: boolean, filter: RegExp | undefined) {
    const { outputFile: path } = task.work
    if (!open && task.result !== undefined && !filter) return { text: task.result, truncated: false }
    if (path === undefined) return { text: '', truncated: false }
    const { readMatching, readNew } = await import('./output-reader.ts')
    const at = { path, from: task.read, open }
    const news = filter ? readMatching(at, filter) : readNew(at)
    if (!news) throw new ToolError(says('slowFilter', { filter: String(filter?.source) }))
    task.read = news.end
    return { text: news.text, truncated: news.truncated }
  }

  #report(change: TaskChange['change'], task: TaskInfo): void {
    this.#options.onChange({ change, task, summary: summarize(task).text, running: this.#running() })
  }

  /** Of what has ended and was seen the file is left, not the record. */
  #evict(): void {
    const ended = [...this.#tasks.values()].filter(task => task.info.status !== 'running')
    const seen = ended.filter(task => task.seen)
    const gone = [
      ...seen.slice(0, Math.max(0, seen.length - MOST_SEEN)),
      ...ended.slice(0, Math.max(0, this.#tasks.size - MOST_KEPT)),
    ]
    for (const task of gone) this.#tasks.delete(task.info.id)
  }

  #idFor({ id: own, kind }: TaskWork): string {
    const chars = this.#options.newId().replace(/[^0-9a-zA-Z]/g, '')
    const id = own ?? `${ID_LETTERS[kind]}${chars.slice(0, 8)}`
    const isFree = (name: string): boolean =>
      own === undefined ? !this.#tasks.has(name) : this.#tasks.get(name)?.info.status !== 'running'
    for (let twin = 1; ; twin++) {
      const candidate = twin === 1 ? id : `${id}x${twin}`
      if (isFree(candidate)) return candidate
    }
  }
}

/** Work that broke instead of ending is told like any other. */
const crash = (error: unknown): WorkEnd => ({
  status: 'failed',
  ...because(taskText('crashed', { why: errorText(error) })),
})

const because = (why: LocalizedText): Pick<WorkEnd, 'reason' | 'localized'> => ({
  reason: why.text,
  localized: why,
})

/** Of work that goes on, what it printed before was for whoever waited then. */
const sizeOf = (path: string | undefined): number =>
  (path === undefined ? undefined : statSync(path, { throwIfNoEntry: false }))?.size ?? 0

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
