import { createLeaseBook } from '../features/leases/lease-book.ts'
import type { Event } from '../protocol/event.ts'
import { type AgentBoard, createAgentBoard } from './agents/agent-board.ts'
import type { AgentsOptions } from './agents/agents-options.ts'
import { createAgents } from './agents/part.ts'
import { type AssistantOptions, createAssistant, type SessionAssistant } from './assistant/part.ts'
import type { ClaimsOptions } from './claims/options.ts'
import { type Claims, createClaims } from './claims/part.ts'
import { createNotes, type NotesOptions } from './context/session-notes.ts'
import { createEditorNews } from './editor/editor-news.ts'
import type { EditorNewsOptions } from './editor/editor-news-options.ts'
import { createGoal, type GoalOptions, type SessionGoal } from './goal/part.ts'
import type { Notifications } from './hooks/notifications.ts'
import type { LanguageServers } from './language-servers/part.ts'
import { createMonitors } from './monitors/part.ts'
import type { MonitorsOptions } from './monitors/plugin-watch.ts'
import { createPeers } from './peers/part.ts'
import type { PeerOptions } from './peers/peer-options.ts'
import type { Gate } from './permissions/part.ts'
import type { SharedPorts } from './ports/shared-ports.ts'
import { createSessionProfile } from './profiles/part.ts'
import { createPullRequests, type PullRequestsOptions } from './pull-requests/part.ts'
import type { RuleChecksOptions } from './rule-checks/options.ts'
import { createRuleChecks, type RuleChecks } from './rule-checks/part.ts'
import { createSchedules, type SessionSchedules } from './schedules/part.ts'
import type { SchedulesAt } from './schedules/running-schedules.ts'
import type { Scope } from './scope.ts'
import { createTeams } from './teams/part.ts'
import type { TeamsOptions } from './teams/part-options.ts'
import { createSessionTeams, type TeamsConfig } from './teams/session-teams.ts'
import { createTeamMember, type TeamMemberOptions, type TeamMemberPart } from './teams/team-member.ts'
import { createUsageLimits, type SessionLimits } from './usage-limits/part.ts'
import { createWorkflows, type SessionWorkflows } from './workflows/part.ts'
import type { WorkflowsOptions } from './workflows/start-run.ts'
import { createWorktrees, type WorktreesOptions } from './worktrees/part.ts'
import { createWorktreeVisit, type VisitOptions } from './worktrees/worktree-visit.ts'

/** What works beside the conversation and is shared by all threads. */
export interface SessionWork {
  readonly ports: Pick<
    SharedPorts,
    | 'agents'
    | 'teams'
    | 'team'
    | 'worktrees'
    | 'worktreeVisit'
    | 'leases'
    | 'schedules'
    | 'workflows'
    | 'peers'
    | 'pullRequests'
  >
  readonly schedules: SessionSchedules
  readonly goal: SessionGoal
  readonly claims: Claims
  readonly ruleChecks: RuleChecks
  readonly assistant: SessionAssistant
  readonly limits: SessionLimits
  readonly workflows: SessionWorkflows
  readonly member: TeamMemberPart
}

/** What each of them needs. */
export type WorkOptions = Omit<AgentsOptions, 'worktrees' | 'team'> &
  TeamsOptions &
  TeamMemberOptions &
  WorktreesOptions &
  VisitOptions &
  GoalOptions &
  ClaimsOptions &
  RuleChecksOptions &
  AssistantOptions &
  Omit<WorkflowsOptions, 'agents'> &
  Pick<SchedulesAt, 'config' | 'desk'> &
  Pick<PullRequestsOptions, 'config'> &
  Pick<PeerOptions, 'live' | 'secrets'> & {
    readonly config: TeamsConfig
    readonly notifications: Pick<Notifications, 'ofAgent'>
  }

