import { textField } from '../../lib/values/read-field.ts'
import type { MatchesBody, Presentation } from '../../protocol/messages/presentation.ts'
import { toolsText } from '../../protocol/messages/tools.ts'

/** A search for a pattern, in what files hold or in their names. */
export const presentSearch = (
  input: unknown,
  of: 'contents' | 'names',
  found: Omit<MatchesBody, 'type'>,
): Presentation => {
  const pattern = textField(input, 'pattern') ?? ''
  const path = textField(input, 'path')
  const glob = textField(input, 'glob')
  return {
    kind: 'search',
    subject: {
      type: 'search',
      of,
      pattern,
      ...(path === undefined ? {} : { path }),
      ...(glob === undefined ? {} : { glob }),
    },
    title: [
      toolsText(of === 'contents' ? 'search_for' : 'find'),
      pattern,
      ...(path === undefined ? [] : [toolsText('search_in'), { path }]),
    ],
    ...(path === undefined || path === '' ? {} : { paths: [{ path }] }),
    body: { type: 'matches', ...found },
  }
}
