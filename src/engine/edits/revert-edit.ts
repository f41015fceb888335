import { rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { EditBook, ToolEdit } from '../../features/sessions/edits/edit-book.ts'
import { revertHunks } from '../../features/sessions/edits/revert-hunks.ts'
import { hashOf } from '../../features/sessions/file-history/file-version.ts'
import { decodeFile } from '../../lib/encoding/file-text.ts'
import { encodeText } from '../../lib/encoding/write-text.ts'
import { MovedError, pinPath } from '../../lib/files/pinned-path.ts'
import type { Event } from '../../protocol/event.ts'
import { editText } from '../../protocol/messages/engine/edits.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import { type FileContent, ToolError } from '../../protocol/tool.ts'
import type { Ports } from '../ports/part.ts'
import { STUCK } from './turn-changes.ts'

export interface RevertDeps {
  readonly book: Pick<EditBook, 'find'>
  readonly ports: Pick<Ports, 'files' | 'history'>
  emit(event: Event): void
}

const MAX_BYTES = 64 * 1024 * 1024

/** Takes one edit of a tool back. What the file held before is kept as for any other change. Throws OpError. */
export const revertEdit = async (at: RevertDeps, toolUseId: string): Promise<void> => {
  const edit = at.book.find(toolUseId)
  if (!edit) throw new OpError(editText('unknown'))
  try {
    const text = await (edit.created === undefined ? restore(at, edit) : remove(at, edit, edit.created))
    at.emit(notice('info', text))
  } catch (error) {
    if (error instanceof ToolError) throw new OpError(asLocalized(error.localized))
    if (error instanceof MovedError) throw new OpError(editText('moved', { path: edit.path }))
    throw error
  }
}

const restore = async ({ ports }: RevertDeps, edit: ToolEdit): Promise<LocalizedText> => {
  await ports.files.update(edit.path, now => {
    const decoded = now && decodeFile(now, ports.files.seen(now)?.encoding)
    if (!now || !decoded) throw new OpError(editText('no_text', { path: edit.path }))
    const reverted = revertHunks(decoded.text, edit.hunks)
    if ('stuck' in reverted)
      throw new OpError(editText('stuck', { path: edit.path, reason: editText(STUCK[reverted.stuck]) }))
    const data = encodeText({ ...decoded, data: now.data }, reverted.text)
    if (!Buffer.isBuffer(data)) throw new OpError(editText('not_encodable', { path: edit.path }))
    return data
  })
  return editText('reverted', { path: edit.path })
}

/** A file that the tool made goes again, as long as nobody has changed it. */
const remove = async ({ ports }: RevertDeps, { path }: ToolEdit, written: string): Promise<LocalizedText> => {
  const now: FileContent = await ports.files.read(path, { maxBytes: MAX_BYTES })
  if (hashOf(now.data) !== written) throw new OpError(editText('changed_since', { path }))
  using directory = pinPath(dirname(now.realPath))
  ports.history.beforeWrite(now.realPath, now.data, undefined)
  rmSync(join(directory.path, basename(now.realPath)))
  return editText('removed', { path })
}
