import { createLazyPermissions } from '../features/permissions/lazy-permissions.ts'
import { childEnvironment } from '../features/shell/child-environment.ts'
import { sessionVariables } from '../features/shell/session-variables.ts'
import type { Event } from '../protocol/event.ts'
import type { PermissionDenial } from '../protocol/permission.ts'
import type { Terminal } from '../protocol/transition.ts'
import { addExtensions } from './add-extensions.ts'
import { addSessionWork, type SessionWork, type WorkOptions } from './add-work.ts'
import { createBrowser } from './browser/part.ts'
import { PermissionDesk } from './calls/permission-desk.ts'
import { createCode } from './code-map/part.ts'
import { createDesktop } from './desktop/part.ts'
import { createHistory } from './file-history/part.ts'
import { afterEdit } from './files/after-edit.ts'
import { addHooks, createHookModel } from './hooks/session-hooks.ts'
import { withTaskHooks } from './hooks/task-hooks.ts'
import type { Live } from './live/state.ts'
import { createSide } from './ports/shared-ports.ts'
import { createSandbox } from './sandbox/part.ts'
import type { TryFirst } from './sandbox/try-first/part.ts'
import { Scope } from './scope.ts'
import { createScratchpad } from './scratchpad/part.ts'
import { createSecrets } from './secrets/part.ts'
import type { Session } from './session-parts.ts'
import { createSettings } from './settings/part.ts'
import { createSessionRuns, type SessionRuns } from './settings/session-runs.ts'
import { createPurse } from './spending/part.ts'
import { createTasks } from './tasks/part.ts'
import { createTaskListPort } from './teams/session-teams.ts'
import { createSideRequest } from './turn/side-request.ts'
import { createWeb } from './web/part.ts'

export interface SessionOptions {
  readonly config: Session['config']
  readonly given: Session['given']
  readonly live: Live
  emit(event: Event): Promise<void> | undefined
  /** Background work has news. */
  onNote(): void
  /** The model has answered the conversation. */
  onReply(): void
}

type CreateTryFirst = typeof import('./sandbox/try-first/part.ts').createTryFirst

/** Makes what the threads of a session have in common; a line for each part, in the order they hear of things. */
export const createSession = (options: SessionOptions): Session => {
  const { config, live, onNote, onReply } = options
  const { place, runtime } = config
  const emit = (event: Event): void => void options.emit(event)
  const scope = new Scope(line => runtime.log?.(line))
  const forgetFiles: Session['forgetFiles'] = new Set()
  const stops: Session['stops'] = new Set()
  const stop = (terminal: Terminal): void => stops.forEach(end => void end(terminal))
  const childEnv = childEnvOf(config, live)
  // Whoever asks does so when everything is there.
  const sandboxRuns = { ready: () => runs.ready(), current: () => runs.ofSession() }
  const asking = { ask: (...asked: Parameters<PermissionDesk['ask']>) => desk.ask(...asked) }
  const held = { ...config, runs: sandboxRuns, desk: asking }
  const sandbox = config.sandbox && scope.add(createSandbox(held, live, config.sandbox))
  const tryFirst =
    config.tryFirst && lazyTrials({ config: held, live, choice: config.tryFirst, sandbox, emit })
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
  if (config.remoteHosts) scope.add(config.remoteHosts.begin({ config, tasks: tasks.registry, emit }))
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
    ...{ sandbox, tryFirst, tasks, agentDenials, compiled: new Map() },
    shared: {
      ...{ history, codeHelp: brought.codeHelp, ...used },
      finders: [...brought.finders, afterEdit({ ...options, history, settings, childEnv })],
      ...addHands(scope, { config, live, desk, settings, childEnv, emit, ...brought }),
      ...{
        web: createWeb(config, live, request),
        code: scope.add(createCode({ config, sandbox, settings })),
      },
      ...work.ports,
      taskList: withTaskHooks(createTaskListPort(work.ports.teams), hooks),
      memberTasks: member => withTaskHooks(createTaskListPort(work.ports.teams, member), hooks, member),
    },
    ...{ settings, ...brought, ...own, work, request, forgetFiles, stops },
    emit: options.emit,
  }
}

/** A browser and a screen, each begun when it is used. */
const addHands = (
  scope: Scope,
  at: Parameters<typeof createBrowser>[0] & Parameters<typeof createDesktop>[0],
): Pick<Session['shared'], 'browser' | 'desktop'> => ({
  browser: scope.add(createBrowser(at)),
  desktop: scope.add(createDesktop(at)),
})

/** Loaded with the first command that is tried on a copy. */
const lazyTrials = (at: Parameters<CreateTryFirst>[0]): (() => Promise<TryFirst>) => {
  let trials: Promise<TryFirst> | undefined
  return () => {
    trials ??= import('./sandbox/try-first/part.ts').then(({ createTryFirst }) => createTryFirst(at))
    return trials
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
    { place: { env, secretNames, cwd, projectRoot }, session: { id } }: Session['config'],
    live: Pick<Live, 'env' | 'effort'>,
  ): Session['childEnv'] =>
  () => ({
    ...childEnvironment(live.env ?? env, { secretNames, projectDir: projectRoot ?? cwd }),
    ...sessionVariables({ id, effort: live.effort }, 'beside'),
  })

/** Members of a team in processes of their own say what they were refused. */
const collectDenials = (): Pick<Session, 'agentDenials'> & Pick<WorkOptions, 'denied'> => {
  const agentDenials: PermissionDenial[] = []
  return { agentDenials, denied: denials => void agentDenials.push(...denials) }
}
