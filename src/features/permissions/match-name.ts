import { join } from 'node:path'
import type { PathFacts } from './paths/path-facts.ts'
import type { PathUse } from './shell/path-use.ts'
import { filesOfNameAsScript } from './shell/sed/bsd-in-place.ts'

/** From the first wildcard on. */
export const nameOf = ({ names, real }: Extract<PathFacts, { ok: true }>, use: PathUse): string =>
  (names[0] ?? real).slice(join(use.path, '/').length)

/** Where sed would take the name for its script, it ends with an error. */
export const isErrorAsScript = (match: PathFacts, use: PathUse): boolean =>
  use.scriptFrom === undefined ||
  (match.ok && filesOfNameAsScript(use.scriptFrom + nameOf(match, use))?.length === 0)
