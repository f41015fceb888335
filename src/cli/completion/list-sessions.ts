import { escapeLine } from '../../lib/escape-text.ts'
import { createHost } from '../create-host.ts'
import type { Process } from '../process.ts'

/** More would not help anybody who looks for one. */
const MOST = 30

/** The newest sessions of this directory, one per line: id, tab, title. */
export const listSessions = async (from: Process): Promise<string> => {
  await using host = createHost(from)
  const rows = await host.list({ env: from.env, cwd: from.cwd ?? process.cwd() })
  return rows
    .slice(0, MOST)
    .map(({ id, title, firstPrompt }) => `${id}\t${escapeLine(title ?? firstPrompt ?? '').slice(0, 60)}\n`)
    .join('')
}
