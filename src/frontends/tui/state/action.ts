import type { Event } from '../../../protocol/event.ts'
import type { Message } from '../../../protocol/message.ts'
import type { Suggestion } from '../input/completion-source.ts'
import type { Editor } from '../input/editor.ts'
import type { PromptState } from '../input/prompt-state.ts'
import type { SessionColor } from '../theme/session-colors.ts'
import type { Item } from './item.ts'
import type { OpenPanel, Queued, SecondPress, SessionFacts, Toast, TodoRow } from './ui-state.ts'

/** Everything that can change what is on the screen, beside what the engine says. */
export type Action =
  | { readonly type: 'event'; readonly event: Event; readonly now: number }
  | { readonly type: 'session'; readonly facts: Partial<SessionFacts> }
  /** The conversation as it stands: at start of a resumed one, after a change of branch. */
  /** `open`: a turn runs, so a call without a result is still on its way. */
  | { readonly type: 'history'; readonly messages: readonly Message[]; readonly open?: boolean }
  /** Another conversation takes the place of this one: nothing of it goes on here. */
  | { readonly type: 'left'; readonly now: number }
  /** One agent's own transcript is looked at, or no longer; then what its file holds. */
  | { readonly type: 'agent_watched'; readonly id: string | undefined }
  | {
      readonly type: 'agent_read'
      readonly id: string
      readonly messages: readonly Message[]
      readonly now: number
    }
  | { readonly type: 'item'; readonly item: Item }
  | { readonly type: 'queued'; readonly message: Queued }
  | { readonly type: 'unqueued'; readonly uuid: string }
  | { readonly type: 'interrupting' }
  | { readonly type: 'panel_opened'; readonly panel: OpenPanel }
  | { readonly type: 'panel_closed' }
  | { readonly type: 'request_answered'; readonly id: string }
  | { readonly type: 'todos'; readonly todos: readonly TodoRow[] }
  | { readonly type: 'toast'; readonly toast: Toast }
  /** Time went by: what is over goes away. */
  | { readonly type: 'tick'; readonly now: number }
  | {
      readonly type: 'armed'
      readonly what: SecondPress
      readonly key: string
      readonly until: number
    }
  | {
      readonly type: 'view'
      readonly change: {
        readonly showTodos?: boolean
        readonly verbose?: boolean
        readonly focus?: boolean
        readonly brief?: boolean
        readonly focused?: boolean
        readonly footerItem?: string | undefined
        readonly color?: SessionColor | undefined
        readonly helped?: boolean
        readonly example?: string
        readonly durations?: boolean | undefined
      }
    }
  | { readonly type: 'suggestion'; readonly text: string | undefined }
  | PromptAction

export type PromptAction =
  /** The text changed by the person's hand: history and suggestions begin anew. */
  | { readonly type: 'edited'; readonly editor: Editor }
  | { readonly type: 'prompt'; readonly change: Partial<PromptState> }
  | { readonly type: 'prompt_mode'; readonly mode: PromptState['mode'] }
  | {
      readonly type: 'completion'
      readonly completion:
        | {
            readonly source: string
            readonly from: number
            readonly to: number
            readonly items: readonly Suggestion[]
          }
        | undefined
    }
  | { readonly type: 'completion_moved'; readonly by: number }
  | { readonly type: 'search_ended' }
  | { readonly type: 'unstashed'; readonly editor: Editor }
  | { readonly type: 'sent' }
