import { escapeLine } from '../../lib/escape-text.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { ExitError } from '../exit-error.ts'
import { programCommand } from '../program-command.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { findJobs, type Job } from './jobs.ts'

/** The one that is meant; throws ExitError when there is none, or more than one. */
export const chooseJob = (
  { configHome, process }: Pick<SessionsDeps, 'configHome' | 'process'>,
  wanted: string,
): Job => {
  const found = findJobs(configHome, wanted)
  const [only] = found
  const shown = escapeLine(wanted, 80)
  if (!only)
    throw new ExitError(
      1,
      sessionCommandText('no_job', { name: shown, command: programCommand(process.env) }),
    )
  if (found.length > 1)
    throw new ExitError(
      1,
      sessionCommandText('several_jobs', { name: shown, ids: found.map(({ id }) => id) }),
    )
  return only
}
