import type { WorkflowRequest } from './agents/workflow.ts'
import type { EditorAction } from './editor/linked-editor.ts'
import type { SkillUse } from './extensions/skill-info.ts'
import type { UserBlock } from './message.ts'
import { LocalizedError, type LocalizedText } from './messages/localized-text.ts'
import type { Effort } from './model.ts'
import type { Authority, PermissionAnswer, PermissionMode, PermissionUpdate } from './permission.ts'
import type { MoveScope } from './session/session-tree.ts'
import type { BrowserOpAction } from './tools/browser.ts'

/** What front ends may say to the engine. */
export type Op =
  | {
      readonly type: 'submit'
      readonly content: string | readonly UserBlock[]
      readonly uuid?: string
      /** False: join the history, start no turn. */
      readonly query?: boolean
      readonly isMeta?: boolean
      /**
       * While a turn runs: `step` tells it to the model at its next pause, `end` waits for a turn of its own, `now` ends
       * the running one and goes before all that waits. Absent: `step` where a person sits there, else `end`.
       */
      readonly when?: 'now' | 'step' | 'end'
      /** An earlier message of the person that this one takes the place of, on a new branch. Not during a turn. */
      readonly insteadOf?: string
      readonly authority?: Authority
    }
  /** Stops the running turn. `cancelQueued` also forgets what waits behind it. */
  | { readonly type: 'interrupt'; readonly cancelQueued?: boolean; readonly reason?: 'user' | 'signal' }
  /** Absent: the session's default. */
  | { readonly type: 'set_model'; readonly model?: string }
  /** A second model to ask for advice; absent: none. */
  | { readonly type: 'set_advisor'; readonly model?: string }
  /** The model is offered a browser or is not; it ends; the person sees its window or does not. */
  | { readonly type: 'browser'; readonly action: BrowserOpAction }
  | { readonly type: 'set_mode'; readonly mode: PermissionMode }
  /** The plan that is asked about is to be carried out in a new conversation: plan mode ends, its kinds of commands count. */
  | { readonly type: 'approve_plan'; readonly mode: PermissionMode }
  /** Puts a text into the plan of the session and turns plan mode on; a plan that was there is kept beside it. */
  | { readonly type: 'open_plan'; readonly text: string }
  /** Absent: the default of the model. */
  | { readonly type: 'set_effort'; readonly effort?: Effort }
  | { readonly type: 'set_thinking'; readonly enabled: boolean }
  /** Tokens for thinking: none, so many, or as at the start; absent: as they are. The same for being shown summaries of it. */
  | {
      readonly type: 'set_thinking_budget'
      readonly tokens?: number | 'as_started'
      readonly summaries?: boolean | 'as_started'
    }
  /** OpError for a model that has no faster way to answer. */
  | { readonly type: 'set_fast'; readonly enabled: boolean }
  /** The conversation only hands work to agents, or works itself again. Not during a turn (OpError). */
  | { readonly type: 'set_coordinator'; readonly enabled: boolean }
  /** The session looks around by itself, or no longer does. OpError where nothing can begin by itself. */
  | { readonly type: 'set_assistant'; readonly enabled: boolean }
  /** Output tokens that each turn from the next on should use up, and not more; absent: no such budget. */
  | { readonly type: 'set_token_budget'; readonly tokens?: number }
  /** At most so much more may be spent in this run: its limit is set to that, others in the way are raised until it ends. */
  | { readonly type: 'allow_spending'; readonly usd: number }
  /** Forgets a message that still waits; OpError when it was delivered meanwhile. */
  | { readonly type: 'take_back'; readonly uuid: string }
  /** A slash command, at once: not queued. OpError during a turn unless the command may run beside one. */
  | { readonly type: 'command'; readonly line: string; readonly authority?: Authority }
  /** Runs a command of the person's own in the shell of the session; both join the history. Not during a turn. */
  | {
      readonly type: 'shell'
      readonly command: string
      readonly id: string
      /** Said at the terminal the session is shown on: the command may have it, if it is of a kind that wants one. */
      readonly terminal?: 'if_wanted' | 'always'
    }
  /** Adds a line to the memory or instruction file of that scope. */
  /** Removes a memory and its line in the index, by its path; it is not written again. OpError where there is none. */
  | { readonly type: 'forget_memory'; readonly path: string }
  | { readonly type: 'remember'; readonly text: string; readonly scope: 'project' | 'local' | 'user' }
  /** Rules, mode and directories by the person's own hand; written where the update says. */
  | { readonly type: 'update_permissions'; readonly updates: readonly PermissionUpdate[] }
  /**
   * Settings of the program that drives the session, above those of files: each key in the place of what it said about
   * it before, `null` for none. OpError: nothing of it counts.
   */
  | { readonly type: 'apply_settings'; readonly settings: Readonly<Record<string, unknown>> }
  /** One value into a settings file of the person. */
  | {
      readonly type: 'write_setting'
      readonly key: string
      readonly value: string | number | boolean
      readonly scope: 'user' | 'project' | 'local'
    }
  /** Asks for a guess at the next prompt or a recap; the answer comes as `aside`. Never waits, never joins the history. */
  | { readonly type: 'aside'; readonly kind: 'suggestion' | 'recap' }
  | { readonly type: 'answer_permission'; readonly id: string; readonly answer: PermissionAnswer }
  /** What a hook of the program that drives this one came to; one that nobody waits for any more means nothing. */
  | {
      readonly type: 'answer_hook'
      readonly id: string
      readonly answer: { readonly output: unknown } | { readonly error: string }
    }
  /** The hooks a session begins with run now; done when they are. */
  | { readonly type: 'begin' }
  | { readonly type: 'set_title'; readonly title: string }
  /** A word to find the session by; empty: none. */
  | { readonly type: 'set_tag'; readonly tag: string }
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
  /** Undoes one edit of a tool in its file, if what it wrote still stands there. Not during a turn. */
  | { readonly type: 'revert_edit'; readonly toolUseId: string }
  /** A forge says that something happened to pull requests of that repository; absent numbers: to any. What is followed is looked at. */
  | {
      readonly type: 'look_at_pull_requests'
      readonly host: string
      readonly repository: string
      readonly numbers?: readonly number[]
    }
  /** Starts a turn with what background work has to tell; without any, or during a turn, nothing happens. */
  | { readonly type: 'hear_news' }
  /** Ends a background task with everything it started. */
  | { readonly type: 'stop_task'; readonly taskId: string }
  /** Lets commands and agents that run in the foreground go on in the background: that of one call, or all. */
  | { readonly type: 'move_to_background'; readonly toolUseId?: string }
  /** The conversation works in a worktree from now on: a new one, one by its name, or the one at `path`. */
  | {
      readonly type: 'enter_worktree'
      readonly name?: string
      readonly path?: string
      readonly pullRequest?: number
    }
  /** Says something to an agent of the session: at its next pause, or it goes on from where it stopped. */
  | { readonly type: 'tell_agent'; readonly agentId: string; readonly text: string }
  /** Ends an agent with everything it started. */
  | { readonly type: 'stop_agent'; readonly agentId: string }
  /** Runs a workflow in the background. */
  | { readonly type: 'start_workflow'; readonly wish: WorkflowRequest; readonly authority?: Authority }
  /** From the next request on, replies and results from one message to another are left out. */
  | { readonly type: 'snip'; readonly from: string; readonly to?: string }
  /** The session is about to be closed for this; its hooks hear it at the end. */
  | { readonly type: 'leave'; readonly reason: 'resume' | 'logout' }
  /** The person has signed in to a provider: hooks are notified. */
  | { readonly type: 'signed_in' }
  /** Uses a skill differently, from now on and in later sessions of this folder. */
  | { readonly type: 'use_skill'; readonly name: string; readonly use: SkillUse }
  /** Looks at the plugins again; those named here join them for this session. `hold`: OpError instead of another beginning of every request. */
  | {
      readonly type: 'reload_plugins'
      readonly hold?: boolean
      readonly plugins?: readonly { readonly path: string; readonly noServers?: boolean }[]
    }
  /** Looks again for skills, commands and agents in files. */
  | { readonly type: 'reload_skills' }
  /** The model is taken to have seen this file, if it has not changed since. */
  | { readonly type: 'seed_read'; readonly path: string; readonly mtimeMs: number }
  /** MCP servers of the program that drives the session, as written, in the place of all it had before. */
  | { readonly type: 'set_servers'; readonly servers: Readonly<Record<string, unknown>> }
  /** Does something to an MCP server of the session. */
  | { readonly type: 'server'; readonly name: string; readonly action: ServerAction }
  /** Connects to an editor of the person's, leaves it, or shares what is selected there. */
  | ({ readonly type: 'editor' } & EditorAction)

/** `enable` and `disable` count for this project, until they are taken back. */
export type ServerAction = 'reconnect' | 'enable' | 'disable' | 'approve' | 'decline' | 'sign_in' | 'sign_out'

/** An op that cannot be done, with words for the person or host who sent it. */
export class OpError extends LocalizedError<LocalizedText> {
  override readonly name = 'OpError'
}
