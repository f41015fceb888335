import { isAbsolute, relative, sep } from 'node:path'
import { tellsCase } from '../../../lib/case-rule.ts'
import { expandHome } from '../../../lib/paths.ts'
import type { Candidate } from './candidates.ts'
import type { InstructionPaths } from './instruction-paths.ts'
import type { ConditionalRule } from './instruction-set.ts'
import { compileGlobs, type PathGlob } from './path-glob.ts'

type RuleFile = Pick<Candidate, 'path' | 'scope' | 'base'>

/** Throws GlobError. */
export const compileRule = (
  { path, scope, base }: RuleFile,
  patterns: readonly string[],
  place: Pick<InstructionPaths, 'home' | 'caseSensitive'>,
): ConditionalRule => {
  const whole = patterns.map(pattern => expandHome(pattern, place.home))
  const how = { caseSensitive: tellsCase(place.caseSensitive, base) }
  const here = compileGlobs(
    whole.filter(pattern => !isAbsolute(pattern)),
    how,
  )
  const anywhere = compileGlobs(whole.filter(isAbsolute), how)
  const glob: PathGlob = {
    size: here.size + anywhere.size,
    matches(file) {
      const below = relative(base, file)
      const isBelow = below !== '' && !isAbsolute(below) && below.split(sep)[0] !== '..'
      return (isBelow && here.matches(below.split(sep).join('/'))) || anywhere.matches(file)
    },
  }
  return { path, scope, base, patterns, glob }
}

/** Whether a file is one the person does not want to be read as instructions. Throws GlobError. */
export const compileExcludes = (
  patterns: readonly string[],
  place: Pick<InstructionPaths, 'home' | 'caseSensitive'>,
): ((path: string) => boolean) => {
  if (patterns.length === 0) return () => false
  const whole = patterns.map(pattern => expandHome(pattern, place.home))
  const rows = whole.map(pattern =>
    isAbsolute(pattern) || pattern.startsWith('**') ? pattern : `**/${pattern}`,
  )
  const exact = compileGlobs(rows, { caseSensitive: true })
  const folded = compileGlobs(rows, { caseSensitive: false })
  return path => exact.matches(path) || (folded.matches(path) && !tellsCase(place.caseSensitive, path))
}
