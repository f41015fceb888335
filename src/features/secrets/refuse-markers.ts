import { markersIn } from '../../lib/secrets/marker.ts'
import type { Access } from '../../protocol/access.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'

const says = modelTexts('secret_markers', {
  inCommand: {
    en: 'The command contains {marker}. It stands in results for a secret that is not shown; it is not the secret itself, so the command would use or write the wrong text. Nothing was run. Let the command take the secret from the file or variable that holds it, or ask the person.',
    zh: '命令含有 {marker}。它在结果中代替未显示的密钥，并不是密钥本身，因此命令会使用或写入错误的文本。没有运行任何操作。请让命令从保存密钥的文件或变量中读取，或询问用户。',
  },
  inFile: {
    en: 'This would put {marker} into {path}. It stands in results for a secret that is not shown; it is not the secret itself. Nothing was written. Change only the text around it; with Edit, an old_string that contains the marker matches the secret, and the same marker in new_string keeps it.',
    zh: '这会把 {marker} 写进 {path}。它在结果中代替未显示的密钥，并不是密钥本身。没有写入任何内容。请只改它周围的文本；用 Edit 时，含该标记的 old_string 会匹配密钥，new_string 中的同一标记会保留密钥。',
  },
})

/** Why commands must not run as they are written: one of them holds a marker. `undefined`: they may. */
export const markedCommand = (accesses: readonly Access[]): LocalizedText | undefined => {
  for (const access of accesses) {
    const [marker] =
      access.kind === 'shell'
        ? markersIn(access.command)
        : access.kind === 'remote'
          ? markersIn(access.text)
          : []
    if (marker !== undefined) return says('inCommand', { marker })
  }
  return undefined
}

/** Throws ToolError when a file would get a marker that it does not hold already. */
export const refuseMarkers = (path: string, before: Uint8Array | undefined, after: Uint8Array): void => {
  const added = markersOf(after)
  if (added.length === 0) return
  const known = before ? markersOf(before) : []
  const marker = added.find(each => !known.includes(each))
  if (marker === undefined) return
  throw new ToolError(says('inFile', { marker, path }))
}

const OPENING = Buffer.from('[secret:', 'latin1')
const WIDE_OPENING = Buffer.from('[secret:', 'utf16le')

const markersOf = (data: Uint8Array): readonly string[] => {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const at = bytes.indexOf(OPENING)
  const wideAt = at < 0 ? bytes.indexOf(WIDE_OPENING) : -1
  if (at < 0 && wideAt < 0) return []
  const text = bytes.toString('latin1', Math.max(at, wideAt))
  return markersIn(at < 0 ? text.replaceAll('\0', '') : text)
}
