import { randomUUID } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { release } from 'node:os'
import { join, resolve } from 'node:path'
import type { RunOptions } from '../cli/args/run-options.ts'
import { ExitError } from '../cli/exit-error.ts'
import type { EngineConfig, Place } from '../engine/config.ts'
import { createEngine } from '../engine/engine.ts'
import type { ReadGit } from '../engine/prompt/git-snapshot.ts'
import { errorText } from '../lib/error-text.ts'
import { resolveReal } from '../lib/paths.ts'
import type { InitializeFields } from '../protocol/control/inbound.ts'
import type { Engine } from '../protocol/engine.ts'
import type { Model } from '../protocol/model.ts'
import type { PermissionMode } from '../protocol/permission.ts'
import { chooseContext } from './choose-context.ts'
import { chooseInstructions } from './choose-instructions.ts'
import { chooseMemory } from './choose-memory.ts'
import { chooseModels } from './choose-models.ts'
import { chooseSandbox, required, withSandbox } from './choose-sandbox.ts'
import { chooseTools } from './choose-tools.ts'
import { chooseWeb } from './choose-web.ts'
import { connect } from './connect.ts'
import { createDebugLog } from './debug-log.ts'
import { type Env, type EnvironmentOptions, isOn, readEnvironment, variable } from './environment.ts'
import { findHomes } from './find-homes.ts'
import { findGitRoot, type Gathered, gatherSettings } from './gather-settings.ts'
import { prepareSession } from './prepare-session.ts'
import { chooseGit, readPromptSettings, withHostPrompt } from './prompt-texts.ts'
import { createSettingsPort } from './settings-port.ts'
import { withStoredCredentials } from './stored-credentials.ts'
import { createToolbox, readToolSpecs, structuredTool } from './toolbox.ts'

/** Everything about this process that a run depends on. */
export interface Process {
  readonly env: Env
  readonly version: string
  /** As given, for a recording. */
  readonly argv: readonly string[]
  /** Stands in for the provider: the demo and tests bring their own. */
  readonly model?: Model
  /** Whom that model stands in for: the vendor's own service, or another. Decides what is offered to it. */
  readonly vendor?: boolean
  /** Where to work; the process's own directory when absent. */
  readonly cwd?: string
  /** What git says was asked for already. */
  readonly git?: ReadGit
  /** A person sits at a screen of ours: can be asked, sees text as it comes, may speak in between. */
  readonly interactive?: boolean
}

export interface Composed {
  readonly engine: Engine
  /** Takes up what a host says before the first turn. */
  onInitialize(fields: InitializeFields): Promise<void>
}

