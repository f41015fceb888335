import type { Lowered } from '../../../lib/shell/command.ts'
import { baseName, unwrap } from '../../../lib/shell/unwrap.ts'

/**
 * Ended at the time limit all the same: waiting has no result to come back to, and a version control that goes on
 * unseen holds locks and changes files under the model's hands.
 */
const ENDED: ReadonlySet<string> = new Set(['sleep', 'git', 'hg', 'svn', 'read', 'wait'])

/** Whether a command that ran out of time may go on in the background. What cannot be read may not. */
export const mayGoOn = (line: Lowered): boolean =>
  line.ok &&
  line.commands.length > 0 &&
  line.commands.every(command => {
    const name = unwrap(command).command.words[0]
    return name === undefined || (name.causes.length === 0 && !ENDED.has(baseName(name.text)))
  })
