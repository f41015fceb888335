import type { Stats } from 'node:fs'
import { MovedError } from '../../lib/files/pinned-path.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'

const says = modelTexts('files', {
  missing: { en: '{path} does not exist.', zh: '{path} 不存在。' },
  directory: {
    en: '{path} is a directory, not a file. Use Glob to list it.',
    zh: '{path} 是目录，不是文件。请用 Glob 列出。',
  },
  notRegular: {
    en: '{path} is not a regular file ({kind}); only regular files can be read or written.',
    zh: '{path} 不是普通文件（{kind}）；只能读写普通文件。',
  },
  pipe: { en: 'a named pipe', zh: '命名管道' },
  socket: { en: 'a socket', zh: '套接字' },
  device: { en: 'a device', zh: '设备' },
  link: { en: 'a link', zh: '链接' },
  tooLarge: {
    en: '{path} is too large: the limit is {most:number} bytes.',
    zh: '{path} 太大：上限为 {most:number} 字节。',
  },
  tooLargeBy: {
    en: '{path} is too large ({size:number} bytes): the limit is {most:number} bytes.',
    zh: '{path} 太大（{size:number} 字节）：上限为 {most:number} 字节。',
  },
  movedLooked: {
    en: '{path} changed its place while it was looked at. Try again.',
    zh: '{path} 在查看时换了位置。请重试。',
  },
  movedOpened: {
    en: '{path} changed its place while it was opened. Nothing of it was read. Try again.',
    zh: '{path} 在打开时换了位置。没有读取任何内容。请重试。',
  },
  movedWritten: {
    en: '{path} changed its place while it was written. Nothing was written. Try again.',
    zh: '{path} 在写入时换了位置。没有写入任何内容。请重试。',
  },
  cannotLook: { en: 'Cannot look at {path}: {why}.', zh: '无法查看 {path}：{why}。' },
  cannotOpen: { en: 'Cannot open {path}: {why}.', zh: '无法打开 {path}：{why}。' },
  cannotWrite: { en: 'Cannot write {path}: {why}.', zh: '无法写入 {path}：{why}。' },
  EACCES: { en: 'permission denied', zh: '没有权限' },
  EPERM: { en: 'not permitted', zh: '不允许该操作' },
  EROFS: { en: 'the file system is read-only', zh: '文件系统只读' },
  ENOSPC: { en: 'no space left on the device', zh: '设备空间不足' },
  ENOENT: { en: 'it does not exist', zh: '不存在' },
  ENOTDIR: { en: 'a part of the path is a file, not a directory', zh: '路径中有一段是文件，不是目录' },
  ELOOP: { en: 'too many links', zh: '链接层数过多' },
  ENAMETOOLONG: { en: 'the name is too long', zh: '名称过长' },
})

export const missing = (path: string): ToolError => new ToolError(says('missing', { path }))

export const notRegular = (path: string, stats: Stats): ToolError =>
  new ToolError(
    stats.isDirectory() ? says('directory', { path }) : says('notRegular', { path, kind: kindOf(stats) }),
  )

const kindOf = (stats: Stats): Text => {
  if (stats.isFIFO()) return says('pipe')
  if (stats.isSocket()) return says('socket')
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return says('device')
  return says('link')
}

export const tooLarge = (path: string, most: number, size?: number): ToolError =>
  new ToolError(
    size === undefined ? says('tooLarge', { path, most }) : says('tooLargeBy', { path, size, most }),
  )

export const isMissing = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** What is said when a name leads elsewhere than it did when the call was decided, and when the file system fails. */
const ROWS = {
  'look at': ['movedLooked', 'cannotLook'],
  open: ['movedOpened', 'cannotOpen'],
  write: ['movedWritten', 'cannotWrite'],
} as const

const REASONS = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'] as const

const reasonOf = (code: string): Text => {
  const known = REASONS.find(each => each === code)
  return known === undefined ? code : says(known)
}

/** Failures of the file system are facts for the model; anything else is a bug and passes. */
export const asToolError = (doing: keyof typeof ROWS, path: string, error: unknown): unknown => {
  if (error instanceof ToolError) return error
  const [moved, cannot] = ROWS[doing]
  if (error instanceof MovedError) return new ToolError(says(moved, { path }))
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? error : new ToolError(says(cannot, { path, why: reasonOf(code) }))
}
