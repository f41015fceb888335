import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createMainAgent } from '../engine/agents/main-agent.ts'
import type { EngineConfig } from '../engine/config.ts'
import { createEngine } from '../engine/engine.ts'
import type { SessionEnvironment } from '../engine/options/session-environment.ts'
import type { ReadGit } from '../engine/prompt/git-snapshot.ts'
import type { SandboxChoice } from '../engine/sandbox/options.ts'
import { scratchpadDirectory } from '../engine/session-file/session-directories.ts'
import type { TeamChoice } from '../engine/teams/options.ts'
import type { ManagedFile } from '../features/settings/administered.ts'
import type { ChangeReviews, ReviewLocation } from '../protocol/agents/change-review.ts'
import type { FleetHost } from '../protocol/agents/fleet-work.ts'
import type { Engine } from '../protocol/engine.ts'
import type { Env, OpenRequest } from '../protocol/host.ts'
import { asLocalized } from '../protocol/messages/layout.ts'
import { describeError, type Warn } from '../protocol/messages/localized-text.ts'
import type { PromptLanguage } from '../protocol/tools/both-languages.ts'
import type { DescribedTool } from '../protocol/tools/described-tool.ts'
import { chooseCoordinator } from './agents/coordinator-options.ts'
import {
  type AgentSources,
  agentOverrides,
  asAgent,
  chooseAgents,
  findMainAgent,
  wantedAgent,
} from './agents/options.ts'
import { chooseAssistant } from './assistant/options.ts'
import { createDebugLog } from './debug-log.ts'
import { chooseScreens } from './desktop/options.ts'
import type { Directory } from './directory.ts'
import { chooseEditor } from './editor/options.ts'
import { type EnvironmentOptions, entrypointOf } from './environment.ts'
import { chooseExtensions } from './extensions/options.ts'
import { chooseHooks } from './hooks/options.ts'
import { chooseInstructions } from './instructions/options.ts'
import { chooseLanguageServers } from './language-servers/options.ts'
import type { SharedServers } from './language-servers/shared-servers.ts'
import { chooseMemory } from './memory/options.ts'
import type { Connections } from './models/connections.ts'
import {
  autoRefused,
  bypassRefused,
  chooseDeciding,
  choosePermissions,
  tellNarrowed,
  warnOfRules,
} from './permissions/options.ts'
import { wantsPlugins } from './plugins/plugin-settings.ts'
import { chooseGit, promptLanguageOf, readPromptSettings } from './prompt/prompt-texts.ts'
import { connectModels } from './providers/connect-models.ts'
import { providersOf } from './providers/more-providers.ts'
import type { Providers } from './providers/reach-models.ts'
import { environmentOf, standingIn, withWindow } from './providers/session-environment.ts'
import { choosePullRequests } from './pull-requests/options.ts'
import { type RemotePrograms, withRemoteHosts } from './remote-host/options.ts'
import { chooseSandbox, chooseTryFirst, probeOf, required, withSandbox } from './sandbox/options.ts'
import { chooseSchedules } from './schedules/options.ts'
import { chooseServers } from './servers/options.ts'
import { openEngine } from './session/open-engine.ts'
import {
  checkVersion,
  chooseKeeping,
  chosenOnly,
  forSmallWindow,
  lentBy,
  limitsOf,
  runtimeOf,
} from './session/options.ts'
import { type PrepareOptions, prepareSession } from './session/prepare-session.ts'
import { withInitialize } from './session/with-initialize.ts'
import type { Gathered } from './settings/gather-settings.ts'
import { createSettingsPort } from './settings/settings-port.ts'
import { warnOfSettings } from './settings/settings-warnings.ts'
import { chooseSkills } from './skills/options.ts'
import { historyOf, realDirectory, type Start, sessionEnvironment } from './start.ts'
import { chooseTeams, withMember } from './teams/options.ts'
import { chooseTelemetry, endingWith, watchedBy } from './telemetry/options.ts'
import { chooseShell, chooseTools, withWorkflowSize } from './tools/options.ts'
import { createToolbox } from './tools/toolbox.ts'
import { chooseWeb } from './web/options.ts'