/** A line for each part. */
export const addSessionWork = (scope: Scope, options: WorkOptions): SessionWork => {
  const { place, runtime } = options.config
  const worktrees = scope.add(createWorktrees(options))
  const visit = scope.add(createWorktreeVisit(options, worktrees))
  // Before the agents, so that both end behind them: members leave their team in order.
  const teams = scope.add(createSessionTeams(options.config))
  const member = scope.add(createTeamMember({ ...options, teams }))
  const emit = heardBy(options, info => {
    workflows.saw(info)
    board.saw(info)
  })
  const team = scope.add(
    createTeams({ ...options, ...member.plan, teams, emit, refuse: () => member.refuse() }),
  )
  const agents = scope.add(createAgents({ ...options, worktrees: worktrees.port, team: team.host, emit }))
  const followed = addPullRequests(scope, options)
  const board: AgentBoard = scope.add(createAgentBoard({ ...options, stop: id => agents.stop(id) }))
  const workflows: SessionWorkflows = scope.add(createWorkflows({ ...options, agents }))
  const leases = createLeaseBook({
    ...(place.leasesDir === undefined ? {} : { directory: place.leasesDir }),
    now: () => runtime.now().getTime(),
    newId: runtime.newId,
    agent: id => agents.list().find(info => info.id === id),
  })
  const schedules = scope.add(createSchedules(options))
  const goal = scope.add(createGoal(options))
  const claims = scope.add(createClaims(options))
  const ruleChecks = scope.add(createRuleChecks(options))
  const assistant = scope.add(createAssistant(options))
  scope.add(createSessionProfile(options))
  const limits = scope.add(createUsageLimits({ ...options, emit: event => void options.emit(event) }))
  const ports = {
    ...addPeers(scope, options),
    ...followed,
    agents,
    teams,
    team,
    worktrees: worktrees.port,
    worktreeVisit: visit.port,
    leases,
    schedules: schedules.port,
    workflows: workflows.port,
  }
  return { ports, schedules, goal, claims, ruleChecks, assistant, limits, workflows, member }
}

const addPullRequests = (
  scope: Scope,
  { tasks, ...options }: WorkOptions,
): Pick<SharedPorts, 'pullRequests'> => {
  const emit = (event: Event): void => void options.emit(event)
  const notify: PeerOptions['notify'] = (text, how) => tasks.notify(text, how)
  const { port } = scope.add(createPullRequests({ ...options, emit, notify }))
  return port ? { pullRequests: port } : {}
}

const addPeers = (scope: Scope, { tasks, ...options }: WorkOptions): Pick<SharedPorts, 'peers'> => {
  const { teams, session } = options.config
  // Of a session that is not kept nothing is written, nor who can reach it.
  const choice = session.path === undefined ? undefined : teams?.peers
  const emit = (event: Event): void => void options.emit(event)
  const notify: PeerOptions['notify'] = (text, how) => tasks.notify(text, how)
  if (choice) return { peers: scope.add(createPeers(choice, { ...options, emit, notify })).port }
  scope.add({ answers: { peers: async () => [] } })
  return {}
}

/** Events of agents, as hooks and workflows hear of them too. */
const heardBy =
  (
    { notifications, emit }: Pick<WorkOptions, 'notifications' | 'emit'>,
    saw: SessionWorkflows['saw'],
  ): WorkOptions['emit'] =>
  event => {
    if (event.type === 'agent_changed') {
      notifications.ofAgent(event.info)
      saw(event.info)
    }
    return emit(event)
  }

interface PersonalOptions extends Pick<NotesOptions, 'emit'>, Pick<EditorNewsOptions, 'live'> {
  readonly config: NotesOptions['config'] & MonitorsOptions['config']
  readonly gate: EditorNewsOptions['gate'] & MonitorsOptions['gate'] & Pick<Gate, 'permissions'>
  readonly scope: Scope
  readonly session: Pick<EditorNewsOptions, 'editor'> &
    Pick<MonitorsOptions, 'shared'> & { readonly languages: Pick<LanguageServers, 'lend'> }
  readonly ports: Pick<NotesOptions, 'files'> & MonitorsOptions['ports']
  readonly prompt: Pick<EditorNewsOptions, 'content'>
}

/** What only the thread of a person has. */
export const addPersonal = (at: PersonalOptions): void => {
  const { scope, session, live, gate, ports, prompt, config, emit } = at
  session.languages.lend(() => gate.permissions.readDenied(gate.policy()))
  scope.add(createNotes({ config, files: ports.files, emit }))
  scope.add(createMonitors({ config, gate, ports, shared: session.shared, emit }))
  scope.add(createEditorNews({ config, live, gate, editor: session.editor, content: prompt.content }))
}
