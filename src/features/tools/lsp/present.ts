import { numberField, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'

/** A question is a search, a change an edit of each file that it changed. */
export const present: Present = (input, output) => {
  const operation = textField(input, 'operation') ?? ''
  const path = textField(input, 'file_path')
  const line = numberField(input, 'line')
  const about = [textField(input, 'symbol'), textField(input, 'action'), textField(input, 'new_name')]
    .filter(each => each !== undefined)
    .join(' → ')
  const { changed, structuredPatch } = Object(output) as Record<string, unknown>
  const isChange = Array.isArray(changed) && changed.length > 0
  const place = path === undefined ? undefined : { path, ...(line === undefined ? {} : { line }) }
  return {
    kind: isChange ? 'edit' : 'search',
    subject: { type: 'text', text: `${operation} ${about === '' ? (path ?? '') : about}`.trim() },
    ...(place ? { paths: [place] } : {}),
    // Of several files the text of the result shows all.
    ...(isChange && changed.length === 1 && Array.isArray(structuredPatch)
      ? { body: { type: 'diff' as const, path: String(changed[0]), patch: structuredPatch } }
      : {}),
  }
}
