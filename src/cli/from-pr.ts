import { readRepository } from '../features/sessions/repository-home.ts'
import { findStart } from '../host/start.ts'
import { escapeLine } from '../lib/escape-text.ts'
import { commandText } from '../protocol/messages/cli/commands.ts'
import type { RunOptions } from './args/run-options.ts'
import { createHost } from './create-host.ts'
import { ExitError } from './exit-error.ts'
import type { Process } from './process.ts'

/** Sessions that worked on a pull request, the newest first. */
export interface Linked {
  readonly ids: readonly string[]
  /** `#12`, for people; absent: any. */
  readonly of?: string
}

/** `--from-pr`: by number, of the repository around the working directory; or by its address. */
export const findLinked = async (wanted: string | true, from: Process): Promise<Linked> => {
  if (wanted === true) return await findAllLinked(from)
  const number =
    /^#?(\d{1,12})$/.exec(wanted)?.[1] ?? /\/(?:pull|merge_requests)\/(\d{1,12})\b/.exec(wanted)?.[1]
  if (number === undefined) throw new ExitError(2, commandText('pr_form', { given: escapeLine(wanted, 80) }))
  const { cwd } = findStart(from)
  const { home } = readRepository(cwd) ?? {}
  const place =
    /^https?:\/\/([^/]+\/.+?)\/(?:-\/)?(?:pull|merge_requests)\//.exec(wanted)?.[1] ??
    (home && `${home.host}/${home.owner}/${home.name}`)
  const isMeant = (url: string): boolean => {
    const found = /^https?:\/\/([^/]+\/.+?)\/(?:-\/)?(?:pull|merge_requests)\/(\d+)/.exec(url)
    return found?.[2] === number && (place === undefined || found[1]?.toLowerCase() === place.toLowerCase())
  }
  await using host = createHost(from)
  const sessions = await host.list({ env: from.env })
  const ids = sessions.filter(({ pullRequests = [] }) => pullRequests.some(isMeant)).map(({ id }) => id)
  if (ids.length === 0) throw new ExitError(1, commandText('pr_unknown', { number: String(number) }))
  return { ids, of: `#${number}` }
}

const findAllLinked = async (from: Process): Promise<Linked> => {
  await using host = createHost(from)
  const sessions = await host.list({ env: from.env })
  const ids = sessions.filter(({ pullRequests = [] }) => pullRequests.length > 0).map(({ id }) => id)
  if (ids.length === 0) throw new ExitError(1, commandText('pr_none'))
  return { ids }
}

/** Without a screen to choose on there can be only one. */
export const resumeLinked = async (options: RunOptions, from: Process): Promise<RunOptions> => {
  if (options.fromPr === undefined) return options
  const { ids, of } = await findLinked(options.fromPr, from)
  const [only, ...others] = ids
  if (only === undefined || others.length > 0)
    throw new ExitError(1, commandText('pr_several', { what: of ?? '--from-pr', ids }))
  return { ...options, resume: only }
}
