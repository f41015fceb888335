import { textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'

/** The pattern and what becomes of it; then the first of the changes. */
export const present: Present = (input, output) => {
  const { changed, structuredPatch } = Object(output) as Record<string, unknown>
  const path = textField(input, 'path')
  const isChange = Array.isArray(changed) && Array.isArray(structuredPatch) && changed.length > 0
  return {
    kind: 'edit',
    subject: {
      type: 'text',
      text: `${textField(input, 'pattern') ?? ''} → ${textField(input, 'rewrite') ?? ''}`,
    },
    ...(path === undefined || path === '' ? {} : { paths: [{ path }] }),
    ...(isChange
      ? { body: { type: 'diff' as const, path: String(changed[0]), patch: structuredPatch } }
      : {}),
  }
}
