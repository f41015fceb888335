import { listSessions as listRows } from '../../features/sessions/list/list-sessions.ts'
import { findHomes } from '../../host/find-homes.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { Process } from '../process.ts'

/** More would not help anybody who looks for one. */
const MOST = 30

/** The newest sessions of this directory that a person opened, one per line: id, tab, title. Without a host: the person waits behind Tab. */
export const listSessions = async (from: Process): Promise<string> => {
  const { configHome } = findHomes(from.env)
  const rows = await listRows({ configHome, cwd: from.cwd ?? process.cwd() })
  return rows
    .filter(({ member }) => member === undefined)
    .slice(0, MOST)
    .map(({ id, title, firstPrompt }) => `${id}\t${escapeLine(title ?? firstPrompt ?? '').slice(0, 60)}\n`)
    .join('')
}