/** What the program that holds the sessions brings. */
export interface HostOptions extends FleetHost, RemotePrograms {
  readonly version: string
  /** What git says about the directory of the process was asked for already. */
  readonly git?: ReadGit
  /** Runs the bridge out of a sandbox, up to its arguments, and the files it consists of. */
  bridge(): SandboxChoice['bridge']
  /** Starts this program as a member of a team, up to its argument; absent: members work in this process. */
  teammate?(): readonly string[]
  /** What is new in this version, as Markdown. */
  releaseNotes(): Promise<string>
  /** Reviews of changes, in sessions of their own; absent: there are none. */
  reviews?(place: ReviewLocation): Promise<ChangeReviews>
  /** Where policy lies, if not where the system has it. */
  readonly managed?: readonly ManagedFile[]
  /** The runtime's own client, where requests leave sooner through it than through node:http. */
  readonly fetch?: typeof fetch | undefined
}

/** What a session shares with others. */
export interface Shared {
  readonly options: HostOptions
  readonly directory: Directory
  readonly connections: Connections
  readonly languageServers: SharedServers
  /** The same for every session with a prompt in that language: described once. */
  specs(language: PromptLanguage): Promise<readonly DescribedTool[]>
}

export interface Composed {
  readonly id: string
  readonly engine: Engine
  /** When the session has ended. */
  afterwards?(): Promise<void>
}

/** From a request, settings and environment to a conversation: the one place where all values meet. */
export const compose = async (given: OpenRequest, shared: Shared): Promise<Composed> => {
  const { start } = shared.directory
  const warn: Warn = text => given.warn?.(text)
  const overrides = withInitialize(given)
  const gathered = shared.directory.gather(overrides, given.env)
  await warnOfSettings(gathered, start, warn)
  checkVersion(shared.options.version, gathered, warn)
  const request = { ...given, overrides, env: await withPrograms(given.env, gathered, start) }
  const env = { ...request.env, ...gathered.settings.env }
  const early = given.cwd === undefined ? shared.options.git : undefined
  const git = chooseGit(request, gathered, { cwd: start.cwd, env, git: early })
  const said = standingIn(request, environmentOf(env, { gathered, start, warn }))
  const providers = await providersOf({
    ...shared.directory,
    start,
    ...{ request, environment: said, gathered, connections: shared.connections },
    version: shared.options.version,
  })
  const environment = providers?.environment ?? said
  const directories = { ...start, ...sessionEnvironment(overrides, { ...start, env, gathered, providers }) }
  const { version } = shared.options
  const language = promptLanguageOf(gathered.settings)
  const session = await openSession(request, { start, env, version, language, warn })
  const place = {
    ...directories,
    taskListDir: join(start.configHome, 'tasks', session.id),
    scratchpadDir: scratchpadDirectory({ session, place: directories }),
    ...(gathered.settings.fileCheckpointingEnabled === false
      ? {}
      : historyOf(request.session, { configHome: start.configHome, env, sessionId: session.id })),
    ...chooseMemory(
      { options: overrides, persist: request.session.persist ?? true, env, settings: gathered.settings },
      directories,
      warn,
    ),
  }
  try {
    const known = { request, shared, gathered, env, environment, providers }
    return await composeIn({ ...known, place, session, git, warn })
  } catch (error) {
    // Whoever asks again must find the session free.
    await session[Symbol.asyncDispose]()
    throw error
  }
}

interface Composing {
  readonly request: OpenRequest
  readonly shared: Shared
  readonly gathered: Gathered
  /** With what settings add. */
  readonly env: Env
  readonly environment: EnvironmentOptions
  readonly providers: Providers | undefined
  readonly place: SessionEnvironment
  readonly session: EngineConfig['session']
  readonly git: Pick<EngineConfig['prompt'], 'git'>
  readonly warn: Warn
}

