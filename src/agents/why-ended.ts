import { counted } from '../lib/text/counted.ts'
import type { ThreadEnd } from '../protocol/thread.ts'

/** Why an agent did not come to its end, in a sentence for people; undefined: it did. */
export const whyEnded = ({ terminal }: ThreadEnd): string | undefined => {
  switch (terminal.kind) {
    case 'completed':
    case 'aborted_streaming':
    case 'aborted_tools':
      return undefined
    case 'max_turns':
      return `It reached its limit of ${counted(terminal.limit, 'turn')}.`
    default:
      return 'message' in terminal ? terminal.message : undefined
  }
}
