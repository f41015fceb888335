import { isAbsolute, resolve } from 'node:path'
import { findSession, latestSession } from '../../features/sessions/find.ts'
import {
  projectDirectories,
  type SessionFileFacts,
  sessionFilesIn,
} from '../../features/sessions/ledger/session-files.ts'
import { projectDirectory } from '../../features/sessions/project-key.ts'
import { ExitError } from '../exit-error.ts'
import type { SessionsPlace } from './place.ts'

const SHORT_ID = /^[0-9a-f][0-9a-f-]{3,35}$/i

/** The one session that is meant: id, beginning of an id, name or file; without a word the newest of this directory. */
export const chooseOne = async (place: SessionsPlace, ref: string | undefined): Promise<string> => {
  const { configHome, cwd } = place
  if (ref === undefined) {
    const latest = await latestSession(configHome, cwd)
    if (latest === undefined)
      throw new ExitError(1, `There is no session of ${cwd}. "capstan sessions list --all" shows the others.`)
    return latest
  }
  if (SHORT_ID.test(ref) && ref.length < 36) {
    const files = sessionFilesIn(projectDirectories(configHome)).filter(file =>
      file.id.startsWith(ref.toLowerCase()),
    )
    if (files.length > 1)
      throw new ExitError(
        1,
        `${files.length} sessions begin with ${ref}: ${files
          .slice(0, 5)
          .map(file => file.id)
          .join(', ')}${files.length > 5 ? ' …' : ''}. Give more of the id.`,
      )
    if (files[0]) return files[0].path
  }
  return await findSession(configHome, cwd, ref)
}

/** The sessions of a project (this directory unless another is named), or all. */
export const chooseMany = (
  place: SessionsPlace,
  which: { readonly all: boolean; readonly project: string | undefined },
): readonly SessionFileFacts[] => {
  const { configHome, cwd } = place
  if (which.all) return sessionFilesIn(projectDirectories(configHome))
  const project = which.project === undefined ? cwd : resolve(cwd, which.project)
  return sessionFilesIn([projectDirectory(configHome, isAbsolute(project) ? project : cwd)])
}
