import { baseOf, type Model, type ModelRequest } from '../../protocol/model.ts'

/** It takes levels of effort only with a beta; all later ones take them as they are. */
const EFFORT_BY_BETA = 'claude-opus-4-5'

/**
 * Requests for servers that refuse what they do not know: without anything that is a beta. Betas that the person named
 * are sent, and whatever is left out is done without, as with a server that never had it.
 */
export const plainly = (model: Model): Model => ({
  stream: (request, signal) => model.stream(plain(request), signal),
  ...(model.countTokens ? { countTokens: (request, signal) => counted(model, request, signal) } : {}),
})

const counted = (model: Model, request: ModelRequest, signal: AbortSignal): Promise<number> =>
  model.countTokens?.(plain(request), signal) ?? Promise.reject(new Error('nothing counts'))

const plain = (request: ModelRequest): ModelRequest => {
  const { clearResults: _, deferredTools: __, speed: ___, taskBudget: ____, effort, ...rest } = request
  const takesEffort = effort !== undefined && baseOf(request.model) !== EFFORT_BY_BETA
  return { ...rest, plain: true, ...(takesEffort ? { effort } : {}) }
}
