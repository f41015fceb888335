import { isAbsolute, relative, sep } from 'node:path'
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
  const here = compileGlobs(
    whole.filter(pattern => !isAbsolute(pattern)),
    place,
  )
  const anywhere = compileGlobs(whole.filter(isAbsolute), place)
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
  const glob = compileGlobs(
    whole.map(pattern => (isAbsolute(pattern) || pattern.startsWith('**') ? pattern : `**/${pattern}`)),
    place,
  )
  return path => glob.matches(path)
}
