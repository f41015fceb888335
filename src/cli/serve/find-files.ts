import type { ServeOptions } from '../../frontends/serve/serve-options.ts'
import type { FilesPort } from '../../frontends/tui/ports/files-port.ts'
import type { Env } from '../../protocol/host.ts'
import { createFilesPort } from '../tui/files-port.ts'

/** Directories whose names are kept at hand. */
const MOST_KEPT = 20

/** Files by a part of their path, never outside the working directory of a session. */
export const createFindFiles = (env: Env, now: () => number): NonNullable<ServeOptions['findFiles']> => {
  const ports = new Map<string, FilesPort>()
  const portFor = (cwd: string): FilesPort => {
    const known = ports.get(cwd)
    if (known) return known
    const made = createFilesPort({
      cwd,
      // What begins at home is never looked up here.
      home: '',
      env,
      respectGitignore: true,
      fileSuggestion: () => undefined,
      now,
    })
    const [oldest] = ports.keys()
    if (ports.size >= MOST_KEPT && oldest !== undefined) ports.delete(oldest)
    ports.set(cwd, made)
    return made
  }
  return async (cwd, query, limit) => {
    if (/^[~/]|(?:^|\/)\.\.(?:\/|$)/.test(query)) return []
    const files = portFor(cwd)
    const matches =
      query === '' || query.endsWith('/') ? await files.list(query) : await search(files, query, limit)
    const named = query === '' ? matches.filter(({ path }) => !path.startsWith('.')) : matches
    return named.slice(0, limit).map(({ path }) => path)
  }
}

const search = async (files: FilesPort, query: string, limit: number) => {
  if (files.search(query, limit) === undefined) await files.settled?.()
  const found = files.search(query, limit) ?? []
  return (await files.finish?.(query, limit, AbortSignal.timeout(2_000))) ?? found
}
