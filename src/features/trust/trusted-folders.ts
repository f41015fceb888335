import { isObject } from '../../lib/is-object.ts'
import { projectOf, projectsOf, withProject } from './project-state.ts'
import type { State } from './state-file.ts'
import { confirmAllSettings, disownSettings } from './unconfirmed-settings.ts'

export interface TrustedFolder {
  readonly path: string
  /** When the person said so, as an ISO date. */
  readonly at: string
}

/** When this very folder was trusted; undefined when it was not. */
export const trustedSince = (state: State, root: string): string | undefined => {
  const trust = projectOf(state, root)['trust']
  if (!isObject(trust)) return undefined
  const at = trust['at']
  return typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : undefined
}

export const trustFolder = (state: State, root: string, at: Date): State =>
  withProject(state, root, {
    ...projectOf(confirmAllSettings(state, root), root),
    trust: { at: at.toISOString() },
  })

/** With the trust go the approvals and answers that were given under it. The same object when there was nothing. */
export const revokeTrust = (before: State, root: string): State => {
  const state = disownSettings(before, root)
  const { trust, approvals, ...rest } = projectOf(state, root)
  return trust === undefined && approvals === undefined ? state : withProject(state, root, rest)
}

export const listTrusted = (state: State): readonly TrustedFolder[] =>
  Object.keys(projectsOf(state))
    .sort()
    .flatMap(path => {
      const at = trustedSince(state, path)
      return at === undefined ? [] : [{ path, at }]
    })
