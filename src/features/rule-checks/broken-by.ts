import { compileIgnorePattern } from '../../lib/ignore-pattern.ts'
import { isObject } from '../../lib/is-object.ts'
import { linearPattern } from '../../lib/text/linear-pattern.ts'
import { listField, textField } from '../../lib/values/read-field.ts'
import type { RuleCheck } from '../../protocol/session/rule-check.ts'

/** A path from the directory of the session, with `/`. */
export const appliesTo = ({ globs }: RuleCheck, path: string): boolean =>
  globs === undefined ||
  globs.some(glob => compileIgnorePattern(glob, { ignoreCase: false }).matches(path, 'file'))

/** Lines that an edit added: of its patch, or of all of a file that is new. */
export const addedLines = (output: unknown): readonly string[] => {
  if (!isObject(output)) return []
  if (output['type'] === 'create') return (textField(output, 'content') ?? '').split('\n')
  return listField(output, 'structuredPatch').flatMap(hunk =>
    listField(hunk, 'lines').flatMap(line =>
      typeof line === 'string' && line.startsWith('+') ? [line.slice(1)] : [],
    ),
  )
}

const MAX_LINE = 2_000

/** The first of these lines that holds what the rule forbids; a text between slashes is a pattern. */
export const forbiddenIn = (forbids: string, lines: readonly string[]): string | undefined => {
  const [, source] = /^\/(.+)\/$/.exec(forbids) ?? []
  if (source === undefined) return lines.find(line => line.includes(forbids))
  const pattern = linearPattern({ pattern: source })
  if (!pattern) return undefined
  return lines.find(line => {
    pattern.lastIndex = 0
    return pattern.test(line.slice(0, MAX_LINE))
  })
}
