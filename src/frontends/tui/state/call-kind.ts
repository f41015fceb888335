import type { Presentation } from '../../../protocol/messages/presentation.ts'

type Shown = Presentation | undefined

/** A tool of a server of others, which speaks for itself. */
export const isServerCall = (presentation: Shown): boolean =>
  presentation?.body?.type === 'server' && presentation.body.tool !== undefined

/** Agents it started stand below it while it runs; such calls side by side are shown as one tree, unless `alone`. */
export const hostsAgents = (presentation: Shown): 'tree' | 'alone' | undefined => {
  if (presentation?.body?.type !== 'agent') return undefined
  return presentation.body.skill === undefined ? 'tree' : 'alone'
}

/** In the foreground it holds up the conversation, and could go on in the background. */
export const isMovable = (presentation: Shown): boolean =>
  presentation?.body?.type === 'output' || hostsAgents(presentation) === 'tree' || isServerCall(presentation)

export type Folded = 'read' | 'search' | 'command' | 'server'

/** Calls in a row that are done become one line: so many files read, so many searches. */
export const foldsAs = (presentation: Shown): Folded | undefined => {
  switch (presentation?.body?.type) {
    case 'content':
      return 'read'
    case 'matches':
      return 'search'
    case 'output':
      return 'command'
    case 'server':
      return 'server'
    default:
      return undefined
  }
}

/** Such a call folds only where it was judged to be a look. */
export const foldsOnlyLooks = (folded: Folded): boolean => folded === 'command' || folded === 'server'
