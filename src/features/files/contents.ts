import { errorText } from '../../lib/error-text.ts'
import { plainText as plainTextOf } from '../../lib/files/text-file.ts'
import type { Editor } from '../../protocol/editor/editor.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { type FileContent, ToolError } from '../../protocol/tool.ts'
import { tooLarge } from './file-errors.ts'
import { type Judged, type ReadLimit, readNow } from './read-file.ts'
import { type Change, prepareNow, tryNow, type UpdateOptions, updateNow } from './update-file.ts'

const says = modelTexts('file_contents', {
  editorFailed: { en: 'The editor could not write {path}: {why}', zh: '编辑器无法写入 {path}：{why}' },
})

/** A larger file is not asked for: no editor has it open as text. */
const MOST_BYTES = 16 * 1024 * 1024

/** Where the contents of files are: on the disk, or in an editor that has them open. Throws ToolError. */
export interface Contents {
  /** The whole of it, or with `from` a part, which always comes from the disk. */
  read(judged: Judged, limit: ReadLimit): Promise<FileContent>
  update(judged: Judged, change: Change, options: UpdateOptions): Promise<FileContent>
  /** Throws what `update` would throw. */
  tryUpdate(judged: Judged, change: Change, options: UpdateOptions): Promise<void>
}

/** From the reading to the writing in one go: where the path leads is where it is written. */
export const DISK: Contents = {
  read: async (judged, limit) => readNow(judged, limit),
  update: async (judged, change, options) => updateNow(judged, change, options),
  tryUpdate: async (judged, change, options) => tryNow(judged, change, options),
}

/** Whoever is given a file is told as well what the person says files are in. */
export const sayEncoding = (contents: Contents, encoding: string | undefined): Contents => {
  if (encoding === undefined) return contents
  const told =
    (change: Change): Change =>
    now =>
      change(now && { ...now, encoding })
  return {
    read: async (judged, limit) => ({ ...(await contents.read(judged, limit)), encoding }),
    update: (judged, change, options) => contents.update(judged, told(change), options),
    tryUpdate: (judged, change, options) => contents.tryUpdate(judged, told(change), options),
  }
}

/** Read as the buffers of an editor have it, and written through it. */
export const editorContents = (
  editor: Editor,
  isPrivate: (real: string) => boolean = () => false,
): Contents => {
  const isIts = ({ real }: Judged): boolean => editor.isOpened(real) && !isPrivate(real)
  const bufferOf = async (judged: Judged, disk: FileContent | undefined): Promise<string | undefined> =>
    editor.readText && disk && isIts(judged) && isPlain(disk) ? await editor.readText(judged.real) : undefined
  const overlay = async (judged: Judged): Promise<Pick<UpdateOptions, 'overlay'>> => {
    const text = await bufferOf(judged, diskNow(judged))
    return text === undefined ? {} : { overlay: disk => withBuffer(disk, text) }
  }
  const update: Contents['update'] = async (judged, change, options) => {
    const before = diskNow(judged)
    const laid = { ...options, ...(await overlay(judged)) }
    const isWritten = editor.writeText && isIts(judged) && (!before || isPlain(before))
    const data = isWritten ? prepareNow(judged, change, laid) : undefined
    const text = data && plainText(data)
    if (data === undefined || text === undefined) return updateNow(judged, change, laid)
    try {
      await editor.writeText?.(judged.real, text)
    } catch (error) {
      throw new ToolError(says('editorFailed', { path: judged.path, why: errorText(error) }))
    }
    return written(judged, data)
  }
  return {
    async read(judged, limit) {
      const disk = readNow(judged, limit)
      const text = limit.from === undefined ? await bufferOf(judged, disk) : undefined
      const content = text === undefined ? disk : withBuffer(disk, text)
      if (limit.from === undefined && content.size > limit.maxBytes)
        throw tooLarge(judged.path, limit.maxBytes, content.size)
      return content
    },
    update: oneByOne(update),
    async tryUpdate(judged, change, options) {
      tryNow(judged, change, { ...options, ...(await overlay(judged)) })
    },
  }
}

/** Two changes of one file never cross, although each waits for the editor. */
const oneByOne = (update: Contents['update']): Contents['update'] => {
  const writing = new Map<string, Promise<unknown>>()
  return async (judged, change, options) => {
    const earlier = writing.get(judged.real)
    const now = (async () => {
      await earlier?.catch(() => undefined)
      return await update(judged, change, options)
    })()
    writing.set(judged.real, now)
    try {
      return await now
    } finally {
      if (writing.get(judged.real) === now) writing.delete(judged.real)
    }
  }
}

const diskNow = (judged: Judged): FileContent | undefined => {
  try {
    return readNow(judged, { maxBytes: MOST_BYTES })
  } catch (error) {
    // Not there, not a file or too large: whoever reads or writes it says so.
    if (error instanceof ToolError) return undefined
    throw error
  }
}

const plainText = (data: Uint8Array): string | undefined => {
  const plain = plainTextOf(data)
  return plain?.isUtf8 ? plain.text : undefined
}

/** UTF-8 without a mark: what an editor gives back is what stood there. */
const isPlain = (content: FileContent | undefined): boolean =>
  content !== undefined && content.data.length <= MOST_BYTES && plainText(content.data) !== undefined

/**
 * The text of a buffer in the place of what is on the disk. An editor may give line ends in its own way, or leave the
 * last one out: those of the file stay. What is not saved has no time: its content alone tells whether it changed.
 */
const withBuffer = (disk: FileContent, text: string): FileContent => {
  const onDisk = plainText(disk.data) ?? ''
  const meant = withEndsOf(onDisk, text)
  if (meant === onDisk) return disk
  const data = Buffer.from(meant, 'utf8')
  return { ...disk, data, size: data.length, mtimeMs: Number.NaN }
}

const withEndsOf = (onDisk: string, text: string): string => {
  const isCrlf = onDisk.includes('\r\n') && !text.includes('\r\n')
  const lines = isCrlf ? text.replaceAll('\n', '\r\n') : text
  const lastEnd = /\r?\n$/.exec(onDisk)?.[0]
  return lastEnd === undefined || lines === '' || lines.endsWith('\n') ? lines : `${lines}${lastEnd}`
}

/** What was written counts as known; an editor that made something else of it has a file that changed since. */
const written = (judged: Judged, data: Uint8Array): FileContent => {
  const { path, real } = judged
  const disk = diskNow(judged)
  if (disk && Buffer.compare(disk.data, data) === 0) return disk
  const facts = disk ?? { path, realPath: real, mode: 0o644 }
  return { ...facts, data, size: data.length, mtimeMs: Number.NaN }
}