/** From options, settings and environment to a conversation: the one place where all values meet. */
export const compose = async (
  given: RunOptions,
  from: Process,
  warn: (text: string) => void,
): Promise<Composed> => {
  const start = findPlace(from)
  const options = { ...given, bare: given.bare || isOn(from.env, 'CLAUDE_CODE_SIMPLE') }
  const gathered = gatherSettings(options, { ...start, env: from.env })
  for (const warning of gathered.warnings) warn(warning)
  const env = { ...from.env, ...gathered.settings.env }
  const git = chooseGit(options, gathered, { ...start, env, from })
  const environment = standingIn(from, environmentOf(env, { gathered, start, warn }))
  const directories = { ...start, ...placeOf(options, { ...start, env, gathered }) }
  const session = await openSession({ options, from, env }, start, warn)
  const place = {
    ...directories,
    taskListDir: join(start.configHome, 'tasks', environment.taskListId ?? session.id),
    ...historyOf(options, { configHome: start.configHome, env, sessionId: session.id }),
    ...chooseMemory({ options, env, settings: gathered.settings }, directories, warn),
  }
  if (gathered.rules.length > 0) await warnOfRules(gathered, place, warn)
  const log = createDebugLog(options, { configHome: start.configHome, sessionId: session.id, warn })
  const connected = await connect({ options, environment, gathered, from, ...(log ? { log } : {}) }, place)
  const models = chooseModels(
    { options, env: environment, settings: gathered.settings, resumed: session.model, warn },
    connected.model,
  )
  const web = chooseWeb(environment, gathered.settings, from.version)
  const permissions = permissionsOf({ options, gathered, from }, warn)
  const choice = await chooseTools({ options, gathered, environment, web, permissions })
  const wish = chooseSandbox(gathered.settings.sandbox, { ...start, proxy: web.proxy })
  const sandbox = await required(wish, place)
  const specs = withSandbox(await readToolSpecs(), sandbox)
  const prompt = await readPromptSettings(options, gathered, { ...start, env: from.env, warn })
  const adjustable = { prompt: { ...prompt, ...git }, tools: createToolbox(specs, choice) }
  const config: EngineConfig = {
    place,
    session,
    models,
    permissions,
    hooks: gathered.hooks,
    limits: limitsOf(options, environment, gathered),
    ...keepingOf(environment, gathered, start),
    ...chooseInstructions(options, gathered, { ...from, ...start, roots: place.roots, env }),
    ...attending(options, from),
    credential: connected.credential,
    shell: environment.shell,
    ...chosenOnly(environment, gathered),
    web,
    ...(sandbox ? { sandbox } : {}),
    ...decidingOf(gathered, start),
    settings: settingsOf({ options, gathered, from }, start),
    cacheLint: environment.cacheLint,
    means: meansOf(log),
    get prompt() {
      return adjustable.prompt
    },
    get tools() {
      return adjustable.tools
    },
  }
  return {
    engine: await openEngine(config, options),
    async onInitialize(fields) {
      adjustable.prompt = withHostPrompt(adjustable.prompt, fields)
      if (fields.jsonSchema !== undefined)
        adjustable.tools = createToolbox(specs, {
          ...choice,
          structured: await structuredTool(JSON.stringify(fields.jsonSchema)),
        })
    },
  }
}

/** Nothing is sent there: what counts is only whether it is the vendor's. */
const standingIn = ({ model, vendor }: Process, environment: EnvironmentOptions): EnvironmentOptions =>
  model === undefined || vendor === undefined
    ? environment
    : { ...environment, baseUrl: vendor ? undefined : 'http://127.0.0.1' }

/** What the environment says, and the key that was stored when it has none. */
const environmentOf = (
  env: Env,
  at: { readonly gathered: Gathered; readonly start: Start; warn(text: string): void },
): EnvironmentOptions =>
  withStoredCredentials(readEnvironment(env), {
    configHome: at.start.configHome,
    helper: at.gathered.settings.apiKeyHelper,
    warn: at.warn,
  })

/** What a person at a screen sees and may do beside what a program can. */
const attending = (
  { includePartialMessages }: RunOptions,
  { interactive = false }: Process,
): Pick<EngineConfig, 'partials' | 'queued' | 'wake' | 'releaseNotes'> => ({
  partials: includePartialMessages || interactive,
  queued: interactive ? 'attach' : 'next-turn',
  wake: interactive,
  releaseNotes: async () => (await import('../cli/release-notes.ts')).readReleaseNotes(),
})

/** How the conversation is kept small, and what is kept of it. */
const keepingOf = (
  environment: EnvironmentOptions,
  { settings }: Gathered,
  { configHome }: Start,
): Pick<EngineConfig, 'autoCompact' | 'context' | 'memory' | 'asides'> => ({
  autoCompact: !environment.autoCompactOff && settings.autoCompactEnabled !== false,
  context: chooseContext(environment, settings, configHome),
  memory: { background: !environment.backgroundOff },
  // Each costs a call: only for those who want it.
  asides: { suggestions: settings.promptSuggestionEnabled === true },
})

const decidingOf = (gathered: Gathered, start: Start): Pick<EngineConfig, 'review' | 'plans'> => ({
  review: gathered.settings.autoMode ? { rules: gathered.settings.autoMode } : {},
  plans: plansOf(gathered, start),
})

