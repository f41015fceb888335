import { closeSync, fstatSync } from 'node:fs'
import { basename } from 'node:path'
import { parseJsonLine } from '../../lib/jsonl.ts'
import type { Effect } from '../../protocol/context.ts'
import type { MessageEntry } from '../../protocol/entry.ts'
import { resumingText } from '../../protocol/messages/host/resuming.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { FileHistoryLine } from '../../protocol/session/file-history.ts'
import type { SessionFacts } from './folds/facts.ts'
import { LineWindow } from './line-window.ts'
import { MAX_ENTRY_BYTES } from './log.ts'
import { recoverParallel } from './parallel-results.ts'
import { parseEntry } from './parse-entry.ts'
import { isSessionId } from './project-key.ts'
import {
  contentFacts,
  type LineNode,
  openForReading,
  type Reading,
  readWhole,
  type SkippedLines,
} from './reading.ts'
import { SessionError, sessionFileError } from './session-error.ts'
import { buildTree, chooseLeaf, parentOf, pathTo, type Tree } from './tree.ts'

/** A session file read: text and numbers, nothing that grants or runs. */
export interface LoadedSession {
  readonly path: string
  readonly sessionId: string
  /** The conversation that counts, oldest first: from the last compaction boundary (which is the first one) on. */
  readonly messages: readonly MessageEntry[]
  /** Where the next entry hangs; null in a file without messages. */
  readonly leafUuid: string | null
  /** Messages on the way from the first one to the leaf, those before a compaction included. */
  readonly total: number
  readonly facts: SessionFacts
  /** What was said and what changed in files, in the order of the file, whatever branch it is on. */
  readonly fileHistory: readonly FileHistoryLine[]
  /** What the conversation did, also before a compaction; oldest first. */
  readonly effects: readonly Effect[]
  /** Every uuid in the file, so that nothing is written twice. */
  readonly uuids: ReadonlySet<string>
  readonly skipped: SkippedLines
  /** It is not one of ours: what it says about itself does not count. */
  readonly foreign?: true
  /** What a person should know about the state of the file. */
  readonly notes: readonly LocalizedText[]
}

/** Of a larger file only the lines that count are parsed. */
const SKIM_BYTES = 5 * 1024 * 1024
/** A conversation of more, as it stands in the file, is not taken up. */
const MAX_KEPT_BYTES = 50 * 1024 * 1024
/** A line that was not parsed turns out not to be what it looked like. */
class NotAMessage extends Error {}

/** Content that was let go or never parsed is read from its place. */
const entryOf = (node: LineNode, lines: LineWindow): MessageEntry => {
  if (node.entry !== undefined) return node.entry
  const parsed = parseEntry(parseJsonLine(lines.read(node.offset, node.length)))
  if (parsed.kind !== 'message' || parsed.entry.uuid !== node.uuid) throw new NotAMessage()
  return parsed.entry
}

/** What the view and what hangs on it say about calls and answers: only a parsed line knows. */
const completeView = (view: readonly LineNode[], tree: Tree<LineNode>, lines: LineWindow): void => {
  for (const node of view)
    for (const one of [node, ...(tree.children.get(node.uuid) ?? [])])
      if (one.entry === undefined && one.type !== 'link') {
        one.entry = entryOf(one, lines)
        Object.assign(one, contentFacts(one.entry))
      }
}

const refuseHuge = (view: readonly LineNode[], path: string): void => {
  const bytes = view.reduce((sum, node) => sum + node.length, 0)
  if (bytes <= MAX_KEPT_BYTES) return
  const mb = (n: number): number => Math.ceil(n / 2 ** 20)
  throw new SessionError(
    'too_large',
    resumingText('too_long', { path, size: mb(bytes), most: mb(MAX_KEPT_BYTES) }),
  )
}

/** The way to the newest message; or to the given one, as it was when that was the last: what came later stays in the file as a branch. */
const wayTo = (tree: Tree<LineNode>, { at, before }: Place): ReturnType<typeof pathTo<LineNode>> => {
  if (before !== undefined) return pathTo(tree, parentOf(tree, tree.byId.get(before)))
  const end = at === undefined ? chooseLeaf(tree) : tree.byId.get(at)
  if (end !== undefined && end.type !== 'link' && !end.isSidechain) return pathTo(tree, end)
  if (at !== undefined) throw new SessionError('not_found', resumingText('no_message', { id: at }))
  return { nodes: [], circular: false }
}

const notesOn = (
  reading: Reading,
  facts: { lost: boolean; bridged: boolean; circular: boolean },
): LocalizedText[] => {
  const notes: LocalizedText[] = []
  const { corrupt, tooLong } = reading.skipped
  if (corrupt > 0) notes.push(resumingText('unreadable_lines', { count: corrupt }))
  if (tooLong > 0) notes.push(resumingText('long_lines', { count: tooLong }))
  if (facts.lost) notes.push(resumingText('beginning_missing'))
  if (facts.bridged) notes.push(resumingText('message_missing'))
  if (facts.circular) notes.push(resumingText('circle'))
  return notes
}

