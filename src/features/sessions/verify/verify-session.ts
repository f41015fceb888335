import { resumingText } from '../../../protocol/messages/host/resuming.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { agentFiles, readRecords, type SessionRecord } from '../ledger/read-records.ts'

export type ProblemKind =
  | 'torn'
  | 'corrupt'
  | 'too_long'
  | 'duplicate_uuid'
  | 'missing_parent'
  | 'cycle'
  | 'call_without_result'
  | 'result_without_call'

export interface Problem {
  readonly kind: ProblemKind
  /** Counted from 1. */
  readonly line: number
  readonly text: string
  readonly localized: LocalizedText
  /** The file, when it is not the session's own. */
  readonly file?: string
}

export interface Verified {
  readonly path: string
  readonly lines: number
  readonly messages: number
  readonly metadata: number
  /** Lines of kinds that this version does not know: kept, and no problem. */
  readonly unknown: number
  readonly problems: readonly Problem[]
}

/** Looks at the structure of a session file and of its sub-agents' files. Changes nothing. */
export const verifySession = (path: string): Verified => {
  const main = verifyFile(path)
  const agents = agentFiles(path).map(file => ({ file, verified: verifyFile(file) }))
  return {
    ...main,
    problems: [
      ...main.problems,
      ...agents.flatMap(({ file, verified }) => verified.problems.map(problem => ({ ...problem, file }))),
    ],
  }
}

const verifyFile = (path: string): Verified => {
  const check = new Check()
  for (const record of readRecords(path)) check.take(record)
  return check.finish(path)
}

interface EntryPosition {
  readonly line: number
  readonly parents: readonly string[]
}

class Check {
  readonly #problems: Problem[] = []
  readonly #places = new Map<string, EntryPosition>()
  readonly #removed = new Set<string>()
  readonly #calls = new Map<string, { readonly line: number; readonly uuid: string }>()
  readonly #answered = new Set<string>()
  #lines = 0
  #messages = 0
  #metadata = 0
  #unknown = 0

  take(record: SessionRecord): void {
    this.#lines = record.line
    if (record.kind === 'damage') {
      this.#add(record.why, record.line, resumingText(`line_${record.why}`))
      return
    }
    if (record.kind === 'foreign') {
      this.#unknown++
      if (record.uuid !== undefined) this.#place(record.uuid, record.line, [record.parentUuid])
      return
    }
    const { entry, line } = record
    if (!('uuid' in entry)) {
      this.#metadata++
      return
    }
    this.#messages++
    if (!this.#place(entry.uuid, line, [entry.parentUuid, entry.logicalParentUuid])) return
    if (entry.type === 'system') for (const uuid of entry.removed ?? []) this.#removed.add(uuid)
    if (entry.type !== 'user' && entry.type !== 'assistant') return
    const { content } = entry.message
    for (const block of typeof content === 'string' ? [] : content) {
      if (block.type === 'tool_use') this.#calls.set(block.id, { line, uuid: entry.uuid })
      if (block.type !== 'tool_result') continue
      if (!this.#calls.has(block.tool_use_id))
        this.#add('result_without_call', line, resumingText('result_before', { id: block.tool_use_id }))
      this.#answered.add(block.tool_use_id)
    }
  }

  finish(path: string): Verified {
    this.#checkParents()
    this.#checkCalls()
    return {
      path,
      lines: this.#lines,
      messages: this.#messages,
      metadata: this.#metadata,
      unknown: this.#unknown,
      problems: this.#problems.sort((a, b) => a.line - b.line),
    }
  }

  #add(kind: ProblemKind, line: number, localized: LocalizedText): void {
    this.#problems.push({ kind, line, text: localized.text, localized })
  }

  #place(uuid: string, line: number, above: readonly (string | null | undefined)[]): boolean {
    const known = this.#places.get(uuid)
    if (known !== undefined) {
      this.#add('duplicate_uuid', line, resumingText('already_in', { uuid, line: known.line }))
      return false
    }
    const parents = above.filter(parent => typeof parent === 'string')
    this.#places.set(uuid, { line, parents })
    return true
  }

  #checkParents(): void {
    for (const { line, parents } of this.#places.values())
      for (const parent of parents)
        if (!this.#places.has(parent))
          this.#add('missing_parent', line, resumingText('no_parent', { uuid: parent }))
    for (const { uuid, line } of cyclesIn(this.#places))
      this.#add('cycle', line, resumingText('leads_back', { uuid }))
  }

  /** A call that was thrown away needs no result, and neither does the last one of a session that was stopped. */
  #checkCalls(): void {
    for (const [id, { line, uuid }] of this.#calls)
      if (!this.#answered.has(id) && !this.#removed.has(uuid))
        this.#add('call_without_result', line, resumingText('no_result', { id }))
  }
}

/** One member of every circle, found once. */
const cyclesIn = (
  places: ReadonlyMap<string, EntryPosition>,
): readonly { readonly uuid: string; readonly line: number }[] => {
  const done = new Set<string>()
  const found: { uuid: string; line: number }[] = []
  for (const start of places.keys()) {
    const trail = new Set<string>()
    let at: string | undefined = start
    while (at !== undefined && !done.has(at) && !trail.has(at)) {
      trail.add(at)
      at = places.get(at)?.parents[0]
    }
    if (at !== undefined && trail.has(at)) found.push({ uuid: at, line: places.get(at)?.line ?? 0 })
    for (const uuid of trail) done.add(uuid)
  }
  return found
}

/** Whether resuming loses or changes anything: an interrupted call alone does not. */
export const isSound = (verified: Verified): boolean =>
  verified.problems.every(problem => problem.kind === 'call_without_result')
