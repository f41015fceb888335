import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createGit } from '../../features/git/git.ts'
import { openBackupStore } from '../../features/sessions/file-history/backup-store.ts'
import { createFileHistory, type FileHistory } from '../../features/sessions/file-history/file-history.ts'
import { isFileHistory } from '../../features/sessions/file-history/history-line.ts'
import { caseRuleOf } from '../../lib/case-rule.ts'
import type { Access } from '../../protocol/access.ts'
import type { UserMessage } from '../../protocol/message.ts'
import { MOST_BLOB_BYTES } from '../../protocol/remote/frames.ts'
import type { FileHistoryEntry, FileHistoryLine, RewindRequest } from '../../protocol/session/file-history.ts'
import type { Outbox } from './outbox.ts'
import type { TasksThere } from './tasks-there.ts'

export interface HistoryThereOptions {
  readonly root: string
  readonly home: string
  /** Private; all that is stored for the session. */
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
  readonly outbox: Outbox
  readonly tasks: TasksThere
}

/** What calls change on this machine. Every line of it goes to the session, with the contents from before. */
export class HistoryThere implements Disposable {
  readonly #at: HistoryThereOptions
  readonly #copies: string
  readonly #said = new Set<string>()
  readonly #earlier: FileHistoryLine[] = []
  #history: FileHistory | undefined
  #turn: string | undefined

  constructor(at: HistoryThereOptions) {
    this.#at = at
    this.#copies = join(at.directory, 'history')
  }

  /** What an earlier agent on this machine had said, before the first call. */
  remember(line: Readonly<Record<string, unknown>>): void {
    if (typeof line['message'] === 'string') this.#earlier.push({ message: line['message'] })
    else if (isFileHistory(line)) this.#earlier.push(line as unknown as FileHistoryEntry)
  }

  store(data: Uint8Array): void {
    this.#said.add(openBackupStore(this.#copies).put(data))
  }

  /** What follows is done in the turn of this message. */
  turn(message: string | undefined): void {
    if (message === undefined || message === this.#turn) return
    this.#turn = message
    this.#open().see({
      type: 'user',
      uuid: message,
      message: { role: 'user', content: '' },
    } as UserMessage)
  }

  beforeWrite(path: string, before: Uint8Array | undefined, after: Uint8Array | undefined): void {
    this.#open().beforeWrite(path, before, after)
  }

  /** Before a call; answers what has to be done behind it. Only commands change what nobody named. */
  async before(accesses: readonly Access[]): Promise<() => Promise<void>> {
    const commands = accesses.flatMap(access => (access.kind === 'shell' ? [access.command] : []))
    if (commands.length === 0) return async () => undefined
    const ended = await this.#open().beforeCommand(commands.join('; '))
    return async () => void (await ended())
  }

  async rewind(request: RewindRequest) {
    return await this.#open().rewind(request)
  }

  async settle(): Promise<void> {
    await this.#history?.settle()
  }

  [Symbol.dispose](): void {
    this.#history?.[Symbol.dispose]()
  }

  #open(): FileHistory {
    this.#history ??= this.#make()
    return this.#history
  }

  #make(): FileHistory {
    const { root, home, directory, env, tasks } = this.#at
    const roots = () => [root]
    return createFileHistory({
      directory: this.#copies,
      ownDirectory: directory,
      home,
      sessionId: 'remote',
      lines: this.#earlier,
      caseSensitive: caseRuleOf(process.platform),
      git: createGit({ env, roots }),
      attributeFiles: ['/etc/gitattributes', join(home, '.config/git/attributes')],
      roots,
      note: async entry => this.#say(entry),
      noteNow: entry => this.#say(entry),
      newId: () => crypto.randomUUID(),
      now: () => new Date(),
      elapsed: () => performance.now(),
      wasBusySince: time => tasks.wasBusySince(time),
      isRunningSince: time => tasks.isRunningSince(time),
      onNotice: () => undefined,
    })
  }

  #say(entry: FileHistoryEntry): void {
    const { outbox } = this.#at
    for (const { before } of Object.values(entry.files)) {
      if (before === null || !('hash' in before) || this.#said.has(before.hash)) continue
      this.#said.add(before.hash)
      const data = this.#copyOf(before.hash)
      if (data) outbox.post({ t: 'blob', hash: before.hash, data: data.toString('base64') })
    }
    outbox.post({ t: 'history', entry: { ...entry } })
  }

  #copyOf(hash: string): Buffer | undefined {
    const path = join(this.#copies, hash)
    try {
      return statSync(path).size > MOST_BLOB_BYTES ? undefined : readFileSync(path)
    } catch {
      // It stays what it is: a change without a copy.
      return undefined
    }
  }
}
