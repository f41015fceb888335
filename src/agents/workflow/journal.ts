import { readFileSync } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isObject } from '../../lib/is-object.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

/** What a run is made of, so that it can be gone on with when nothing else is left of it. */
export interface RunHead {
  readonly type: 'run'
  readonly version: 1
  readonly runId: string
  readonly name: string
  /** The whole file, as it was. */
  readonly text: string
  readonly file?: string
  /** The plugin it came with, whose agents it may call by their short names. */
  readonly plugin?: string
  /** It came with the project: nothing of it runs where nobody trusts the folder. */
  readonly ofProject: boolean
  readonly cwd: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly maxUsd?: number
  readonly at: number
}

export type RunRecord =
  | RunHead
  | { readonly type: 'start'; readonly key: string; readonly attempt: number; readonly at: number }
  | {
      readonly type: 'step'
      readonly key: string
      readonly state: 'done' | 'failed'
      readonly output?: unknown
      readonly error?: string
      readonly localized?: LocalizedText
      readonly ms: number
      readonly worktree?: string
    }
  /** All that one agent of a step has used so far. */
  | {
      readonly type: 'spent'
      readonly step: string
      readonly call: string
      readonly usd: number
      readonly tokens: number
    }
  | { readonly type: 'end'; readonly state: string; readonly at: number }

/** What earlier runs of the program left. */
export interface EarlierRun {
  readonly head: RunHead
  readonly done: ReadonlyMap<string, Extract<RunRecord, { type: 'step' }>>
  /** Begun and not ended. */
  readonly open: ReadonlySet<string>
  readonly spent: readonly Extract<RunRecord, { type: 'spent' }>[]
}

/** Lines of JSON, one for each thing that happened. */
export class Journal implements AsyncDisposable {
  readonly #file: FileHandle
  #last: Promise<void> = Promise.resolve()

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async open(path: string): Promise<Journal> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'a+', 0o600)
    const { size } = await file.stat()
    const [last] = size === 0 ? [10] : (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer
    // Whoever wrote the last line died at it.
    if (last !== 10) await file.appendFile('\n')
    else if (size === 0) await syncDirectory(dirname(path))
    return new Journal(file)
  }

  /** Resolves when it is on the disk. */
  append(record: RunRecord): Promise<void> {
    return this.#write(record, async () => await this.#file.datasync())
  }

  /** The same without waiting for the disk: a power cut may take it. */
  note(record: RunRecord): Promise<void> {
    return this.#write(record, async () => undefined)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last.catch(() => undefined)
    await this.#file.close()
  }

  #write(record: RunRecord, then: () => Promise<void>): Promise<void> {
    const written = this.#last
      .catch(() => undefined)
      .then(async () => await this.#file.appendFile(`${JSON.stringify(record)}\n`))
      .then(then)
    this.#last = written
    return written
  }
}

const syncDirectory = async (path: string): Promise<void> => {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Undefined when there is no such run, or its file says nothing. */
export const readJournal = (path: string): EarlierRun | undefined => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    // No such run: whoever asked for it says so.
    return undefined
  }
  const records = text.split('\n').flatMap(parseRecord)
  const head = records.find(record => record.type === 'run')
  if (!head) return undefined
  const done = new Map<string, Extract<RunRecord, { type: 'step' }>>()
  const begun = new Set<string>()
  const spent = new Map<string, Extract<RunRecord, { type: 'spent' }>>()
  for (const record of records) {
    if (record.type === 'start') begun.add(record.key)
    if (record.type === 'spent') spent.set(record.call, record)
    if (record.type !== 'step') continue
    begun.delete(record.key)
    if (record.state === 'done') done.set(record.key, record)
    else done.delete(record.key)
  }
  return { head, done, open: begun, spent: [...spent.values()] }
}

const parseRecord = (line: string): readonly RunRecord[] => {
  if (line.trim() === '') return []
  try {
    const record: unknown = JSON.parse(line)
    return isObject(record) && typeof record['type'] === 'string' ? [record as unknown as RunRecord] : []
  } catch {
    // The line its writer died at; what it would have said did not happen.
    return []
  }
}
