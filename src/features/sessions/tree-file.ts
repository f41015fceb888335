import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { isBlankLine, parseJsonLine, readLines } from '../../lib/jsonl.ts'
import type { MessageEntry } from '../../protocol/entry.ts'
import { plainText } from '../../protocol/message.ts'
import { MAX_ENTRY_BYTES } from './log.ts'
import { parseEntry } from './parse-entry.ts'
import { promptTitle } from './prompt-title.ts'
import { notPlainFile, sessionFileError } from './session-error.ts'
import { skimLine } from './skim-line.ts'
import type { OutlineNode } from './tree-outline.ts'

/** After this many bytes other work gets its turn. */
const BREATH_BYTES = 8 * 1024 * 1024

const toNode = (entry: MessageEntry): OutlineNode => ({
  uuid: entry.uuid,
  parentUuid: entry.parentUuid,
  type: entry.type,
  isSidechain: entry.isSidechain,
  ...(typeof entry.logicalParentUuid === 'string' ? { logicalParentUuid: entry.logicalParentUuid } : {}),
  ...(entry.type === 'system' && entry.subtype === 'compact_boundary' ? { isBoundary: true } : {}),
  ...(entry.type === 'system' && entry.compactMetadata?.by === 'clear' ? { clears: true } : {}),
  ...(entry.type === 'system' && entry.removed ? { removed: entry.removed } : {}),
  ...promptIn(entry),
})

/** A message of the person; what the program says in their name is `quiet`: no knot of the tree, but of the file history. */
const promptIn = (entry: MessageEntry): Pick<OutlineNode, 'prompt' | 'quiet'> => {
  if (entry.type !== 'user' || entry.isCompactSummary) return {}
  const { content } = entry.message
  if (typeof content !== 'string' && content.some(block => block.type === 'tool_result')) return {}
  if (entry.isMeta) return { quiet: true }
  return { prompt: { title: promptTitle(plainText(content)), timestamp: entry.timestamp } }
}

const nodeOf = (bytes: Uint8Array): OutlineNode | undefined => {
  if (isBlankLine(bytes)) return undefined
  const skimmed = skimLine(bytes)
  if (skimmed) return skimmed
  const parsed = parseEntry(parseJsonLine(bytes))
  if (parsed.kind === 'message') return toNode(parsed.entry)
  if (parsed.kind !== 'link') return undefined
  return { uuid: parsed.uuid, parentUuid: parsed.parentUuid, type: 'link', isSidechain: false }
}

/** The shape of all that was said in a session, every branch of it. Throws SessionError when the file cannot be read. */
export const readTreeFile = async (path: string): Promise<readonly OutlineNode[]> => {
  const nodes: OutlineNode[] = []
  await eachLine(path, bytes => {
    const node = nodeOf(bytes)
    if (node) nodes.push(node)
  })
  return nodes
}

/** What the model said in the reply that a record belongs to, and the whole of a message of the person. */
export const readText = async (path: string, uuid: string): Promise<string | undefined> => {
  const [found] = await messagesWith(path, `"uuid":${JSON.stringify(uuid)}`, entry => entry.uuid === uuid)
  if (found?.type === 'user') return plainText(found.message.content)
  if (found?.type !== 'assistant') return undefined
  const { id } = found.message
  const records = await messagesWith(
    path,
    `"id":${JSON.stringify(id)}`,
    entry => entry.type === 'assistant' && entry.message.id === id,
  )
  return records.map(entry => (entry.type === 'assistant' ? plainText(entry.message.content) : '')).join('')
}

/** Only lines that hold the mark are parsed. */
const messagesWith = async (
  path: string,
  mark: string,
  isWanted: (entry: MessageEntry) => boolean,
): Promise<readonly MessageEntry[]> => {
  const found: MessageEntry[] = []
  await eachLine(path, bytes => {
    if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(mark)) return
    const parsed = parseEntry(parseJsonLine(bytes))
    if (parsed.kind === 'message' && isWanted(parsed.entry)) found.push(parsed.entry)
  })
  return found
}

const eachLine = async (path: string, take: (bytes: Uint8Array) => void): Promise<void> => {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    if (!fstatSync(fd).isFile()) throw notPlainFile('read', path)
    let breath = BREATH_BYTES
    for (const line of readLines(fd, { maxLineBytes: MAX_ENTRY_BYTES })) {
      if (!line.tooLong) take(line.bytes)
      if (line.offset < breath) continue
      breath = line.offset + BREATH_BYTES
      await new Promise<void>(resolve => {
        setImmediate(resolve)
      })
    }
  } catch (error) {
    throw sessionFileError(error, 'read', path)
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
