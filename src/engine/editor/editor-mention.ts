import { statSync } from 'node:fs'
import type { Mentioned } from '../../features/ide/editor-messages.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import type { Event } from '../../protocol/event.ts'
import type { ThreadState } from '../live/state.ts'
import { nameWithin } from './name-within.ts'

/**
 * What the person sent from their editor, as they would type it. To name a file is to allow it to be read: only what
 * lies in a working directory is named for them.
 */
export const editorMention = (
  { path, lines }: Mentioned,
  live: Pick<ThreadState, 'cwd' | 'roots'>,
  how: { readonly caseSensitive: boolean },
): Event => {
  const name = nameWithin(path, live, how)
  const warn = (text: string): Event => ({ type: 'notice', level: 'warning', text })
  const shown = escapeLine(path, 200)
  if (name === undefined)
    return warn(
      `Your editor sent ${shown}, which is outside the working directories. Add its folder with /add-dir.`,
    )
  const stats = statSync(path, { throwIfNoEntry: false })
  // A name that cannot be typed, or would be read as more than a name.
  if (!(stats?.isFile() || stats?.isDirectory()) || name.includes('"') || escapeText(name) !== name)
    return warn(`Your editor sent ${shown}, which can't be mentioned: no such file, or its name is unusual.`)
  const whole = name === '' ? './' : name
  const written = /^[^\s"@#,;:()[\]{}'`]+$/.test(whole) ? whole : `"${whole}"`
  const range = lines && !stats.isDirectory() ? rangeOf(lines) : ''
  return { type: 'ui_request', request: { kind: 'insert', text: `@${written}${range}` } }
}

const rangeOf = ({ from, to }: NonNullable<Mentioned['lines']>): string =>
  from === to ? `#L${from}` : `#L${from}-${to}`