type Place = Pick<LoadLimits, 'at' | 'before'> & { readonly path: string; readonly fd: number }

const assemble = (reading: Reading, place: Place): LoadedSession => {
  const { path, fd } = place
  const tree = buildTree(reading.nodes)
  const way = wayTo(tree, place)
  const leaf = way.nodes.at(-1)
  const boundary = way.nodes.findLastIndex(
    node => node.isBoundary === true && !reading.removed.has(node.uuid),
  )
  const lines = new LineWindow(fd)
  const visible = way.nodes.slice(Math.max(boundary, 0))
  refuseHuge(visible, path)
  completeView(visible, tree, lines)
  // Results that came after the message to end with were not there yet.
  const end = (place.at ?? place.before) === undefined ? undefined : (leaf?.offset ?? 0)
  const view = recoverParallel(tree, visible, reading.removed).filter(
    node => node.offset <= (end ?? node.offset),
  )
  const standing = view.filter(node => !reading.removed.has(node.uuid)).map(node => entryOf(node, lines))
  const messages = withPreserved(standing, uuid => {
    const node = reading.removed.has(uuid) ? undefined : tree.byId.get(uuid)
    return node === undefined || node.type === 'link' ? undefined : entryOf(node, lines)
  })
  const name = basename(path, '.jsonl')
  const last = messages.at(-1)
  const cwd = reading.facts.cwd ?? last?.cwd
  const damage = {
    lost: way.nodes.some(node => tree.lost.has(node.uuid) && !tree.parents.has(node.uuid)),
    bridged: way.nodes.some(node => tree.lost.has(node.uuid) && tree.parents.has(node.uuid)),
    circular: way.circular,
  }
  return {
    path,
    sessionId: isSessionId(name) ? name : (last?.sessionId ?? ''),
    messages,
    leafUuid: leaf?.uuid ?? null,
    total: Math.max(boundary, 0) + view.length,
    facts: cwd === undefined ? reading.facts : { ...reading.facts, cwd },
    fileHistory: reading.fileHistory,
    effects: reading.effects.on(new Set([...way.nodes, ...view].map(node => node.uuid)), reading.uuids),
    uuids: reading.uuids,
    skipped: reading.skipped,
    notes: notesOn(reading, damage),
  }
}

interface LoadLimits {
  readonly maxLineBytes?: number
  /** The message to end with, on whatever branch; SessionError when there is none. */
  readonly at?: string | undefined
  /** The message to end before, in place of `at`; nothing is left of the conversation when there is none. */
  readonly before?: string | undefined
  /** From this size on only the lines that count are parsed. */
  readonly skimBytes?: number
  /** It is the file of an agent: its side chain is the one that counts. */
  readonly ofAgent?: boolean
}

/** Never fails because of what is in the file, only when it cannot be read at all or is too much (SessionError). */
export const loadSession = async (path: string, limits: LoadLimits = {}): Promise<LoadedSession> => {
  const maxLineBytes = limits.maxLineBytes ?? MAX_ENTRY_BYTES
  let fd: number | undefined
  try {
    fd = openForReading(path)
    const place = { path, fd, at: limits.at, before: limits.before }
    const { ofAgent = false, skimBytes = SKIM_BYTES } = limits
    const skims = !ofAgent && fstatSync(fd).size > skimBytes
    try {
      return assemble(await readWhole(fd, { skims, maxLineBytes, ofAgent }), place)
    } catch (error) {
      if (!(error instanceof NotAMessage)) throw error
      // A damaged line in sight: only parsing every line tells what it took with it.
      return assemble(await readWhole(fd, { skims: false, maxLineBytes, ofAgent }), place)
    }
  } catch (error) {
    throw error instanceof NotAMessage ? changedMeanwhile() : sessionFileError(error, 'read', path)
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

const changedMeanwhile = (): SessionError => new SessionError('io', resumingText('changed_while_read'))

/**
 * A compaction may keep messages as they are: in the file they stand before its boundary, and the conversation has
 * them behind the message it names. Puts them there.
 */
const withPreserved = (
  messages: readonly MessageEntry[],
  find: (uuid: string) => MessageEntry | undefined,
): readonly MessageEntry[] => {
  const [first] = messages
  const preserved = first?.type === 'system' ? first.compactMetadata?.preserved : undefined
  if (!preserved || typeof preserved.anchor !== 'string' || !Array.isArray(preserved.uuids)) return messages
  const there = new Set(messages.map(({ uuid }) => uuid))
  const kept = preserved.uuids.flatMap(uuid => {
    const entry = there.has(uuid) ? undefined : find(uuid)
    return entry ? [entry] : []
  })
  const anchor = messages.findIndex(({ uuid }) => uuid === preserved.anchor)
  // A file that was cut before the anchor was written: nothing is known to stand in their place, so they count.
  const at = anchor === -1 ? messages.length : anchor + 1
  return [...messages.slice(0, at), ...kept, ...messages.slice(at)]
}
