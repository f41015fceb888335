import { ModelError } from '../../protocol/model.ts'
import type { Stage } from '../../protocol/stage.ts'

/** After so many failures in a row a stage that needs the model is not tried again by itself in this session. */
const MAX_FAILURES = 3

/** What a session remembers of compactions that did not come off. */
export interface Breaker {
  /** The stage, as long as it has not failed too often; what a person asks for is always tried. */
  guard(stage: Stage): Stage
}

/** `onOpen` is told once, when it is given up. */
export const createBreaker = (onOpen: () => void): Breaker => {
  let failures = 0
  return {
    guard: stage => ({
      ...stage,
      due: (view, env) =>
        (env.trigger !== 'auto' || failures < MAX_FAILURES) && stage.due?.(view, env) !== false,
      async run(view, env) {
        if (env.trigger === 'auto' && failures >= MAX_FAILURES) return undefined
        try {
          const result = await stage.run(view, env)
          if (result && result.added.length > 0) failures = 0
          return result
        } catch (error) {
          const counts = error instanceof ModelError && error.kind !== 'aborted' && env.trigger === 'auto'
          if (counts && ++failures === MAX_FAILURES) onOpen()
          throw error
        }
      },
    }),
  }
}
