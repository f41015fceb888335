import type { PullRequestSettings } from '../agents/pull-requests.ts'
import type { RemoteHostSettings } from '../remote/target.ts'

/** What reaches beyond this machine; never from a project. */
export interface RemoteSettings extends RemoteHostSettings {
  /** Pull requests that sessions follow. */
  readonly pullRequests?: PullRequestSettings
  readonly serve?: ServeSettings
}

/** What `capstan serve` does besides serving. */
interface ServeSettings {
  readonly push?: PushSettings
  readonly triggers?: readonly TriggerSettings[]
}

/** How a person is told of questions and ends while nobody looks. */
export interface PushSettings {
  readonly enabled?: boolean
  /** Whom push services write to: `mailto:` or an https address. */
  readonly contact?: string
  /** What a notification says: that there is something, or also what it is about. */
  readonly detail?: 'title' | 'text'
  /** `22:00-07:00`. */
  readonly quietHours?: string
  /** A topic: `https://ntfy.example/topic`. */
  readonly ntfy?: string
  readonly webhook?: string
  readonly desktop?: boolean
  /** Browsers may be reached in the person's own network, and without TLS. */
  readonly privateEndpoints?: boolean
}

/** What begins a session on a server by itself. */
export interface TriggerSettings {
  readonly name: string
  /** A folder the person trusts. */
  readonly cwd: string
  readonly prompt: string
  /** Five fields of cron; absent: only when it is called. */
  readonly schedule?: string
  /** The variable with the secret of who may call it; absent: nobody may. */
  readonly secretEnv?: string
  readonly maxBudgetUsd?: number
  readonly permissionMode?: 'default' | 'acceptEdits' | 'plan' | 'dontAsk'
  readonly model?: string
  /** A job of the fleet does it, and its changes come as a branch. */
  readonly fleet?: boolean
  /** How many sessions of it may run at once. */
  readonly concurrent?: number
  /** How often it may begin one. */
  readonly perHour?: number
}
