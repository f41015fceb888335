import { basename } from 'node:path'
import type { MessageEntry } from '../../../protocol/entry.ts'
import { plainText, type ToolResultBlock } from '../../../protocol/message.ts'
import type { FileHistoryEntry, FileVersion } from '../../../protocol/session/file-history.ts'
import { promptOf } from '../file-history/history-line.ts'
import { applyHunks } from './align-lines.ts'
import { effectOf, hunksIn, subjectOf } from './effect.ts'
import { readRecords } from './read-records.ts'
import type { Hunk } from './story.ts'

/** One change of one file, and what it came from. */
export interface FileEdit {
  readonly sessionId: string
  readonly at: string
  readonly turn: number
  readonly because: string
  /** The tool, and what it was called with. */
  readonly by: string
  readonly subject: string
  /** Contents, where they were kept; '' for a file that was not there. */
  readonly before: string | undefined
  readonly after: string | undefined
  readonly hunks: readonly Hunk[]
}

/** Content that the file history kept for a session, by its hash. */
export type ContentOf = (sessionId: string, hash: string) => string | undefined

type Pending = Pick<FileEdit, 'before' | 'after'>

/** Everything a session did to one file, in the order of the session. `paths`: the names the file goes by. */
export const fileChanges = (
  file: string,
  paths: ReadonlySet<string>,
  contentOf: ContentOf,
): readonly FileEdit[] => {
  if (![...paths].some(path => holds(file, basename(path)))) return []
  const reading = new ChangeReading({ sessionId: basename(file, '.jsonl'), paths, contentOf })
  for (const record of readRecords(file)) {
    if (record.kind !== 'entry') continue
    const { entry } = record
    if ('uuid' in entry) reading.takeMessage(entry)
    else if (entry.type === 'file-history-snapshot') reading.takeHistory(entry)
  }
  return reading.finish()
}

/** Most sessions never speak of a file: that is found out without reading what they say. */
const holds = (file: string, name: string): boolean =>
  readRecords(file, { holding: JSON.stringify(name).slice(1, -1) }).next().done !== true

interface From {
  readonly sessionId: string
  readonly paths: ReadonlySet<string>
  readonly contentOf: ContentOf
}

class ChangeReading {
  readonly #from: From
  readonly #calls = new Map<string, { readonly name: string; readonly input: unknown }>()
  readonly #edits: FileEdit[] = []
  #pending: Pending[] = []
  #turn = 0
  #because = ''
  #at = ''

  constructor(from: From) {
    this.#from = from
  }

  takeMessage(entry: MessageEntry): void {
    this.#at = entry.timestamp
    if (entry.type === 'assistant') {
      for (const block of entry.message.content)
        if (block.type === 'tool_use') this.#calls.set(block.id, { name: block.name, input: block.input })
      return
    }
    if (entry.type !== 'user') return
    if (promptOf(entry) !== undefined && entry.isMeta !== true) {
      this.#flush('a command', '')
      this.#turn++
      this.#because = plainText(entry.message.content)
    }
    const { content } = entry.message
    for (const block of typeof content === 'string' ? [] : content)
      if (block.type === 'tool_result') this.#takeResult(block, entry.toolUseResult)
  }

  takeHistory(entry: FileHistoryEntry): void {
    for (const [path, change] of Object.entries(entry.files))
      if (this.#from.paths.has(path)) {
        const made = { before: this.#content(change.before), after: this.#content(change.after) }
        if (entry.rewind === undefined) this.#pending.push(made)
        else this.#add(made, { by: 'a rewind', subject: '', hunks: [] })
      }
  }

  finish(): readonly FileEdit[] {
    this.#flush('a command', '')
    return this.#edits
  }

  #takeResult(block: ToolResultBlock, output: unknown): void {
    const call = this.#calls.get(block.tool_use_id)
    const effect = effectOf(call?.input, output, call?.name)
    if (effect.kind === 'write' && this.#from.paths.has(effect.path)) {
      const kept = this.#pending.shift()
      const told = contentsIn(output, effect.created)
      this.#add(
        { before: kept?.before ?? told.before, after: kept?.after ?? told.after },
        { by: call?.name ?? '', subject: effect.path, hunks: effect.hunks },
      )
    } else if (effect.kind === 'run' && block.is_error !== true)
      this.#flush(call?.name ?? 'a command', subjectOf(call?.input))
  }

  #flush(by: string, subject: string): void {
    const pending = this.#pending
    this.#pending = []
    for (const change of pending) this.#add(change, { by, subject, hunks: [] })
  }

  #add(contents: Pending, how: Pick<FileEdit, 'by' | 'subject' | 'hunks'>): void {
    this.#edits.push({
      sessionId: this.#from.sessionId,
      at: this.#at,
      turn: this.#turn,
      because: this.#because,
      ...how,
      ...contents,
    })
  }

  #content(version: FileVersion): string | undefined {
    if (version === null) return ''
    return 'hash' in version ? this.#from.contentOf(this.#from.sessionId, version.hash) : undefined
  }
}

const contentsIn = (output: unknown, created: boolean): Pending => {
  const fields = output as Readonly<Record<string, unknown>>
  const original = fields['originalFile'] ?? fields['original_file']
  const before = created ? '' : typeof original === 'string' ? original : undefined
  const content = fields['content'] ?? fields['updated_file']
  if (typeof content === 'string') return { before, after: content }
  return { before, after: before === undefined ? undefined : applyHunks(before, hunksIn(output)) }
}
