import { decodeText } from '../../lib/text-file.ts'
import type { Message } from '../../protocol/message.ts'
import type { FileContent } from '../../protocol/tool.ts'

/** Only so many of the last messages count: what was read before has most likely been read again since. */
const MAX_MESSAGES = 2_000

/**
 * What an earlier run of the session showed the model of whole files, by path: results of reading and writing, edits
 * applied. Read from the results themselves, whichever tool they are of; what does not fit together is left out.
 */
export const earlierContents = (messages: readonly Message[]): Map<string, string> => {
  const known = new Map<string, string>()
  for (const message of messages.slice(-MAX_MESSAGES))
    if (message.type === 'user' && isFields(message.toolUseResult)) take(known, message.toolUseResult)
  return known
}

/** The file is, line ends aside, what the model saw. */
export const isAsShown = ({ data }: FileContent, shown: string): boolean => {
  const text = decodeText(data)?.text
  return text !== undefined && comparable(text) === comparable(shown)
}

/** Results show lines, so neither the kind of line ends nor the last one can be told from them. */
const comparable = (text: string): string => text.replaceAll('\r\n', '\n').replace(/\n$/, '')

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const take = (known: Map<string, string>, output: Fields): void => {
  const { file, filePath, content, originalFile } = output
  if (isFields(file)) takeShown(known, file)
  else if (typeof filePath !== 'string') return
  else if (typeof content === 'string') known.set(filePath, content)
  else if (originalFile !== undefined) takeEdited(known, filePath, output)
}

const takeShown = (known: Map<string, string>, file: Fields): void => {
  const { filePath, content, startLine, numLines, totalLines } = file
  if (typeof filePath !== 'string' || typeof content !== 'string') return
  if (startLine === 1 && numLines === totalLines && file['truncatedByTokenCap'] !== true)
    known.set(filePath, content)
}

const takeEdited = (known: Map<string, string>, path: string, output: Fields): void => {
  const before = known.get(path)
  const { originalFile, edits } = output
  known.delete(path)
  if (before === undefined || typeof originalFile !== 'string') return
  if (comparable(before) !== comparable(originalFile)) return
  const after = (Array.isArray(edits) ? edits : [output]).reduce<string | undefined>(
    (text, edit) => (text === undefined ? undefined : replaced(text, edit)),
    originalFile,
  )
  if (after !== undefined) known.set(path, after)
}

const replaced = (text: string, edit: unknown): string | undefined => {
  if (!isFields(edit)) return undefined
  const { oldString, newString, replaceAll } = edit
  if (typeof oldString !== 'string' || typeof newString !== 'string' || oldString === '') return undefined
  if (!text.includes(oldString)) return undefined
  // A function, because a text may hold what `replace` takes for a pattern.
  return replaceAll === true
    ? text.replaceAll(oldString, () => newString)
    : text.replace(oldString, () => newString)
}
