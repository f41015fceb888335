import { createHash } from 'node:crypto'
import { isObject } from '../../lib/is-object.ts'
import { projectOf, withProject } from './project-state.ts'
import type { State } from './state-file.ts'

/** The person's yes to one thing of a project, bound to all that it was when it was shown. */
export interface Approval {
  /** What sort of thing, e.g. `server`. */
  readonly kind: string
  readonly name: string
  readonly sha256: string
}

/** Of a definition as it will be used; the order of keys does not matter, everything else does. */
export const hashDefinition = (definition: unknown): string =>
  createHash('sha256').update(canonical(definition)).digest('hex')

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  ) ?? 'undefined'

export const isApproved = (state: State, root: string, wanted: Approval): boolean =>
  approvalsOf(state, root).some(
    given =>
      isObject(given) &&
      given['kind'] === wanted.kind &&
      given['name'] === wanted.name &&
      given['sha256'] === wanted.sha256,
  )

/** One approval per kind and name: a new definition replaces the old one's. */
export const approve = (state: State, root: string, { kind, name, sha256 }: Approval): State => {
  const others = approvalsOf(state, root).filter(
    given => !(isObject(given) && given['kind'] === kind && given['name'] === name),
  )
  return withProject(state, root, {
    ...projectOf(state, root),
    approvals: [...others, { kind, name, sha256 }],
  })
}

/** Without those that are not meant any more. */
export const forget = (
  state: State,
  root: string,
  isMeant: (given: { readonly kind: unknown; readonly name: unknown }) => boolean,
): State => {
  const { approvals: _, ...rest } = projectOf(state, root)
  const kept = approvalsOf(state, root).filter(
    given => !(isObject(given) && isMeant({ kind: given['kind'], name: given['name'] })),
  )
  return withProject(state, root, kept.length === 0 ? rest : { ...rest, approvals: kept })
}

const approvalsOf = (state: State, root: string): readonly unknown[] => {
  const approvals = projectOf(state, root)['approvals']
  return Array.isArray(approvals) ? approvals : []
}
