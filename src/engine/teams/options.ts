import type { Teammate } from '../../protocol/agents/teammate.ts'
import type { Overrides } from '../../protocol/host.ts'
import type { PeersChoice } from '../peers/options.ts'

/** Where teams and shared task lists are. */
export interface TeamChoice {
  readonly backend: 'files' | 'nats'
  /** Sessions can lead teams. */
  readonly on?: boolean
  /** Members work in processes of their own, or in panes of the terminal; absent: in the process of the leader. */
  readonly members?: 'process' | 'tmux'
  /** The model that leads approves the plans of members, also where the person could. */
  readonly plansToLeader?: boolean
  /** The person is asked before a message leaves this machine. */
  readonly asksBeyond?: true
  /** Of the files: `<config home>/teams`. */
  readonly directory: string
  /** Of the server. */
  readonly url?: string
  readonly credentials?: {
    /** Path of a credentials file. */
    readonly path?: string
    readonly token?: string
    readonly user?: string
    readonly password?: string
  }
  /** Starts this program as a member, up to the file that says which. */
  readonly program?: readonly string[]
  /** What the leader was started with: members in processes of their own are bound by it as well. */
  readonly overrides?: Overrides
  /** This session is a member itself. */
  readonly member?: Teammate
  /** The task list that was named for this run. */
  readonly list?: string
  /** The team that this process is a member of. */
  readonly team?: string
  /** How other sessions reach this one; absent: they do not. */
  readonly peers?: PeersChoice
}
