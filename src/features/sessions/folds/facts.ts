import {
  type Entry,
  isMessageEntry,
  type LimitWait,
  type PullRequestEntry,
  type UsageEntry,
} from '../../../protocol/entry.ts'
import type { Effort } from '../../../protocol/model.ts'
import type { PermissionMode } from '../../../protocol/permission.ts'
import type { PromptSnapshot } from '../../../protocol/session/prompt-snapshot.ts'
import { type CacheFacts, foldCache } from './cache.ts'
import type { CostFacts } from './cost.ts'
import { foldTitle, type TitleParts } from './title.ts'
import { todosIn } from './todos.ts'

/**
 * What a session file says about the session; of each kind the last line counts. It is text from a file: a
 * directory in it is for showing, never an approval, and of modes only the strictest is taken up again.
 */
export interface SessionFacts extends CostFacts {
  readonly title: TitleParts
  readonly tag?: string
  readonly mode?: PermissionMode
  readonly model?: string
  /** Null: the person wants the default of the model. */
  /** That it worked on, each once. */
  readonly pullRequests?: readonly PullRequestEntry[]
  readonly effort?: Effort | null
  readonly thinking?: boolean
  readonly coordinator?: boolean
  /** It looked around by itself. */
  readonly assistant?: boolean
  /** The usage limit that it waits for. */
  readonly limitWait?: LimitWait | null
  /** Whose account it was sent with last; null: the usual one. */
  readonly profile?: string | null
  /** Directories besides the one of the project that its tools could use. */
  readonly directories?: readonly string[]
  /** The agent that the conversation runs as. */
  readonly agent?: string
  readonly cache?: CacheFacts
  readonly cwd?: string
  readonly loadedTools?: readonly string[]
  /** As last written, unchecked. */
  readonly schedules?: readonly unknown[]
  readonly goal?: unknown
  readonly promptSnapshot?: PromptSnapshot
  /** Where the conversation was; null: in no worktree. */
  readonly worktree?: string | null
  /** The to-do list as last written, unchecked. */
  readonly todos?: readonly unknown[]
  /** The reply that the file ends in, when nothing says that it came to its end. */
  readonly openReply?: string
}

/** The facts after each line of a file, in its order. */
export class FactsFold {
  #facts: SessionFacts = { title: {} }
  /** Every call has such a line: copied for each of them, a list would cost its square. */
  #uncounted: UsageEntry[] = []

  take(entry: Entry): void {
    if (entry.type === 'usage') this.#uncounted.push(entry)
    else this.#facts = foldKind(this.#facts, entry)
    if (entry.type === 'cost-state') this.#uncounted = []
    this.#facts = foldReply(this.#facts, entry)
  }

  get facts(): SessionFacts {
    return this.#uncounted.length === 0 ? this.#facts : { ...this.#facts, uncounted: [...this.#uncounted] }
  }
}

/** What a reply used is written when it has ended. */
const foldReply = (facts: SessionFacts, entry: Entry): SessionFacts => {
  const now = openAfter(facts.openReply, entry)
  if (now === facts.openReply) return facts
  const { openReply: _, ...rest } = facts
  return now === undefined ? rest : { ...rest, openReply: now }
}

const openAfter = (open: string | undefined, entry: Entry): string | undefined => {
  if (entry.type === 'usage') return entry.message.id === open ? undefined : open
  if (entry.type === 'cost-state') return undefined
  if (!isMessageEntry(entry) || entry.isSidechain) return open
  const isWhole = entry.type !== 'assistant' || entry.isApiErrorMessage || entry.aborted
  return isWhole ? undefined : entry.message.id
}

const foldKind = (facts: SessionFacts, entry: Entry): SessionFacts => {
  switch (entry.type) {
    case 'tag': {
      const { tag: _, ...rest } = facts
      return entry.tag === '' ? rest : { ...rest, tag: entry.tag }
    }
    case 'pr-link':
      return { ...facts, pullRequests: withLink(facts.pullRequests, entry) }
    case 'mode':
      return { ...facts, mode: entry.mode }
    case 'model':
      return { ...facts, model: entry.model }
    case 'effort':
      return { ...facts, effort: entry.effort }
    case 'thinking':
      return { ...facts, thinking: entry.enabled }
    case 'coordinator':
      return { ...facts, coordinator: entry.enabled }
    case 'assistant-mode':
      return { ...facts, assistant: entry.enabled }
    case 'profile':
      return { ...facts, profile: entry.profile }
    case 'limit-wait':
      return { ...facts, limitWait: entry.limit }
    case 'agent-setting': {
      const { agent: _, ...rest } = facts
      return entry.agentSetting === '' ? rest : { ...rest, agent: entry.agentSetting }
    }
    case 'directories':
      return { ...facts, directories: entry.directories }
    case 'worktree-state':
      return { ...facts, worktree: entry.path }
    case 'cwd':
      return { ...facts, cwd: entry.cwd }
    case 'loaded-tools':
      return { ...facts, loadedTools: entry.tools }
    case 'schedules':
      return { ...facts, schedules: entry.schedules }
    case 'goal':
      return { ...facts, goal: entry.goal }
    case 'prompt-snapshot': {
      const { type: _, sessionId: __, ...promptSnapshot } = entry
      return { ...facts, promptSnapshot }
    }
    case 'cache-state':
      return { ...facts, cache: foldCache(facts.cache, entry) }
    case 'cost-state':
      // It holds the totals of the whole session.
      return { ...facts, cost: entry.cost, costSession: entry.sessionId }
    case 'attachment':
      // A mode that a session began with is not noted by itself.
      return entry.attachment.kind === 'plan_mode' && !entry.isSidechain ? { ...facts, mode: 'plan' } : facts
    default: {
      const title = foldTitle(facts.title, entry)
      const todos = todosIn(entry)
      if (todos) return { ...facts, title, todos }
      return title === facts.title ? facts : { ...facts, title }
    }
  }
}

const withLink = (
  known: readonly PullRequestEntry[] = [],
  entry: PullRequestEntry,
): readonly PullRequestEntry[] => [...known.filter(({ prUrl }) => prUrl !== entry.prUrl), entry]
