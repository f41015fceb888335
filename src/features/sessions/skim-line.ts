/** What a long file needs of most of its lines: their place in the tree, without the content. */
export interface SkimmedLine {
  readonly type: 'user' | 'assistant'
  readonly uuid: string
  readonly parentUuid: string | null
  readonly isSidechain: boolean
  readonly logicalParentUuid?: string
}

/** The fields before the content take a few hundred bytes; a longer head is not ours and is parsed. */
const HEAD_BYTES = 640
const CLOSING_BRACE = 125

const START = /^\{"parentUuid":(?:null|"([\w-]+)"),/
const UUID = /"uuid":"([\w-]+)"/
const TYPE = /"type":"(user|assistant)"/
const SIDECHAIN = /"isSidechain":(true|false)/
const LOGICAL_PARENT = /"logicalParentUuid":"([\w-]+)"/
const CONTENT = '"message":{"'
const RESULT = '"tool_result"'
/** Results that hold state of the session. Quotes within text are escaped, so only keys match. */
const STATE_MARKS = ['"newTodos"', '"effects"'] as const

/**
 * Reads the place of a message line from its first bytes, several times faster than parsing it. `undefined` for every
 * line whose content is needed whatever branch it is on (prompts, system lines, metadata, state) or that is not in the
 * shape this program writes: those must be parsed. A quote within a JSON text is escaped, so a pattern that begins and
 * ends with bare quotes can only match a key and its value; that no object stands in the head makes it a key of the line.
 */
export const skimLine = (bytes: Uint8Array): SkimmedLine | undefined => {
  if (bytes.at(-1) !== CLOSING_BRACE) return undefined
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const start = line.toString('latin1', 0, Math.min(HEAD_BYTES, line.length))
  const content = start.indexOf(CONTENT)
  if (content === -1) return undefined
  const head = start.slice(0, content)
  const above = START.exec(head)
  const uuid = UUID.exec(head)
  const type = TYPE.exec(head)?.[1]
  const side = SIDECHAIN.exec(head)?.[1]
  if (!above || !uuid || side === undefined || head.includes('{', 1)) return undefined
  if (type !== 'assistant' && !(type === 'user' && isPlainResult(line, start))) return undefined
  const logical = LOGICAL_PARENT.exec(head)
  return {
    type,
    uuid: takeValue(line, uuid),
    parentUuid: above[1] === undefined ? null : takeValue(line, above),
    isSidechain: side === 'true',
    ...(logical ? { logicalParentUuid: takeValue(line, logical) } : {}),
  }
}

/** A string of its own: a part of the head would keep all of the head in memory. */
const takeValue = (line: Buffer, { 0: whole, 1: value = '', index }: RegExpExecArray): string => {
  const from = index + whole.lastIndexOf(value)
  return line.toString('latin1', from, from + value.length)
}

const isPlainResult = (line: Buffer, start: string): boolean =>
  (start.includes(RESULT) || line.includes(RESULT, 0, 'latin1')) &&
  !STATE_MARKS.some(mark => line.includes(mark, 0, 'latin1'))
