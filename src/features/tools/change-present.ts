import { pathField } from '../../lib/values/call-fields.ts'
import { field, textField } from '../../lib/values/read-field.ts'
import type { DiffBody, Presentation } from '../../protocol/messages/presentation.ts'
import { toolsText } from '../../protocol/messages/tools.ts'

/** A call that changes one file: `before` is what its input says of the change. */
export const presentChange = (
  { input, output }: { readonly input: unknown; readonly output: unknown },
  { action, before }: { readonly action: 'edit' | 'write'; readonly before: Partial<DiffBody> },
): Presentation => {
  const path = pathField(input) ?? ''
  return {
    kind: 'edit',
    subject: { type: 'file', path },
    title: [toolsText(action), { path }],
    ...(path === '' ? {} : { paths: [{ path }] }),
    body: { type: 'diff', path, ...before, ...changeIn(output) },
  }
}

const changeIn = (output: unknown): Partial<DiffBody> => {
  if (textField(output, 'type') === 'create') return { created: textField(output, 'content') ?? '' }
  const patch = field(output, 'structuredPatch')
  return Array.isArray(patch) ? { patch } : {}
}