const composeIn = async (from: Composing): Promise<Composed> => {
  const { request, shared, gathered, environment, place, session, warn } = from
  const { start } = shared.directory
  const values = valuesOf(from)
  const agent = await findMainAgent(agentWish(from), values, warn)
  const overrides = agentOverrides(request.overrides, agent, session)
  const { version } = shared.options
  if (gathered.rules.length > 0) await warnOfRules(gathered, warn)
  const log = createDebugLog(overrides, { ...start, env: request.env, sessionId: session.id, warn })
  const { models, credential } = await connectModels(
    { ...from, overrides, resumed: session.model, log },
    start,
  )
  const telemetry = await chooseTelemetry(request, { ...from, ...values, start, version, log })
  const web = chooseWeb(environment, gathered.settings, version)
  const permissions = choosePermissions({ ...request, planning: session.leftMode === 'plan' }, gathered, warn)
  tellNarrowed(session, { mode: permissions.mode, roots: place.roots }, warn)
  const language = promptLanguageOf(gathered.settings)
  const all = withWorkflowSize(await shared.specs(language), gathered.settings, language)
  const found = { ...values, models, web, permissions, specs: all, language }
  const choice = await chooseTools({ ...from, options: overrides, ...found })
  const sandbox = await sandboxOf(from, web.proxy)
  const specs = await withSandbox(all, sandbox, language)
  const prompt = await readPromptSettings(request, gathered, { ...promptAt(from), ...values })
  const at = { ...start, env: from.env, version, proxy: web.proxy, bridge: shared.options.bridge }
  const servers = await chooseServers(request, { gathered, environment }, at)
  const config: EngineConfig = {
    place,
    session,
    models: watchedBy(telemetry, models),
    permissions,
    servers,
    ...values,
    teams: await withMember(values.teams),
    limits: limitsOf(overrides, environment, gathered),
    credential,
    web,
    worktree: { ...gathered.settings.worktree, trusted: gathered.trusted },
    hookChoice: chooseHooks(request, gathered, { ...environment, proxy: web.proxy }),
    ...(sandbox ? { sandbox } : {}),
    ...(await chooseTryFirst(gathered, sandboxPlace(from, web.proxy), warn)),
    ...(telemetry ? { watch: telemetry.watch } : {}),
    runtime: runtimeOf(log),
    prompt: { ...prompt, ...from.git },
    tools: createToolbox(specs, choice),
    ...(choice.small ? forSmallWindow({ prompt: { ...prompt, ...from.git }, ...values }) : {}),
  }
  // What the session says of itself names its plugins.
  await config.extensions?.list()
  const create = request.presentations ? await loadPresented() : createEngine
  const whole = await withRemoteHosts(config, from)
  const made = create(await asAgent(whole, agent, warn), session => [createMainAgent(session)])
  const engine = await openEngine(made, { overrides: request.overrides, session, warn }, from)
  return endingWith(telemetry, { id: session.id, ...afterwardsOf(from, config.runtime), engine })
}

/** Only who shows calls pays for it. */
const loadPresented = async (): Promise<typeof createEngine> =>
  (await import('../engine/presentations/presented-engine.ts')).createPresentedEngine

const agentWish = ({ request, gathered, session }: Composing): AgentSources => ({
  flag: request.overrides.agent,
  resumed: session.agent,
  setting: gathered.settings.agent,
})

type Proxy = ReturnType<typeof chooseWeb>['proxy']

const sandboxPlace = ({ shared: { directory, options } }: Composing, proxy: Proxy) => ({
  ...directory.start,
  proxy,
  bridge: options.bridge,
})

const sandboxOf = async (from: Composing, proxy: Proxy): ReturnType<typeof required> => {
  const wish = chooseSandbox(from.gathered.settings.sandbox, sandboxPlace(from, proxy))
  return await required(wish, () => from.shared.directory.probe(probeOf(wish, from.place)))
}

const afterwardsOf = (
  { gathered, place, shared }: Composing,
  runtime: EngineConfig['runtime'],
): Pick<Composed, 'afterwards'> => {
  const { cleanupPeriodDays: days } = gathered.settings
  return days === undefined
    ? {}
    : { afterwards: () => cleanUp({ ...place, ...shared.directory.start }, days, runtime) }
}

const promptAt = ({ request, shared, warn }: Composing) => ({
  ...shared.directory.start,
  env: request.env,
  warn,
})

/** With the directories of programs of plugins, where the person allowed them. */
const withPrograms = async (env: Env, { plugins }: Gathered, { configHome }: Start): Promise<Env> => {
  if (!wantsPlugins(plugins)) return env
  const { programsOf } = await import('./plugins/programs-of.ts')
  return programsOf(env, plugins, configHome)
}

const cleanUp = async (
  at: { readonly configHome: string; readonly memoryDirectory?: string },
  days: number,
  runtime: EngineConfig['runtime'],
): Promise<void> => {
  const { removeOldLogs, removeOldSessions } = await import('./session/clean-up.ts')
  removeOldSessions(at.configHome, days, runtime)
  removeOldLogs(at, days, runtime)
}