const openSession = async (
  { options, from, env }: { options: RunOptions; from: Process; env: Env },
  start: Start,
  warn: (text: string) => void,
): ReturnType<typeof prepareSession> => {
  const session = await prepareSession(options, {
    ...start,
    version: from.version,
    entrypoint: variable(env, 'CLAUDE_CODE_ENTRYPOINT') ?? 'sdk-cli',
    newId: randomUUID,
    onError: error => warn(errorText(error)),
    onNotice: warn,
  })
  for (const note of session.notes) warn(note)
  return session
}

const openEngine = async (config: EngineConfig, options: RunOptions): Promise<Engine> => {
  const engine = createEngine(config)
  if (options.name !== undefined) await engine.send({ type: 'set_title', title: options.name })
  // What was chosen by hand belongs to the session: a later resume goes on with it.
  if (options.model !== undefined) await engine.send({ type: 'set_model', model: options.model })
  if (options.effort !== undefined) await engine.send({ type: 'set_effort', effort: options.effort })
  return engine
}

/** What is absent unless somebody chose it. */
const chosenOnly = (
  { readTokens }: EnvironmentOptions,
  { settings: { secrets } }: Gathered,
): Pick<EngineConfig, 'readTokens' | 'secrets'> => ({
  ...(readTokens === undefined ? {} : { readTokens }),
  ...(secrets ? { secrets } : {}),
})

const meansOf = (log: ((line: string) => void) | undefined): EngineConfig['means'] => ({
  now: () => new Date(),
  newId: randomUUID,
  elapsed: () => performance.now(),
  ...(log ? { log } : {}),
})

/** Rules that cannot be read count for nothing: that must be known before they are relied on. */
const warnOfRules = async (gathered: Gathered, place: Place, warn: (text: string) => void): Promise<void> => {
  const { ruleWarnings } = await import('../features/permissions/permissions.ts')
  const { cwd, home, roots, caseSensitive } = place
  const policy = { mode: 'default', rules: gathered.rules, cwd, home, roots, caseSensitive } as const
  for (const warning of ruleWarnings(policy)) warn(warning)
}

interface Start {
  readonly cwd: string
  readonly home: string
  readonly configHome: string
}

export const findPlace = ({ env, cwd }: Process): Start => {
  const { home, configHome } = findHomes(env)
  // First of all: without a directory to stand in no relative path means anything.
  const here = findDirectory(cwd)
  return { cwd: here, home, configHome: resolve(configHome) }
}

const findDirectory = (cwd: string | undefined): string => {
  try {
    return realpathSync.native(cwd ?? process.cwd())
  } catch (error) {
    throw new ExitError(
      1,
      `The current directory cannot be used (${errorText(error)}). Was it deleted or moved? Change to one that exists.`,
    )
  }
}

export const placeOf = (
  options: RunOptions,
  at: Start & { readonly env: Env; readonly gathered: Gathered },
): Place => {
  const fromSettings = at.gathered.settings.permissions?.additionalDirectories ?? []
  const extra = [...options.addDir, ...fromSettings].map(dir => realDirectory(at, dir))
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(at.env)) if (value !== undefined) env[name] = value
  return {
    cwd: at.cwd,
    home: at.home,
    roots: [...new Set([at.cwd, ...extra])],
    platform: process.platform,
    osVersion: release(),
    shell: at.env['SHELL'] || 'bash',
    caseSensitive: process.platform !== 'darwin' && process.platform !== 'win32',
    isGitRepo: findGitRoot(at.cwd) !== undefined,
    env,
    secretNames: [],
    outputDir: join(at.configHome, 'tool-output'),
    spendingDir: join(at.configHome, 'spending'),
  }
}

/** Where copies of changed files are kept, if they are. */
export const historyOf = (
  options: RunOptions,
  at: { readonly configHome: string; readonly env: Env; readonly sessionId: string },
): Pick<Place, 'historyDir'> =>
  options.noSessionPersistence || isOn(at.env, 'CLAUDE_CODE_DISABLE_FILE_CHECKPOINTING')
    ? {}
    : { historyDir: join(at.configHome, 'file-history', at.sessionId) }

