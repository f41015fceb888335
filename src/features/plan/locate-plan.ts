import { isAbsolute, join, resolve } from 'node:path'
import type { CaseRule } from '../../lib/case-rule.ts'
import { expandHome, isInside, resolveReal } from '../../lib/paths.ts'
import { planText } from '../../protocol/messages/engine/plan.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

/** Where plans may be kept. */
export interface PlanDirectories {
  /** The program's own directory for them. */
  readonly own: string
  /** As settings name it. */
  readonly wanted?: string
  readonly cwd: string
  readonly home: string
  readonly caseSensitive: CaseRule
}

export interface PlanLocation {
  /** Real path. */
  readonly file: string
  /** Why it is not where settings want it. */
  readonly problem?: LocalizedText
}

/**
 * The real path of a plan, looked up when it is needed. A relative directory may have come with the project, so it
 * must really be an ordinary place below the start directory now, whatever was true when the settings were read.
 */
export const locatePlan = (
  places: PlanDirectories,
  name: string,
  findProtected: (path: string) => string | undefined,
): PlanLocation => {
  const own = join(places.own, name)
  const real = resolveReal(own)
  const fallback = real.ok ? real.real : own
  if (places.wanted === undefined) return { file: fallback }
  const found = lookUp(places, { name, wanted: places.wanted }, findProtected)
  if ('file' in found) return found
  return {
    file: fallback,
    problem: planText('bad_directory', {
      wanted: JSON.stringify(places.wanted),
      reason: found.why,
      path: places.own,
    }),
  }
}

const lookUp = (
  { cwd, home, caseSensitive }: PlanDirectories,
  { name, wanted }: { readonly name: string; readonly wanted: string },
  findProtected: (path: string) => string | undefined,
): PlanLocation | { readonly why: string } => {
  const path = expandHome(wanted, home)
  const place = resolveReal(join(resolve(cwd, path), name))
  if (!place.ok) return { why: place.why }
  // Only the person and the administrator can name an absolute place.
  if (isAbsolute(path)) return { file: place.real }
  const start = resolveReal(cwd)
  if (!start.ok || !isInside(place.real, start.real, { caseSensitive }))
    return { why: 'it leads out of the directory the session began in' }
  const guarded = findProtected(place.real.slice(start.real.length))
  return guarded === undefined ? { file: place.real } : { why: `${guarded} is protected` }
}
