import { findHomes } from '../host/find-homes.ts'
import type { Process } from './process.ts'
import { createFilesPort } from './tui/files-port.ts'

interface Wanted {
  readonly query: string
  readonly most: number
  readonly signal: AbortSignal
}

/** Paths for what somebody types, the best first, as the terminal would offer them. */
export const suggestFiles = async (
  { query, most, signal }: Wanted,
  { env, cwd = process.cwd() }: Pick<Process, 'env' | 'cwd'>,
): Promise<readonly string[]> => {
  const port = createFilesPort({
    cwd,
    home: findHomes(env).home,
    env,
    respectGitignore: true,
    fileSuggestion: () => undefined,
    now: () => performance.now(),
  })
  await port.settled?.()
  const found = (await port.finish?.(query, most, signal)) ?? port.search(query, most) ?? []
  return found.map(({ path }) => path)
}
