import { markersIn } from '../../lib/secrets/marker.ts'
import type { Access } from '../../protocol/access.ts'
import { ToolError } from '../../protocol/tool.ts'

const MEANING = 'It stands in results for a secret that is not shown; it is not the secret itself'

/** Why commands must not run as they are written: one of them holds a marker. `undefined`: they may. */
export const markedCommand = (accesses: readonly Access[]): string | undefined => {
  for (const access of accesses) {
    const [marker] = access.kind === 'shell' ? markersIn(access.command) : []
    if (marker !== undefined)
      return `The command contains ${marker}. ${MEANING}, so the command would use or write the wrong text. Nothing was run. Let the command take the secret from the file or variable that holds it, or ask the person.`
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
  throw new ToolError(
    `This would put ${marker} into ${path}. ${MEANING}. Nothing was written. Change only the text around it; with Edit, an old_string that contains the marker matches the secret, and the same marker in new_string keeps it.`,
  )
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
