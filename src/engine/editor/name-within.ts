import { relative } from 'node:path'
import type { CaseRule } from '../../lib/case-rule.ts'
import { isInside, resolveReal } from '../../lib/paths.ts'
import type { ThreadState } from '../live/state.ts'

/** What a file in a working directory is called as seen from the one in use; undefined: it is in none of them. */
export const nameWithin = (
  path: string,
  { cwd, roots }: Pick<ThreadState, 'cwd' | 'roots'>,
  how: { readonly caseSensitive: CaseRule },
): string | undefined => {
  const file = resolveReal(path)
  const from = resolveReal(cwd)
  if (!file.ok || !from.ok || !roots.some(root => isInside(file.real, root, how))) return undefined
  return isInside(file.real, from.real, how) ? relative(from.real, file.real) : file.real
}
