import { escapeLine } from '../../lib/escape-text.ts'

/** A closed set: what fits none of them is not worth remembering. */
export const MEMORY_TYPES = ['user', 'feedback', 'project', 'reference'] as const
export type MemoryType = (typeof MEMORY_TYPES)[number]

/** What stands above the text of a memory. Files a person wrote may lack any of it. */
export interface MemoryHeader {
  readonly name?: string
  readonly description?: string
  readonly type?: MemoryType
  /** ISO 8601. */
  readonly modified?: string
}

export interface ParsedMemory {
  readonly header: MemoryHeader
  readonly body: string
}

const HEADER_LINES = 30
const MAX_NAME = 80
const MAX_DESCRIPTION = 200

/** Takes anything: what is no header belongs to the body. */
export const parseMemory = (text: string): ParsedMemory => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines[0]?.trim() !== '---') return { header: {}, body: text.trim() }
  const end = lines.slice(1, HEADER_LINES).findIndex(line => line.trim() === '---') + 1
  if (end === 0) return { header: {}, body: text.trim() }
  return {
    header: readHeader(lines.slice(1, end)),
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  }
}

const readHeader = (lines: readonly string[]): MemoryHeader => {
  const values = new Map<string, string>()
  for (const line of lines) {
    const [, key, value] = /^\s*(name|description|type|modified)\s*:\s*(.*)$/.exec(line) ?? []
    if (key !== undefined && value !== undefined && !values.has(key)) values.set(key, unquoted(value.trim()))
  }
  const name = values.get('name')
  const description = values.get('description')
  const type = MEMORY_TYPES.find(each => each === values.get('type')?.toLowerCase())
  const modified = values.get('modified')
  return {
    ...(name ? { name: oneLine(name, MAX_NAME) } : {}),
    ...(description ? { description: oneLine(description, MAX_DESCRIPTION) } : {}),
    ...(type ? { type } : {}),
    ...(modified && !Number.isNaN(Date.parse(modified)) ? { modified } : {}),
  }
}

/** Most are plain, and there may be hundreds: only others are looked at closely. */
const oneLine = (text: string, most: number): string =>
  text.length <= most && /^[ -~]*$/.test(text) ? text : escapeLine(text, most)

const unquoted = (value: string): string => {
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'")
  if (!/^".*"$/.test(value)) return value
  try {
    return String(JSON.parse(value))
  } catch {
    // Quotes that are not an escape sequence of ours: the words between them count.
    return value.slice(1, -1)
  }
}

export interface Memory {
  readonly name: string
  readonly description: string
  readonly type: MemoryType
  readonly body: string
}

/** The file a memory becomes. */
export const renderMemory = ({ name, description, type, body }: Memory, modified: Date): string =>
  [
    '---',
    `name: ${plain(name, MAX_NAME)}`,
    `description: ${plain(description, MAX_DESCRIPTION)}`,
    `type: ${type}`,
    `modified: ${modified.toISOString()}`,
    '---',
    '',
    body.trim(),
    '',
  ].join('\n')

/** Quoted where YAML would take it for something else. */
const plain = (text: string, most: number): string => {
  const line = escapeLine(text.trim(), most)
  return /^[\p{L}\p{N}][^:#"'\\]*$/u.test(line) ? line : JSON.stringify(line)
}

/** A name inside the directory and nothing else: no directories, nothing hidden, not the index. */
export const isMemoryName = (file: string): boolean =>
  (PLAIN_NAME.test(file) || /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,100}\.md$/u.test(file)) &&
  !file.includes('..') &&
  !isIndexName(file)

/** What most are: the letters of all languages take a thousand times as long to compile. */
const PLAIN_NAME = /^\w[\w.-]{0,100}\.md$/

export const INDEX_NAME = 'MEMORY.md'

/** On some file systems names that differ in case are the same. */
const isIndexName = (file: string): boolean => file.toLowerCase() === INDEX_NAME.toLowerCase()
