import type { Part } from '../shell/reading.ts'

/** A command of the line with the commands in its substitutions. */
export interface NestedPart {
  readonly part: Part
  readonly inside: readonly NestedPart[]
}

interface Draft {
  readonly part: Part
  readonly inside: Draft[]
}

const holds = (outer: Part, inner: Part): boolean =>
  outer.command.text.includes(inner.command.text) ||
  outer.command.redirects.some(redirect => redirect.target.raw.includes(inner.command.text))

/**
 * The flat list as a tree. A command in a substitution comes after the one it stands in; where no command holds it, as
 * in the list of a loop, it stands beside the others.
 */
export const nestParts = (parts: readonly Part[]): readonly NestedPart[] => {
  const top: Draft[] = []
  const open: Draft[] = []
  for (const part of parts) {
    const depth = part.command.place.substitution
    const draft: Draft = { part, inside: [] }
    while (open.length > 0 && (open.at(-1)?.part.command.place.substitution ?? 0) >= depth) open.pop()
    const outer = open.findLast(candidate => holds(candidate.part, part))
    if (outer) outer.inside.push(draft)
    else top.push(draft)
    open.push(draft)
  }
  return top
}
