import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { type ByteLine, isBlankLine, parseJsonLine, readLines } from '../../lib/jsonl.ts'
import type { Entry, MessageEntry } from '../../protocol/entry.ts'
import type { FileHistoryLine } from '../../protocol/session/file-history.ts'
import { historyLineOf } from './file-history/history-line.ts'
import { FactsFold, type SessionFacts } from './folds/facts.ts'
import { NotedEffects } from './folds/noted-effects.ts'
import { parseEntry } from './parse-entry.ts'
import { notPlainFile } from './session-error.ts'
import { type SkimmedLine, skimLine } from './skim-line.ts'
import type { TreeNode } from './tree.ts'

/** A message by its place in the tree and in the file. */
export interface LineNode extends TreeNode {
  readonly offset: number
  readonly length: number
  /** Taken out again when too much is held: memory follows what is kept, not the file. */
  entry: MessageEntry | undefined
}

export interface SkippedLines {
  readonly corrupt: number
  readonly tooLong: number
  /** JSON that is not an entry we know. */
  readonly unknown: number
  /** Lines that break off: their writer was killed at it. Nothing that was shown is lost by them. */
  readonly torn: number
}

const OPENING_BRACE = 123
const CLOSING_BRACE = 125

/** After this many bytes other work gets its turn. */
const BREATH_BYTES = 8 * 1024 * 1024
/** Content held while it is not known yet what will be kept; older content is read again when it is needed. */
const HELD_BYTES = 8 * 1024 * 1024

/** Lets go of the content of its oldest nodes when there is too much of it. */
class Held {
  readonly #nodes: LineNode[] = []
  #from = 0
  #bytes = 0

  add(node: LineNode): void {
    this.#nodes.push(node)
    this.#bytes += node.length
    while (this.#bytes > HELD_BYTES) {
      const oldest = this.#nodes[this.#from++]
      if (oldest === undefined) break
      this.#bytes -= oldest.length
      oldest.entry = undefined
    }
  }
}

/** What is needed of a message to find its place. */
export const toNode = (entry: MessageEntry, line: ByteLine): LineNode => {
  const node: LineNode = {
    uuid: entry.uuid,
    parentUuid: entry.parentUuid,
    type: entry.type,
    isSidechain: entry.isSidechain,
    offset: line.offset,
    length: line.length,
    entry,
  }
  return Object.assign(node, contentFacts(entry))
}

type ContentFacts = Pick<LineNode, 'logicalParentUuid' | 'isBoundary' | 'replyId' | 'calls' | 'answers'>

export const contentFacts = (entry: MessageEntry): ContentFacts => {
  const facts: { -readonly [K in keyof ContentFacts]: ContentFacts[K] } = {}
  if (typeof entry.logicalParentUuid === 'string') facts.logicalParentUuid = entry.logicalParentUuid
  if (entry.type === 'system' && entry.subtype === 'compact_boundary') facts.isBoundary = true
  if (entry.type === 'assistant') {
    facts.replyId = entry.message.id
    const calls = entry.message.content.flatMap(block => (block.type === 'tool_use' ? [block.id] : []))
    if (calls.length > 0) facts.calls = calls
  }
  if (entry.type === 'user' && typeof entry.message.content !== 'string') {
    const answers = entry.message.content.flatMap(block =>
      block.type === 'tool_result' ? [block.tool_use_id] : [],
    )
    if (answers.length > 0) facts.answers = answers
  }
  return facts
}

/** Begins like an entry and does not end like one. */
const breaksOff = (bytes: Uint8Array): boolean => bytes[0] === OPENING_BRACE && bytes.at(-1) !== CLOSING_BRACE

/** Takes the lines of a file one by one. */
export class Reading {
  readonly nodes: LineNode[] = []
  readonly uuids = new Set<string>()
  readonly removed = new Set<string>()
  readonly fileHistory: FileHistoryLine[] = []
  readonly skipped = { corrupt: 0, tooLong: 0, unknown: 0, torn: 0 }
  readonly effects = new NotedEffects()
  readonly #facts = new FactsFold()
  readonly #held = new Held()
  readonly #skims: boolean
  readonly #ofAgent: boolean
  #damaged = false

