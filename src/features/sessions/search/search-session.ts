import { closeSync } from 'node:fs'
import { type ByteLine, isBlankLine, parseJsonLine, readLines } from '../../../lib/jsonl.ts'
import type { MessageEntry } from '../../../protocol/entry.ts'
import type { TranscriptAnswer, TranscriptHit, TranscriptQuestion } from '../../../protocol/transcript.ts'
import { MAX_ENTRY_BYTES } from '../log.ts'
import { recoverParallel } from '../parallel-results.ts'
import { parseEntry } from '../parse-entry.ts'
import { openForReading, toNode } from '../reading.ts'
import { sessionFileError } from '../session-error.ts'
import { buildTree, chooseLeaf, pathTo, type TreeNode } from '../tree.ts'
import { countTerms, excerptsOf, termsOf } from './find-terms.ts'
import { type Spoken, SpokenReader } from './spoken.ts'

/** After this many bytes other work gets its turn. */
const BREATH_BYTES = 4 * 1024 * 1024
/** Held until it is known which branch counts. */
const MAX_CANDIDATES = 500
const EXCERPTS = 3
const EXCERPTS_OF_ONE = 20
/** Of a message that was asked for by its id. */
const MAX_WHOLE_CHARS = 16_000

/**
 * Looks through a session file from its beginning: what was said, called and answered on the branch that counts, also
 * before compactions. Memory follows the number of messages, not their size. Throws SessionError when it cannot be read.
 */
export const searchSession = async (
  path: string,
  question: TranscriptQuestion,
  signal?: AbortSignal,
): Promise<TranscriptAnswer> => {
  let fd: number | undefined
  try {
    fd = openForReading(path)
    const search = new Search(question)
    let breath = BREATH_BYTES
    for (const line of readLines(fd, { maxLineBytes: MAX_ENTRY_BYTES })) {
      search.take(line)
      if (line.offset < breath) continue
      breath = line.offset + BREATH_BYTES
      await new Promise<void>(resolve => {
        setImmediate(resolve)
      })
      signal?.throwIfAborted()
    }
    return search.answer()
  } catch (error) {
    if (signal?.aborted) throw error
    throw sessionFileError(error, 'read', path)
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

type Candidate = Omit<TranscriptHit, 'dropped'> & { readonly fit: number; readonly order: number }

/** Those with the most of the words first, of equals the newest. */
const byFit = (a: Candidate, b: Candidate): number => b.fit - a.fit || b.order - a.order

class Search {
  readonly #question: TranscriptQuestion
  readonly #terms: readonly string[]
  readonly #reader: SpokenReader
  readonly #nodes: TreeNode[] = []
  readonly #known = new Set<string>()
  readonly #removed = new Set<string>()
  readonly #preserved = new Set<string>()
  #candidates: Candidate[] = []
  #order = 0

  constructor(question: TranscriptQuestion) {
    this.#question = question
    this.#terms = termsOf(question.query ?? '')
    this.#reader = new SpokenReader(question.withoutTools)
  }

  take(line: ByteLine): void {
    if (line.tooLong || isBlankLine(line.bytes)) return
    const parsed = parseEntry(parseJsonLine(line.bytes))
    if (parsed.kind === 'link') {
      const { uuid, parentUuid } = parsed
      this.#nodes.push({ uuid, parentUuid, type: 'link', isSidechain: false })
    }
    if (parsed.kind === 'message') this.#takeMessage(parsed.entry, line)
  }

  answer(): TranscriptAnswer {
    const { way, dropped } = this.#place()
    const fitting = this.#candidates
      .filter(({ uuid }) => way.has(uuid) && !this.#removed.has(uuid))
      .sort(byFit)
    return {
      total: fitting.length,
      found: fitting.slice(0, this.#question.limit).map(({ fit: _, order: __, ...hit }) => ({
        ...hit,
        dropped: dropped.has(hit.uuid),
      })),
    }
  }

  #takeMessage(entry: MessageEntry, line: ByteLine): void {
    if (this.#known.has(entry.uuid)) return
    this.#known.add(entry.uuid)
    const { entry: _, ...node } = toNode(entry, line)
    this.#nodes.push(node)
    if (entry.isSidechain) return
    if (entry.type === 'system') {
      for (const uuid of entry.removed ?? []) this.#removed.add(uuid)
      if (node.isBoundary) {
        this.#preserved.clear()
        for (const uuid of entry.compactMetadata?.preserved?.uuids ?? []) this.#preserved.add(uuid)
      }
    }
    for (const spoken of this.#reader.read(entry)) this.#weigh(entry, spoken)
  }

  #weigh({ uuid, timestamp }: MessageEntry, { text, ...from }: Spoken): void {
    const { messageId } = this.#question
    if (messageId !== undefined && !uuid.startsWith(messageId)) return
    const fit = countTerms(text, this.#terms)
    if (this.#terms.length > 0 && fit === 0) return
    this.#order += 1
    const shown =
      this.#terms.length === 0
        ? whole(text)
        : excerptsOf(text, this.#terms, messageId === undefined ? EXCERPTS : EXCERPTS_OF_ONE)
    this.#candidates.push({ uuid, timestamp, ...from, ...shown, fit, order: this.#order })
    if (this.#candidates.length > 2 * MAX_CANDIDATES)
      this.#candidates = this.#candidates.sort(byFit).slice(0, MAX_CANDIDATES)
  }

  /** Which messages count, and which of them stand before the last compaction. */
  #place() {
    const tree = buildTree(this.#nodes)
    const leaf = chooseLeaf(tree)
    const path = leaf === undefined ? [] : pathTo(tree, leaf).nodes
    const nodes = recoverParallel(tree, path, this.#removed)
    const boundary = nodes.findLastIndex(node => node.isBoundary === true && !this.#removed.has(node.uuid))
    const before = nodes.slice(0, Math.max(0, boundary)).map(({ uuid }) => uuid)
    return {
      way: new Set(nodes.map(({ uuid }) => uuid)),
      dropped: new Set(before.filter(uuid => !this.#preserved.has(uuid))),
    }
  }
}

const whole = (text: string): Pick<TranscriptHit, 'excerpts' | 'more'> => ({
  excerpts: [{ line: 1, text: text.slice(0, MAX_WHOLE_CHARS) }],
  more: text.length > MAX_WHOLE_CHARS ? 1 : 0,
})
