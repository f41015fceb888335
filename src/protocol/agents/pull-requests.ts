import type { Schedules } from './schedules.ts'
import type { Workflows } from './workflow.ts'

/** Whose API a forge speaks; Forgejo speaks that of Gitea. */
export type ForgeKind = 'github' | 'gitlab' | 'gitea'

/** A forge the person names in their settings. */
export interface ForgeSettings {
  /** As it stands in addresses of the web page, with the port. */
  readonly host: string
  readonly kind: ForgeKind
  /** Where its API is, when not at the usual place of that host. */
  readonly api?: string
  /** The variable with the token. */
  readonly tokenEnv?: string
  /** Program and arguments that print the token. */
  readonly tokenCommand?: readonly string[]
  /** The variable with the secret that its webhooks are signed with. */
  readonly webhookSecretEnv?: string
}

export interface PullRequestSettings {
  /** Sessions can follow pull requests: the tool SubscribePR and `/pr` are there. */
  readonly enabled?: boolean
  readonly pollSeconds?: number
  readonly forges?: readonly ForgeSettings[]
}

/** A pull request that a session follows. */
export interface PullRequestInfo {
  /** `github.com/owner/name#12`. */
  readonly name: string
  readonly url: string
  /** Foreign words. */
  readonly title: string
  readonly state: 'open' | 'closed' | 'merged'
  readonly checks: ChecksState
  /** Answers go out without a further word of the person. */
  readonly answers: 'drafts' | 'sent'
}

export type ChecksState = 'passed' | 'failed' | 'pending' | 'none'

/** An answer that waits for the person to send it. */
export interface PullRequestDraft {
  readonly id: string
  readonly url: string
  /** `github.com/owner/name#12`. */
  readonly name: string
  readonly text: string
  /** The remark that is answered; absent: the pull request as a whole. */
  readonly replyTo?: string
}

/** The pull requests of a session, for its tools. ToolError for what cannot be. */
export interface PullRequests {
  /** With how it stands, for the model: the words of others are marked. */
  follow(url: string): Promise<{ readonly name: string; readonly text: string }>
  unfollow(url: string): Promise<PullRequestInfo>
  list(): readonly PullRequestInfo[]
  /** Sent at once only where the person allowed that. */
  answer(
    answer: Omit<PullRequestDraft, 'id' | 'name'>,
  ): Promise<PullRequestDraft & { readonly sent: boolean }>
}

/** What goes on beside a call, for it to use. Absent where nothing is scheduled, run or followed. */
export interface BesideCalls {
  readonly schedules?: Schedules
  readonly workflows?: Workflows
  readonly pullRequests?: PullRequests | undefined
}

/** The same for a person who types `/pr`. OpError for what cannot be. */
export interface PullRequestCommands {
  list(): readonly PullRequestInfo[]
  drafts(): readonly PullRequestDraft[]
  /** An address, or a number of this repository. */
  follow(which: string): Promise<PullRequestInfo>
  unfollow(which: string): Promise<PullRequestInfo>
  send(id: string): Promise<PullRequestDraft>
  drop(id: string): Promise<PullRequestDraft>
  /** From now on its answers are sent at once, until the session ends. */
  allow(which: string): Promise<PullRequestInfo>
}
