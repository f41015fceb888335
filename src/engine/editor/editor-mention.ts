import { statSync } from 'node:fs'
import type { Mentioned } from '../../features/ide/editor-messages.ts'
import type { CaseRule } from '../../lib/case-rule.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import type { Event } from '../../protocol/event.ts'
import { editorText } from '../../protocol/messages/engine/editor.ts'
import { notice } from '../../protocol/messages/notice.ts'
import type { ThreadState } from '../live/state.ts'
import { nameWithin } from './name-within.ts'

/**
 * What the person sent from their editor, as they would type it. To name a file is to allow it to be read: only what
 * lies in a working directory is named for them.
 */
export const editorMention = (
  { path, lines }: Mentioned,
  live: Pick<ThreadState, 'cwd' | 'roots'>,
  how: { readonly caseSensitive: CaseRule },
): Event => {
  const name = nameWithin(path, live, how)
  const shown = escapeLine(path, 200)
  if (name === undefined) return notice('warning', editorText('outside', { path: shown }))
  const stats = statSync(path, { throwIfNoEntry: false })
  // A name that cannot be typed, or would be read as more than a name.
  if (!(stats?.isFile() || stats?.isDirectory()) || name.includes('"') || escapeText(name) !== name)
    return notice('warning', editorText('unusable', { path: shown }))
  const whole = name === '' ? './' : name
  const written = /^[^\s"@#,;:()[\]{}'`]+$/.test(whole) ? whole : `"${whole}"`
  const range = lines && !stats.isDirectory() ? rangeOf(lines) : ''
  return { type: 'ui_request', request: { kind: 'insert', text: `@${written}${range}` } }
}

const rangeOf = ({ from, to }: NonNullable<Mentioned['lines']>): string =>
  from === to ? `#L${from}` : `#L${from}-${to}`