const teamsOf = ({ request, shared, gathered, env, environment }: Composing): TeamChoice =>
  chooseTeams(gathered.settings, request.env, {
    ...shared.directory.start,
    list: environment.taskListId,
    teammate: request.teammate,
    overrides: request.overrides,
    interactive: request.interactive,
    oneShot: request.oneShot,
    ...(shared.options.teammate ? { program: shared.options.teammate() } : {}),
    all: env,
  })

/** What follows from request, settings and environment without a further question. */
const valuesOf = (from: Composing) => {
  const { request, shared, gathered, env, environment, place } = from
  const { start } = shared.directory
  const teams = teamsOf(from)
  return {
    ...chooseCoordinator(from, wantedAgent(agentWish(from))),
    ...{ hooks: gathered.hooks, teams },
    ...(request.scripts ? { scripts: request.scripts } : {}),
    agents: chooseAgents(request.overrides, environment, gathered),
    ...chooseKeeping(withWindow(environment, request.overrides), gathered, {
      configHome: start.configHome,
      oneShot: request.oneShot ?? false,
      suggestions: request.overrides.promptSuggestions ?? false,
    }),
    ...chooseInstructions(request.overrides, gathered, {
      ...start,
      roots: place.roots,
      env,
      interactive: request.interactive ?? false,
    }),
    ...chooseLanguageServers(request.overrides, gathered, shared.languageServers),
    ...chooseEditor(request, { ...start, ...gathered, version: shared.options.version }),
    skills: chooseSkills(request.overrides, gathered, { configHome: start.configHome, env: environment }),
    extensions: chooseExtensions(request.overrides, gathered, {
      ...start,
      roots: place.roots,
      env,
      again: () => shared.directory.gather(request.overrides, request.env).plugins,
    }),
    ...attending(request, teams),
    ...lentBy(request, shared.options),
    ...{ ...choosePullRequests(from, shared), shell: chooseShell(environment, gathered) },
    ...chooseScreens(request.overrides, gathered, { ...start, env }),
    ...chooseSchedules(request.overrides, gathered, { ...start, env }),
    ...chooseAssistant(from, start.configHome),
    ...{ ...chosenOnly(environment, gathered), ...chooseDeciding(gathered, start, request.overrides) },
    ...{ settings: settingsOf(request, gathered, shared.directory), cacheLint: environment.cacheLint },
  }
}

/** What a person at a screen sees and may do beside what a program can. */
const attending = (
  { partials = false, interactive = false, wakes = interactive, oneShot, editor, terminal }: OpenRequest,
  { member }: TeamChoice,
): Pick<EngineConfig, 'partials' | 'queued'> & Partial<EngineConfig> => ({
  ...(editor ? { editor } : {}),
  ...(terminal ? { terminal } : {}),
  partials: partials || interactive,
  queued: interactive ? 'attach' : 'next-turn',
  // A member is woken by its team.
  wake: wakes || member !== undefined,
  // One that ends with its answer looks for news itself, within its ceiling.
  wakeForUrgent: oneShot !== true,
})

const openSession = async (
  request: OpenRequest,
  at: Pick<PrepareOptions, 'version' | 'language'> & {
    readonly start: Start
    readonly env: Env
    readonly warn: Warn
  },
): ReturnType<typeof prepareSession> => {
  const session = await prepareSession(request.session, {
    ...at.start,
    ...{ version: at.version, language: at.language },
    entrypoint: entrypointOf(request, at.env),
    newId: randomUUID,
    onError: error => at.warn(asLocalized(describeError(error))),
    onNotice: at.warn,
    ...(request.replica ? { replica: request.replica } : {}),
  })
  for (const note of session.notes) at.warn(asLocalized(note))
  if (session.unfinished !== undefined && !request.showsTranscript) at.warn(session.unfinished)
  return session
}

const settingsOf = (
  { overrides, env }: OpenRequest,
  gathered: Gathered,
  directory: Directory,
): NonNullable<EngineConfig['settings']> =>
  createSettingsPort({
    options: overrides,
    gathered,
    env,
    cwd: directory.start.cwd,
    directory: path => realDirectory(directory.start, path),
    watch: options => directory.watch(options),
    policy: () => directory.start.policy,
    writes: directory.writes,
    bypassRefused: settings => bypassRefused({ settings }, env, overrides),
    autoRefused: settings => autoRefused({ settings }),
    remember: { newId: randomUUID, now: () => Date.now() },
  })
