import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { basename, dirname, isAbsolute } from 'node:path'
import type { MessageEntry } from '../../../protocol/entry.ts'
import { resumingText } from '../../../protocol/messages/host/resuming.ts'
import { NO_USAGE } from '../../../protocol/usage.ts'
import { readRecords } from '../ledger/read-records.ts'
import { recoverParallel } from '../parallel-results.ts'
import { isSessionId, sessionPath } from '../project-key.ts'
import { SessionError, sessionFileError } from '../session-error.ts'
import { buildTree, chooseLeaf, pathTo, type TreeNode } from '../tree.ts'
import { cleanEntry, createCallNames } from './clean-entry.ts'
import { isCodexRollout, readCodexTalk } from './codex-talk.ts'
import type { ForeignTalk } from './foreign-talk.ts'
import { readOpencodeTalk } from './opencode-talk.ts'
import { isPiSession, readPiTalk } from './pi-talk.ts'

export interface ImportOptions {
  readonly configHome: string
  /** For sessions whose own directory is not here. */
  readonly cwd: string
  readonly version: string
  newId(): string
}

export type Imported =
  | {
      readonly kind: 'imported'
      readonly from: string
      readonly sessionId: string
      readonly path: string
      readonly messages: number
      readonly left: number
    }
  | { readonly kind: 'present'; readonly from: string; readonly sessionId: string }
  | { readonly kind: 'empty'; readonly from: string }

const MAX_FILE_BYTES = 500 * 1024 * 1024
const MAX_MESSAGES = 200_000
const MAX_TITLE = 200

interface Found {
  readonly messages: readonly MessageEntry[]
  readonly title: string | undefined
  /** Lines that were not taken. */
  readonly left: number
}

/**
 * Takes the conversation of another program's transcript in, as text: new entries are made from what was said and
 * what tools answered. Modes, permissions, directories, costs, loaded tools and file history stay outside, and
 * whatever has an unknown shape does too.
 */
export const importSession = (from: string, deps: ImportOptions): Imported => {
  refuseHuge(from)
  const talk = readTalk(from)
  const { messages, title, left } = talk ? foundIn(talk) : readForeign(from)
  if (!messages.some(message => message.type === 'user')) return { kind: 'empty', from }
  const sessionId = talk?.sessionId ?? idOf(from, messages) ?? deps.newId()
  const cwd = placeOf(messages, deps.cwd)
  const path = sessionPath(deps.configHome, cwd, sessionId)
  if (existsSync(path)) return { kind: 'present', from, sessionId }
  const lines = entriesOf(messages, { sessionId, cwd, version: deps.version, newId: deps.newId })
  if (title !== undefined) lines.push({ type: 'custom-title', customTitle: title, sessionId })
  writeNew(path, lines)
  const written = lines.filter(line => 'uuid' in line).length
  return {
    kind: 'imported',
    from,
    sessionId,
    path,
    messages: written,
    left: left + messages.length - written,
  }
}

const refuseHuge = (from: string): void => {
  let size: number
  try {
    size = statSync(from).size
  } catch (error) {
    throw sessionFileError(error, 'read', from)
  }
  if (size > MAX_FILE_BYTES)
    throw new SessionError(
      'too_large',
      resumingText('too_large_to_import', { path: from, limit: MAX_FILE_BYTES >> 20 }),
    )
}

/** A conversation in a form of its own, as entries of ours; undefined: it is in the public JSONL format, or in none. */
const readTalk = (from: string): ForeignTalk | undefined => {
  if (from.endsWith('.json')) return readOpencodeTalk(from)
  const [first] = valuesIn(from)
  if (isCodexRollout(first)) return readCodexTalk(valuesIn(from))
  return isPiSession(first) ? readPiTalk(valuesIn(from)) : undefined
}

/** What is JSON, line by line; what is none counts as a line that says nothing. */
function* valuesIn(from: string): Generator<unknown, void, void> {
  for (const record of readRecords(from))
    yield record.kind === 'foreign' ? record.value : record.kind === 'entry' ? record.entry : undefined
}

const foundIn = ({ sessionId, cwd, title, turns, left }: ForeignTalk): Found => ({
  messages: turns.slice(0, MAX_MESSAGES).map((turn, at): MessageEntry => {
    const context = {
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      entrypoint: 'import',
      cwd,
      sessionId,
      version: '',
      gitBranch: '',
      uuid: '',
      timestamp: turn.at,
    } as const
    if (turn.role === 'user')
      return { ...context, type: 'user', message: { role: 'user', content: turn.content } }
    return {
      ...context,
      type: 'assistant',
      message: {
        id: `msg_imported_${at}`,
        type: 'message',
        role: 'assistant',
        model: turn.model,
        content: turn.content,
        stop_reason: null,
        stop_sequence: null,
        usage: NO_USAGE,
      },
    }
  }),
  title: title?.slice(0, MAX_TITLE),
  left: left + Math.max(0, turns.length - MAX_MESSAGES),
})

interface ForeignNode extends TreeNode {
  readonly entry: MessageEntry | undefined
}