  constructor(how: { readonly skims: boolean; readonly ofAgent?: boolean }) {
    this.#skims = how.skims
    this.#ofAgent = how.ofAgent === true
  }

  get facts(): SessionFacts {
    return this.#facts.facts
  }

  take(line: ByteLine): void {
    if (line.tooLong) {
      this.skipped.tooLong++
      this.#damaged = true
      return
    }
    if (isBlankLine(line.bytes)) return
    const skimmed = this.#skims ? skimLine(line.bytes) : undefined
    if (skimmed) {
      this.#takeSkimmed(skimmed, line)
      return
    }
    const value = parseJsonLine(line.bytes)
    if (value === undefined) this.#damage(line)
    else this.#takeValue(value, line)
  }

  #takeSkimmed(skimmed: SkimmedLine, { offset, length }: ByteLine): void {
    if (this.uuids.has(skimmed.uuid)) return
    this.uuids.add(skimmed.uuid)
    const node: LineNode = { ...skimmed, offset, length, entry: undefined }
    this.nodes.push(skimmed.isSidechain ? node : this.#afterDamage(node))
  }

  #afterDamage(node: LineNode): LineNode {
    const marked = this.#damaged ? Object.assign(node, { afterDamage: true }) : node
    this.#damaged = false
    return marked
  }

  #damage(line: ByteLine): void {
    this.#damaged = true
    if (!line.ended || breaksOff(line.bytes)) this.skipped.torn++
    else this.skipped.corrupt++
  }

  #takeValue(value: unknown, line: ByteLine): void {
    const parsed = parseEntry(value)
    switch (parsed.kind) {
      case 'unknown':
        this.skipped.unknown++
        return
      case 'metadata':
        this.#facts.take(parsed.entry)
        this.#takeHistory(parsed.entry)
        return
      case 'link':
        this.uuids.add(parsed.uuid)
        this.nodes.push({
          uuid: parsed.uuid,
          parentUuid: parsed.parentUuid,
          type: 'link',
          isSidechain: false,
          offset: line.offset,
          length: line.length,
          entry: undefined,
        })
        return
      case 'message':
        this.#takeMessage(this.#ofAgent ? { ...parsed.entry, isSidechain: false } : parsed.entry, line)
    }
  }

  #takeHistory(entry: Entry): void {
    const line = historyLineOf(entry)
    if (line) this.fileHistory.push(line)
    if (entry.type === 'file-history-snapshot') this.effects.takeFiles(entry)
  }

  #takeMessage(entry: MessageEntry, line: ByteLine): void {
    if (this.uuids.has(entry.uuid)) return
    this.uuids.add(entry.uuid)
    this.#facts.take(entry)
    this.#takeHistory(entry)
    const node = toNode(entry, line)
    if (entry.isSidechain) {
      node.entry = undefined
      this.nodes.push(node)
      return
    }
    if (entry.type === 'system' && entry.subtype === 'tombstone')
      for (const uuid of entry.removed ?? []) this.removed.add(uuid)
    this.effects.take(entry)
    this.#held.add(node)
    this.nodes.push(this.#afterDamage(node))
  }
}

export const openForReading = (path: string): number => {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  if (fstatSync(fd).isFile()) return fd
  closeSync(fd)
  throw notPlainFile('read', path)
}

/** Every line of the file, in its order. */
export const readWhole = async (
  fd: number,
  how: { readonly skims: boolean; readonly maxLineBytes: number; readonly ofAgent?: boolean },
): Promise<Reading> => {
  const reading = new Reading(how)
  let breath = BREATH_BYTES
  for (const line of readLines(fd, how)) {
    reading.take(line)
    if (line.offset < breath) continue
    breath = line.offset + BREATH_BYTES
    await new Promise<void>(resolve => {
      setImmediate(resolve)
    })
  }
  return reading
}
