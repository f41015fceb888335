import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileKind } from '../../features/tools/read/file-kind.ts'
import { MAX_IMAGE_BYTES } from '../../features/tools/read/read-image.ts'
import { screenshotTwin } from '../../features/tools/read/screenshot-name.ts'
import { shrinkImage } from '../../features/tools/read/shrink-image.ts'
import { expandHome } from '../../lib/paths.ts'
import type { ImageBlock } from '../../protocol/message.ts'
import { ToolError } from '../../protocol/tool.ts'

/** As the model may get it, made smaller where needed; undefined when the bytes are no picture. */
export const pictureBlock = async (data: Uint8Array, name: string): Promise<ImageBlock | undefined> => {
  const found = fileKind(data)
  if (found?.kind !== 'image' || data.length > MAX_IMAGE_BYTES) return undefined
  try {
    const { type, base64 } = await shrinkImage(name, { data, mediaType: found.mediaType })
    return { type: 'image', source: { type: 'base64', media_type: type, data: base64 } }
  } catch (error) {
    // Damaged, or no library to decode it: then a path is just a text, and a clipboard holds nothing.
    if (error instanceof ToolError) return undefined
    throw error
  }
}

/** The picture a path leads to; undefined when there is none. */
export const readImageFile = async (
  path: string,
  place: { readonly cwd: string; readonly home: string },
): Promise<ImageBlock | undefined> => {
  const plain = resolve(place.cwd, expandHome(withoutScheme(path), place.home))
  for (const candidate of [plain, screenshotTwin(plain), decoded(plain)]) {
    const data = candidate === undefined ? undefined : await readPictureBytes(candidate)
    if (data) return await pictureBlock(data, plain)
  }
  return undefined
}

const withoutScheme = (path: string): string => {
  if (!path.startsWith('file://')) return path
  try {
    return fileURLToPath(path)
  } catch {
    // Of another machine, or no address after all: no file of that name will be found.
    return path
  }
}

/** Some terminals drop an address without its scheme, but with its blanks as `%20`. */
const decoded = (path: string): string | undefined => {
  if (!path.includes('%')) return undefined
  try {
    return decodeURIComponent(path)
  } catch {
    // A name with a plain per cent sign in it, which was tried already.
    return undefined
  }
}

const readPictureBytes = async (path: string): Promise<Buffer | undefined> => {
  let file: FileHandle | undefined
  try {
    // Without O_NONBLOCK a pipe of that name would hold us up.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stats = await file.stat()
    if (!stats.isFile() || stats.size > MAX_IMAGE_BYTES) return undefined
    const start = Buffer.alloc(16)
    await file.read(start, 0, start.length, 0)
    // Most pasted words that look like a path are no picture: that costs one block.
    if (fileKind(start)?.kind !== 'image') return undefined
    return await file.readFile()
  } catch {
    // Not there or not for us: what was pasted stays a text.
    return undefined
  } finally {
    await file?.close()
  }
}
