import { accessSync, constants } from 'node:fs'
import { isAbsolute } from 'node:path'
import { processWrapper } from '../host/process-wrapper.ts'
import { gatherSettings } from '../host/settings/gather-settings.ts'
import { findStart } from '../host/start.ts'
import { escapeLine } from '../lib/escape-text.ts'
import { findProgram } from '../lib/find-program.ts'
import { commandText } from '../protocol/messages/cli/commands.ts'
import { ExitError } from './exit-error.ts'
import type { Process } from './process.ts'
import { thisProgram } from './this-program.ts'

type From = Pick<Process, 'env'> & Partial<Pick<Process, 'cwd'>>

/**
 * What starts this program again in the background: behind the launcher that settings of the person or of an
 * administrator name, where one is. A launcher that is not there starts nothing.
 */
export const selfCommand = (from: From): readonly [string, ...string[]] => {
  const { command } = thisProgram()
  const { settings } = gatherSettings({}, { ...findStart(from), env: from.env })
  const [name, ...args] = processWrapper(settings, from.env)
  if (name === undefined) return command
  const program = isAbsolute(name) ? runnable(name) : findProgram(name, from.env['PATH'] ?? '')
  if (program === undefined) throw new ExitError(1, commandText('no_wrapper', { program: escapeLine(name) }))
  return [program, ...args, ...command]
}

const runnable = (file: string): string | undefined => {
  try {
    accessSync(file, constants.X_OK)
    return file
  } catch {
    // Gone, or no program: said by who asked.
    return undefined
  }
}
