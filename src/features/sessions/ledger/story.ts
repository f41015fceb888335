import type { CacheBook } from '../../../protocol/cache.ts'
import type { Approval } from '../../../protocol/context.ts'
import type { PeerMessageEntry } from '../../../protocol/entry.ts'
import type { CallSource, CostState, Usage } from '../../../protocol/usage.ts'

/** A session told turn by turn: what the ledger, the statistics and the exports are made from. Text and numbers only. */
export interface Story {
  readonly path: string
  readonly sessionId: string
  readonly title: string
  readonly cwd: string
  readonly gitBranch: string
  readonly version: string
  /** ISO 8601; empty in a session without messages. */
  readonly startedAt: string
  readonly endedAt: string
  /** In the order of the file, all branches. */
  readonly turns: readonly Turn[]
  readonly lanes: readonly Lane[]
  /** What other sessions of the person sent to this one, in the order of the file; absent: nothing. */
  readonly received?: readonly ReceivedMessage[]
  /** The session's own account, as last written. */
  readonly booked: CostState | undefined
  /** What the prompt cache did; absent in sessions of other programs. */
  readonly cache?: CacheBook
  /** Lines that could not be read. */
  readonly damaged: number
}

export interface Turn {
  /** Counted from 1, in the order of the file. */
  readonly number: number
  readonly request: Request
  readonly steps: readonly Step[]
  readonly replies: readonly Reply[]
  /** Files the history saw change, by tools and by commands. */
  readonly touched: readonly Touched[]
  /** On a branch that the conversation left. */
  readonly aside: boolean
  readonly startedAt: string
  readonly endedAt: string
}

export type ReceivedMessage = Pick<PeerMessageEntry, 'timestamp' | 'from' | 'text' | 'outcome'>

export interface Request {
  readonly uuid: string
  readonly text: string
  readonly by: 'person' | 'program' | 'summary'
}

interface StepPosition {
  readonly uuid: string
  readonly at: string
  /** Thrown away before it counted; kept in the file beside the chain. */
  readonly discarded: boolean
  /** A fork began with it: it was done, and paid for, in another session. */
  readonly copied?: boolean
}

export type Step =
  | (StepPosition & {
      readonly kind: 'text' | 'thinking' | 'notice' | 'attachment' | 'said'
      readonly text: string
    })
  | (StepPosition & { readonly kind: 'image'; readonly mediaType: string; readonly data: string })
  | (StepPosition & { readonly kind: 'call'; readonly call: Call })

export interface Call {
  readonly id: string
  readonly tool: string
  /** What it was asked, as one line or as the whole command. */
  readonly subject: string
  readonly input: string
  readonly at: string
  readonly endedAt: string | undefined
  /** How long it ran by itself; absent: nobody wrote that down, and waiting is part of what is known. */
  readonly ranMs?: number
  /** Who let it run, or refused it. */
  readonly approval?: Approval
  readonly outcome: 'ok' | 'error' | 'open'
  /** It was not allowed, so it never ran; the outcome is then an error. */
  readonly refused?: true
  /** What the model read. */
  readonly result: string
  readonly images: readonly { readonly mediaType: string; readonly data: string }[]
  readonly effect: Effect
}

/** What a call did to the world, as far as its input and output tell. */
export type Effect =
  | {
      readonly kind: 'run'
      readonly exitCode?: number | null
      /** A code other than zero that means no failure, such as "nothing found". */
      readonly benign?: boolean
      readonly background?: boolean
    }
  | {
      readonly kind: 'write'
      readonly path: string
      readonly created: boolean
      readonly hunks: readonly Hunk[]
      readonly added: number
      readonly removed: number
    }
  | { readonly kind: 'fetch'; readonly status?: number; readonly bytes?: number }
  /** `attempt`: it was to change something, and nothing tells that it did; or it changed only notes of the session. */
  | { readonly kind: 'look'; readonly attempt?: 'write' | 'run' }

export interface Hunk {
  readonly oldStart: number
  readonly newStart: number
  /** Each begins with a blank, a plus or a minus. */
  readonly lines: readonly string[]
}

/** One model call. */
export interface Reply {
  readonly id: string
  readonly model: string
  readonly usage: Usage
  readonly source: CallSource
  readonly at: string
  readonly durationMs: number | undefined
  /** False when only the counters from the beginning of the reply are known: the output is then too low. */
  readonly exact: boolean
}

export interface Touched {
  readonly path: string
  readonly change: 'created' | 'changed' | 'deleted'
  /** Names of the contents before and after, where a copy was kept. */
  readonly before: string | undefined
  readonly after: string | undefined
  /** What a command changed, when both contents could be had. */
  readonly hunks?: readonly Hunk[]
}

/** A sub-agent beside the conversation. */
export interface Lane {
  readonly agentId: string
  readonly turn: number
  readonly task: string
  readonly steps: readonly Step[]
  readonly replies: readonly Reply[]
  readonly startedAt: string
  readonly endedAt: string
}

export const countMark = (hunks: readonly Hunk[], mark: '+' | '-'): number =>
  hunks.reduce((sum, hunk) => sum + hunk.lines.filter(line => line.startsWith(mark)).length, 0)

/** The tool could not do it, or the command said that it failed. */
export const hasFailed = ({ outcome, effect }: Pick<Call, 'outcome' | 'effect'>): boolean =>
  outcome === 'error' ||
  (effect.kind === 'run' && !effect.benign && effect.exitCode !== undefined && effect.exitCode !== 0)

/** What was called in this session. */
export const callsOf = (steps: readonly Step[]): readonly Call[] =>
  steps.flatMap(step => (step.kind === 'call' && !step.copied ? [step.call] : []))

/** How often somebody asked for something: what the model goes on with after a compaction is no turn of its own. */
export const countTurns = (turns: readonly { readonly request: Pick<Request, 'by'> }[]): number =>
  turns.filter(turn => turn.request.by === 'person').length
