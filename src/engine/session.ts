import { findModel } from '../features/models/catalogue.ts'
import { createLazyPermissions } from '../features/permissions/lazy-permissions.ts'
import type { Permissions } from '../features/permissions/permissions.ts'
import { childEnvironment } from '../features/shell/child-environment.ts'
import type { Event } from '../protocol/event.ts'
import type { PermissionDenial } from '../protocol/permission.ts'
import type { OpenThread } from '../protocol/thread.ts'
import type { Terminal } from '../protocol/transition.ts'
import { addSessionWork, type SessionWork, type WorkOptions } from './add-work.ts'
import { PermissionDesk } from './calls/permission-desk.ts'
import type { EngineConfig } from './config.ts'
import { addHooks } from './hooks/add-hooks.ts'
import { createHookModel } from './hooks/hook-model.ts'
import type { Notifications } from './hooks/notifications.ts'
import { skillsChanged } from './hooks/skills-changed.ts'
import { withTaskHooks } from './hooks/task-hooks.ts'
import type { Live } from './live/state.ts'
import { createScratchpad, type Scratchpad } from './parts/agents/scratchpad.ts'
import { createPurse, type Purse } from './parts/budgets.ts'
import type { ChannelsOptions, SessionChannels } from './parts/channels/channels.ts'
import { type Contributions, createContributions } from './parts/contributions.ts'
import { createEditor, type SessionEditor } from './parts/editor/editor.ts'
import { createExtensions } from './parts/extensions.ts'
import { createHistory } from './parts/file-history.ts'
import type { Hooks } from './parts/hooks.ts'
import { createLanguageServers } from './parts/language-servers.ts'
import { createMcp, type Mcp } from './parts/mcp.ts'
import { createSandbox, type SessionSandbox } from './parts/sandbox.ts'
import { createSecrets } from './parts/secrets.ts'
import { createSettings, type SettingsPart } from './parts/settings.ts'
import { createSide, type SharedPorts } from './parts/shared-ports.ts'
import { createSkills, type Skills } from './parts/skills.ts'
import { createTaskListPort } from './parts/task-list.ts'
import { createTasks, type SessionTasks } from './parts/tasks.ts'
import { createWeb } from './parts/web.ts'
import { Scope } from './scope.ts'
import type { McpOptions } from './servers/mcp-options.ts'
import { createSessionRuns, type SessionRuns } from './settings/session-runs.ts'
import { createSideRequest, type SideRequest } from './turn/side-request.ts'

/** What all threads of a session share. */
export interface Session {
  readonly scope: Scope
  readonly config: EngineConfig
  /** As it was given, with a model whose requests nobody watches yet. */
  readonly given: EngineConfig
  /** Mode, model and place of the conversation; rules, hooks and environment of all threads. */
  readonly live: Live
  readonly desk: PermissionDesk
  readonly purse: Purse
  readonly permissions: Permissions
  readonly sandbox: SessionSandbox | undefined
  readonly shared: SharedPorts
  /** Calls of its agents that were not allowed, until a turn of the conversation reports them. */
  readonly agentDenials: PermissionDenial[]
  /** Heard of by the conversation: it ends before what it runs in. */
  readonly tasks: SessionTasks
  readonly hooks: Hooks
  readonly notifications: Notifications
  readonly settings: SettingsPart
  readonly runs: SessionRuns
  readonly contributions: Contributions
  readonly mcp: Mcp
  /** MCP servers that may push messages; absent: none may. */
  readonly channels?: SessionChannels
  readonly skills: Skills
  readonly editor: SessionEditor
  /** Opens other threads, once there is somebody to open them. */
  readonly work: SessionWork
  readonly scratchpad: Scratchpad
  readonly threads: { open?: OpenThread }
  readonly request: SideRequest
  /** Hears of files that are not as any model saw them any more. */
  readonly forgetFiles: Set<(path: string) => void>
  /** Ends a turn that runs, for a cause outside of it: that of the conversation, those of agents. */
  readonly stops: Set<(terminal: Terminal) => void>
  childEnv(): Readonly<Record<string, string>>
  emit(event: Event): Promise<void> | undefined
}

export interface SessionOptions {
  readonly config: EngineConfig
  readonly given: EngineConfig
  readonly live: Live
  emit(event: Event): Promise<void> | undefined
  /** Background work has news. */
  onNote(): void
  /** The model has answered the conversation. */
  onReply(): void
}

