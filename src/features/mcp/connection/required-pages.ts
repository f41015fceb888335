import { isObject } from '../../../lib/is-object.ts'
import type { Elicitation } from '../elicitation.ts'

export type PageElicitation = Extract<Elicitation, { readonly mode: 'url' }>

const PAGES_REQUIRED = -32042
const MOST = 5

/** The pages that a server wants the person to visit before it does what it was asked; undefined: another error. */
export const requiredPages = (error: unknown): readonly PageElicitation[] | undefined => {
  if (!(error instanceof Error) || !('code' in error) || error.code !== PAGES_REQUIRED) return undefined
  const data = 'data' in error && isObject(error.data) ? error.data : {}
  const { elicitations } = data
  const pages = (Array.isArray(elicitations) ? elicitations : []).filter(isPage)
  return pages.length === 0 || pages.length > MOST ? undefined : pages
}

const isPage = (value: unknown): value is PageElicitation =>
  isObject(value) &&
  value['mode'] === 'url' &&
  ['message', 'url', 'elicitationId'].every(key => typeof value[key] === 'string')
