import { relative } from 'node:path'

/** A path as a person here would write it. */
export const shortenPath = (
  file: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): string => {
  const near = relative(cwd, file)
  if (near !== '' && !near.startsWith('..')) return near
  const below = relative(home, file)
  return below !== '' && !below.startsWith('..') ? `~/${below}` : file
}
