import type { LeaseBook } from '../../features/leases/lease-book.ts'
import type { TaskRegistry } from '../../features/tasks/task-registry.ts'
import type { Peers } from '../../protocol/agents/peers.ts'
import type { PullRequests } from '../../protocol/agents/pull-requests.ts'
import type { Schedules } from '../../protocol/agents/schedules.ts'
import type { TaskList } from '../../protocol/agents/task-list.ts'
import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import type { Workflows } from '../../protocol/agents/workflow.ts'
import type { WorktreeVisit } from '../../protocol/agents/worktree-visit.ts'
import type { Worktrees } from '../../protocol/agents/worktrees.ts'
import { plainText } from '../../protocol/message.ts'
import type { Side } from '../../protocol/tool.ts'
import type { CodeHelp } from '../../protocol/tools/code-help.ts'
import type { EditFinder } from '../../protocol/tools/edit-finding.ts'
import type { Web } from '../../protocol/web.ts'
import type { AgentsPart } from '../agents/part.ts'
import type { SessionBrowser } from '../browser/part.ts'
import type { SessionCode } from '../code-map/part.ts'
import type { SessionDesktop } from '../desktop/part.ts'
import type { SessionHistory } from '../file-history/part.ts'
import type { Secrets } from '../secrets/part.ts'
import type { TeamsPart } from '../teams/part-options.ts'
import type { SessionTeams } from '../teams/session-teams.ts'
import type { SideRequest } from '../turn/side-request.ts'

/** What the calls of all threads of a session use. */
export interface SharedPorts {
  readonly code: SessionCode
  readonly web: Web
  readonly browser: Pick<SessionBrowser, 'portOf' | 'tabsOf'>
  readonly desktop: Pick<SessionDesktop, 'ports'>
  readonly taskList: TaskList
  /** The list of a team, for one of its members. */
  memberTasks(member: TeamMembership): TaskList
  readonly secrets: Secrets
  readonly history: SessionHistory
  readonly tasks: TaskRegistry
  readonly side: Side
  readonly agents: Pick<AgentsPart, 'portOf' | 'moveToBackground' | 'run'>
  readonly teams: SessionTeams
  readonly team: Pick<TeamsPart, 'portOf'>
  readonly worktrees: Worktrees
  /** Of the conversation. */
  readonly worktreeVisit: WorktreeVisit
  readonly leases: LeaseBook
  /** Who looks at files that calls change. */
  readonly finders: readonly EditFinder[]
  /** Answers about code; undefined: there are none. */
  readonly codeHelp: CodeHelp['codeHelp']
  readonly schedules: Schedules
  readonly workflows: Workflows
  /** Absent: no pull requests are followed. */
  readonly pullRequests?: PullRequests | undefined
  /** Other sessions of the person; absent: they cannot be reached. */
  readonly peers?: Peers
}

/** The small model, for questions of tools: what it is shown is cleaned of secrets first. */
export const createSide = (request: SideRequest, secrets: Secrets): Side => ({
  async ask({ source, system, prompt, maxTokens, signal }) {
    const { redact } = await secrets.ready()
    const messages = [{ role: 'user', content: [{ type: 'text', text: redact(prompt) }] }] as const
    return plainText(
      (await request({ source, system: [{ text: system }], messages, maxTokens }, signal)).content,
    )
  },
})
