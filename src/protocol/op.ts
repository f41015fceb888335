import type { UserBlock } from './message.ts'
import type { PermissionAnswer, PermissionMode } from './permission.ts'
import type { MoveScope } from './session-tree.ts'

/** What front ends may say to the engine. */
export type Op =
  | {
      readonly type: 'submit'
      readonly content: string | readonly UserBlock[]
      readonly uuid?: string
      /** False: join the history, start no turn. */
      readonly query?: boolean
      readonly isMeta?: boolean
      /** An earlier message of the person that this one takes the place of, on a new branch. Not during a turn. */
      readonly insteadOf?: string
    }
  /** Stops the running turn. `cancelQueued` also forgets what waits behind it. */
  | { readonly type: 'interrupt'; readonly cancelQueued?: boolean; readonly reason?: 'user' | 'signal' }
  /** Absent: the session's default. */
  | { readonly type: 'set_model'; readonly model?: string }
  | { readonly type: 'set_mode'; readonly mode: PermissionMode }
  | { readonly type: 'answer_permission'; readonly id: string; readonly answer: PermissionAnswer }
  | { readonly type: 'set_title'; readonly title: string }
  /** The conversation begins anew; what was said stays in the session file. Not during a turn (OpError). */
  | { readonly type: 'clear' }
  /** Over to the end of the newest branch with this message of the person. Not during a turn. */
  | {
      readonly type: 'switch_branch'
      readonly messageUuid: string
      readonly what?: MoveScope
      readonly force?: boolean
    }
  /** Tells the model at the next request what it said on another branch. Not during a turn. */
  | { readonly type: 'bring_back'; readonly messageUuid: string }
  /** Ends a background task with everything it started. */
  | { readonly type: 'stop_task'; readonly taskId: string }
  /** Lets commands that run in the foreground go on in the background: that of one call, or all. */
  | { readonly type: 'move_to_background'; readonly toolUseId?: string }
  /** From the next request on, replies and results from one message to another are left out. */
  | { readonly type: 'snip'; readonly from: string; readonly to?: string }

/** An op that cannot be done, with words for the person or host who sent it. */
export class OpError extends Error {
  override readonly name = 'OpError'
}