const realDirectory = (at: Start, dir: string): string => {
  const path = resolve(at.cwd, dir.replace(/^~(?=\/|$)/, at.home))
  const real = resolveReal(path)
  if (!real.ok || !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new ExitError(
      1,
      `${dir} is not a directory, so it cannot be a working directory (--add-dir or "additionalDirectories").`,
    )
  return real.real
}

const settingsOf = (
  { options, gathered, from }: { options: RunOptions; gathered: Gathered; from: Process },
  start: Start,
): NonNullable<EngineConfig['settings']> =>
  createSettingsPort({
    options,
    gathered,
    env: from.env,
    cwd: start.cwd,
    directory: path => realDirectory(start, path),
    bypassRefused: settings => bypassRefused({ settings }, from.env),
    autoRefused: settings => autoRefused({ settings }),
  })

const plansOf = (gathered: Gathered, { configHome }: Start): NonNullable<EngineConfig['plans']> => {
  const wanted = gathered.settings.plansDirectory
  return { own: join(configHome, 'plans'), ...(wanted === undefined ? {} : { wanted }) }
}

const permissionsOf = (
  { options, gathered, from }: { options: RunOptions; gathered: Gathered; from: Process },
  warn: (text: string) => void,
): EngineConfig['permissions'] => {
  const refused = bypassRefused(gathered, from.env)
  const noAuto = autoRefused(gathered)
  return {
    mode: chooseMode({ options, gathered, from }, warn),
    rules: gathered.rules,
    canAsk: from.interactive || options.permissionPromptTool === 'stdio',
    ...(refused === undefined ? {} : { bypassRefused: refused }),
    ...(noAuto === undefined ? {} : { autoRefused: noAuto }),
  }
}

/** A mode that cannot be had becomes the stricter `default`, and that is said; bypass as root is refused altogether. */
export const chooseMode = (
  { options, gathered, from }: { options: RunOptions; gathered: Gathered; from: Process },
  warn: (text: string) => void,
): PermissionMode => {
  const wanted = options.permissionMode ?? gathered.settings.permissions?.defaultMode ?? 'default'
  const noAuto = wanted === 'auto' ? autoRefused(gathered) : undefined
  if (noAuto !== undefined) {
    warn(`${noAuto} Going on in mode default.`)
    return 'default'
  }
  if (wanted !== 'bypassPermissions') return wanted
  if (isBypassDisabled(gathered)) {
    warn(`${BYPASS_DISABLED} Going on in mode default.`)
    return 'default'
  }
  const refused = bypassRefused(gathered, from.env)
  if (refused !== undefined) throw new ExitError(1, refused)
  return wanted
}

const autoRefused = ({ settings }: Pick<Gathered, 'settings'>): string | undefined =>
  settings.permissions?.disableAutoMode === 'disable'
    ? 'Auto mode is switched off by settings ("disableAutoMode").'
    : undefined

const BYPASS_DISABLED = 'Bypassing permissions is switched off by settings ("disableBypassPermissionsMode").'

const isBypassDisabled = (gathered: Pick<Gathered, 'settings'>): boolean =>
  gathered.settings.permissions?.disableBypassPermissionsMode === 'disable'

const bypassRefused = (gathered: Pick<Gathered, 'settings'>, env: Env): string | undefined => {
  if (isBypassDisabled(gathered)) return BYPASS_DISABLED
  const root = process.getuid?.() === 0 && env['IS_SANDBOX'] !== '1'
  return root
    ? 'Permissions cannot be bypassed as root outside a sandbox. Set IS_SANDBOX=1 if this machine is one.'
    : undefined
}

const limitsOf = (
  options: RunOptions,
  env: EnvironmentOptions,
  { settings: { budgets }, fixedBudgets }: Gathered,
): EngineConfig['limits'] => {
  const maxTurns = options.maxTurns ?? env.maxTurns
  return {
    maxParallelTools: env.maxParallelTools ?? 10,
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(budgets ? { budgets } : {}),
    ...(fixedBudgets ? { fixedBudgets } : {}),
    ...(options.maxBudgetUsd === undefined ? {} : { maxBudgetUsd: options.maxBudgetUsd }),
    ...(env.maxOutputTokens === undefined ? {} : { maxOutputTokens: env.maxOutputTokens }),
  }
}