/** Makes what the threads of a session have in common; a line for each part, in the order they hear of things. */
export const createSession = (options: SessionOptions): Session => {
  const { config, live, onNote, onReply } = options
  const { place, runtime } = config
  const emit = (event: Event): void => void options.emit(event)
  const scope = new Scope(line => runtime.log?.(line))
  const forgetFiles: Session['forgetFiles'] = new Set()
  const stops: Session['stops'] = new Set()
  const stop = (terminal: Terminal): void => stops.forEach(end => void end(terminal))
  const childEnv = childEnvOf(place, live)
  // Whoever asks does so when everything is there.
  const sandboxRuns = { ready: () => runs.ready(), current: () => runs.ofSession() }
  const sandbox =
    config.sandbox && scope.add(createSandbox({ ...config, runs: sandboxRuns }, live, config.sandbox))
  const purse = scope.add(createPurse({ config, live, stop, onReply, emit }))
  const desk = scope.add(new PermissionDesk(heardToo(emit, () => work.member)))
  const secrets = createSecrets(config)
  const request = createSideRequest(config, call => purse.accounts.book(call, 'side'))
  const { hooks, notifications } = addHooks(scope, {
    config,
    live,
    childEnv,
    emit,
    contributed: () => brought.contributions.hooks(),
    ...(sandbox ? { beforeRun: sandbox.settle } : {}),
    wake: text => tasks.registry.notify(text, { urgent: true }),
    askModel: createHookModel(request, secrets),
  })
  const tasks = createTasks(config, { emit, onNote })
  const history = scope.add(
    createHistory({ config, live, emit, sandbox, tasks: tasks.registry, forget: forgetIn(forgetFiles) }),
  )
  const scratchpad = scope.add(createScratchpad({ config }))
  const settings = scope.add(createSettings({ config, live, hooks, desk, emit }))
  const { agentDenials, denied } = collectDenials()
  const lent = { desk, hooks, notifications, childEnv, denied }
  const brought = addExtensions(scope, { config, live, emit, secrets, tasks, ...lent })
  const runs = runsOf({ config, live, settings, hooks, ...brought }, () => work)
  const used = { side: createSide(request, secrets), tasks: tasks.registry, secrets }
  const own = { purse, ...lent, runs, scratchpad, threads: {} as Session['threads'] }
  const work: SessionWork = addSessionWork(scope, { ...options, ...brought, ...own, ...used, sandbox })
  return {
    scope,
    config,
    given: options.given,
    live,
    permissions: createLazyPermissions({ env: place.env }),
    ...{ sandbox, tasks, agentDenials },
    shared: {
      history,
      ...used,
      web: createWeb(config, live, request),
      ...work.ports,
      taskList: withTaskHooks(createTaskListPort(work.ports.teams), hooks),
      memberTasks: member => withTaskHooks(createTaskListPort(work.ports.teams, member), hooks, member),
    },
    settings,
    ...brought,
    ...own,
    work,
    request,
    forgetFiles,
    stops,
    emit: options.emit,
  }
}

/** What settings, extensions and servers of the session run. */
const runsOf = (
  {
    config,
    live,
    settings,
    hooks,
    contributions,
    skills,
    mcp,
  }: Pick<Session, 'config' | 'live' | 'settings' | 'hooks' | 'contributions' | 'skills' | 'mcp'>,
  work: () => SessionWork,
): SessionRuns =>
  createSessionRuns({
    config,
    hooks,
    settings: settings.current,
    contributed: contributions.all,
    env: () => live.env ?? config.place.env,
    work: () => ({ goal: work().goal.command(), prompts: work().schedules.prompts() }),
    loaded: async () => await Promise.all([hooks.ready(), skills.ready(), mcp.loading]),
  })

/** Whoever leads the team of this session hears of questions as well. */
const heardToo =
  (emit: (event: Event) => void, member: () => SessionWork['member']) =>
  (event: Event): void => {
    emit(event)
    member().hears(event)
  }

const forgetIn =
  (listeners: Session['forgetFiles']) =>
  (paths: readonly string[]): void => {
    for (const path of paths) for (const forget of listeners) forget(path)
  }

const childEnvOf =
  (
    { env, secretNames, cwd, projectRoot }: EngineConfig['place'],
    live: Pick<Live, 'env'>,
  ): Session['childEnv'] =>
  () =>
    childEnvironment(live.env ?? env, { secretNames, projectDir: projectRoot ?? cwd })

type Bringing = Omit<McpOptions, 'contributions' | 'window' | 'config' | 'live' | 'hooks' | 'channels'> &
  Pick<Session, 'config' | 'live' | 'hooks' | 'tasks'> &
  Pick<ChannelsOptions, 'secrets'>

/** Servers push messages only where the person switched that on. */
const addChannels = (
  scope: Scope,
  { config, desk, emit, secrets, tasks }: Bringing,
): Pick<Session, 'channels'> => {
  const open = config.servers?.channels
  const plugins = () => config.extensions?.loaded?.() ?? []
  const notify: ChannelsOptions['notify'] = (text, how) => tasks.registry.notify(text, how)
  return open ? { channels: scope.add(open({ config, desk, emit, secrets, plugins, notify })) } : {}
}

/** What others bring: commands, tools, servers, skills, and the page that shows them. */
const addExtensions = (
  scope: Scope,
  given: Bringing,
): Pick<Session, 'contributions' | 'mcp' | 'channels' | 'skills' | 'editor'> => {
  const { config, live, desk, hooks, notifications, childEnv, emit } = given
  const contributions: Contributions = scope.add(
    createContributions({ config, ready: () => skills.ready(), emit }),
  )
  const window = () => findModel(live.model, config.models.rows).facts.window
  const pushed = addChannels(scope, given)
  const brings = { config, live, contributions, desk, hooks, notifications, window, childEnv, emit }
  const mcp = scope.add(createMcp({ ...brings, ...pushed }))
  hooks.lend({ callServerTool: mcp.call })
  const skills: Skills = scope.add(
    createSkills({ config, contributions, changed: skillsChanged(hooks, emit) }),
  )
  contributions.whenAsked(async () => await skills.ready())
  contributions.whenAsked(async () => await mcp.loading)
  const serverState = (name: string) => mcp.infos().find(server => server.name === name)?.state
  scope.add(createExtensions({ config, hooks, contributions, serverState, emit }))
  const { covers } = scope.add(createLanguageServers({ config, childEnv, emit }))
  const editor = scope.add(createEditor({ config, live, covers, emit }))
  return { contributions, mcp, ...pushed, skills, editor }
}

/** Members of a team in processes of their own say what they were refused. */
const collectDenials = (): Pick<Session, 'agentDenials'> & Pick<WorkOptions, 'denied'> => {
  const agentDenials: PermissionDenial[] = []
  return { agentDenials, denied: denials => void agentDenials.push(...denials) }
}