/** The way to the newest leaf, what was thrown away left out. */
const readForeign = (from: string): Found => {
  const nodes: ForeignNode[] = []
  const removed = new Set<string>()
  let title: string | undefined
  let left = 0
  for (const record of readRecords(from)) {
    if (record.kind === 'foreign' && record.uuid !== undefined)
      nodes.push(nodeOf(record.uuid, record.parentUuid ?? null, undefined))
    if (record.kind !== 'entry') {
      left++
      continue
    }
    const { entry } = record
    if (entry.type === 'custom-title') title = entry.customTitle.slice(0, MAX_TITLE) || undefined
    else if (entry.type === 'summary') title ??= entry.summary.slice(0, MAX_TITLE) || undefined
    else if (!('uuid' in entry) || entry.isSidechain) left++
    else {
      if (entry.type === 'system') for (const uuid of entry.removed ?? []) removed.add(uuid)
      nodes.push(nodeOf(entry.uuid, entry.parentUuid, entry))
    }
    if (nodes.length > MAX_MESSAGES)
      throw new SessionError(
        'too_large',
        resumingText('too_many_messages', { path: from, limit: MAX_MESSAGES }),
      )
  }
  const tree = buildTree(nodes)
  const leaf = chooseLeaf(tree)
  const way = leaf === undefined ? [] : recoverParallel(tree, pathTo(tree, leaf).nodes, removed)
  const messages = way.flatMap(({ entry }) => (entry === undefined || removed.has(entry.uuid) ? [] : [entry]))
  return { messages, title, left: left + nodes.length - messages.length }
}

const nodeOf = (uuid: string, parentUuid: string | null, entry: MessageEntry | undefined): ForeignNode => ({
  uuid,
  parentUuid,
  type: entry?.type ?? 'link',
  isSidechain: false,
  entry,
  ...(typeof entry?.logicalParentUuid === 'string' ? { logicalParentUuid: entry.logicalParentUuid } : {}),
  ...(entry === undefined ? {} : linksOf(entry)),
})

/** What brings results that hang beside the way back into it. */
const linksOf = (entry: MessageEntry): Pick<TreeNode, 'replyId' | 'calls' | 'answers'> => {
  if (entry.type === 'assistant')
    return {
      replyId: entry.message.id,
      calls: entry.message.content.flatMap(block => (block.type === 'tool_use' ? [block.id] : [])),
    }
  if (entry.type !== 'user' || typeof entry.message.content === 'string') return {}
  const answers = entry.message.content.flatMap(block =>
    block.type === 'tool_result' ? [block.tool_use_id] : [],
  )
  return answers.length === 0 ? {} : { answers }
}

/** A session keeps its id: to take it in twice does nothing the second time. */
const idOf = (from: string, messages: readonly MessageEntry[]): string | undefined =>
  [basename(from, '.jsonl'), messages.at(-1)?.sessionId ?? ''].find(isSessionId)?.toLowerCase()

/** Where it was held, if that is a directory of this machine; the name decides only where the file is kept. */
const placeOf = (messages: readonly MessageEntry[], otherwise: string): string => {
  const cwd = messages.at(-1)?.cwd ?? ''
  if (!isAbsolute(cwd) || cwd.includes('\0')) return otherwise
  return statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true ? cwd : otherwise
}

type Line = Readonly<Record<string, unknown>>

const entriesOf = (
  messages: readonly MessageEntry[],
  to: { readonly sessionId: string; readonly cwd: string; readonly version: string; newId(): string },
): Line[] => {
  const nameOf = createCallNames()
  const lines: Line[] = []
  const taken = new Set<string>()
  let parentUuid: string | null = null
  for (const entry of messages) {
    const cleaned = cleanEntry(entry, nameOf)
    if (cleaned === undefined) continue
    const uuid = isSessionId(entry.uuid) && !taken.has(entry.uuid) ? entry.uuid : to.newId()
    taken.add(uuid)
    const cut = cleaned.type === 'system' && parentUuid !== null
    lines.push({
      parentUuid: cut ? null : parentUuid,
      ...(cut ? { logicalParentUuid: parentUuid } : {}),
      isSidechain: false,
      userType: 'external',
      entrypoint: 'import',
      cwd: to.cwd,
      sessionId: to.sessionId,
      version: to.version,
      gitBranch: '',
      type: cleaned.type,
      uuid,
      timestamp: timeOf(entry.timestamp),
      ...cleaned.fields,
    })
    parentUuid = uuid
  }
  return lines
}

const timeOf = (timestamp: string): string => {
  const time = new Date(timestamp)
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString()
}

const writeNew = (path: string, lines: readonly Line[]): void => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const fd = openSync(path, 'wx', 0o600)
    try {
      for (const line of lines) writeSync(fd, `${JSON.stringify(line)}\n`)
    } catch (error) {
      // Half a session must not look like a whole one.
      rmSync(path, { force: true })
      throw error
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    throw sessionFileError(error, 'write', path)
  }
}
