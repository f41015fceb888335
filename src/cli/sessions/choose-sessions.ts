import { resolve } from 'node:path'
import { findSession, latestSession } from '../../features/sessions/find.ts'
import { projectDirectory } from '../../features/sessions/project-key.ts'
import {
  projectDirectories,
  type SessionFileFacts,
  sessionFilesIn,
} from '../../features/sessions/session-files.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { ExitError } from '../exit-error.ts'
import { programCommand } from '../program-command.ts'
import type { SessionsDeps } from './deps.ts'

/** The one session that is meant: id, beginning of an id, name or file; without a word the newest of this directory. */
export const chooseOne = async (deps: SessionsDeps, ref: string | undefined): Promise<string> => {
  const { configHome, cwd } = deps
  if (ref === undefined) {
    const latest = await latestSession(configHome, cwd)
    if (latest === undefined)
      throw new ExitError(
        1,
        sessionCommandText('no_sessions', { directory: cwd, command: programCommand(deps.process.env) }),
      )
    return latest
  }
  return await findSession(configHome, cwd, ref)
}

interface Which {
  readonly all: boolean
  readonly project?: string | undefined
}

/** Where the sessions of a project are kept (this directory unless another is named), or of all. */
export const chooseProjects = ({ configHome, cwd }: SessionsDeps, which: Which): readonly string[] =>
  which.all
    ? projectDirectories(configHome)
    : [projectDirectory(configHome, resolve(cwd, which.project ?? '.'))]

export const chooseMany = (deps: SessionsDeps, which: Which): readonly SessionFileFacts[] =>
  sessionFilesIn(chooseProjects(deps, which))
