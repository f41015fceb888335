import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { variable } from '../host/environment.ts'
import type { OpenRequest, Overrides, PromptOverrides, SessionChoice } from '../protocol/host.ts'
import { cliText } from '../protocol/messages/cli/cli.ts'
import { describeCause } from '../protocol/system-error.ts'
import { windowOf } from './args/check-options.ts'
import type { RunOptions } from './args/run-options.ts'
import { ExitError } from './exit-error.ts'
import type { Process } from './process.ts'

/** What a command line asks for, as a session is opened with it. Reads the files it names for the prompt. */
export const openRequestOf = (options: RunOptions, from: Process): OpenRequest => ({
  env: from.env,
  session: sessionOf(options),
  overrides: { ...overridesOf(options), ...followedName(options, from) },
  prompt: promptOf(options),
  oneShot: options.print && options.inputFormat !== 'stream-json',
  // A host stays and reads on: the end of background work is news for it too.
  ...(options.inputFormat === 'stream-json' ? { wakes: true } : {}),
  canAsk: options.permissionPromptTool !== undefined && options.permissionPrompts !== 'none',
  // Thoughts are counted in a stream while they come, whether or not their words are passed on.
  partials: options.includePartialMessages || options.outputFormat === 'stream-json',
  recorded: { argv: from.argv, ...(options.prompt === undefined ? {} : { prompt: options.prompt }) },
  ...(from.cwd === undefined ? {} : { cwd: from.cwd }),
  ...(from.model ? { model: from.model } : {}),
  ...(from.vendor === undefined ? {} : { vendor: from.vendor }),
})

/** Everything that goes before settings and environment. */
export const overridesOf = ({
  addDir,
  trust,
  inputFormat,
  disableSlashCommands,
  assistant,
  remoteControl,
  rc = remoteControl,
  safeMode,
  restricted,
  browser,
  chrome = browser,
  noChrome,
  computer,
  systemPromptSnapshot,
  agents,
  promptSuggestions,
  excludeDynamicSystemPromptSections,
  autocompact,
  channels = [],
  dangerouslyLoadDevelopmentChannels = [],
  ...options
}: RunOptions): Overrides => ({
  ...pick(options, NAMES),
  ...channelsOf([...channels, ...dangerouslyLoadDevelopmentChannels]),
  directories: addDir,
  ...(disableSlashCommands ? { disableSlashCommands } : {}),
  ...(assistant ? { assistant } : {}),
  ...(typeof rc === 'string' && options.name === undefined ? { name: rc } : {}),
  ...(noChrome ? { browser: false } : chrome ? { browser: true } : {}),
  ...(computer ? { computer } : {}),
  ...(safeMode ? { safeMode } : {}),
  ...(restricted ? { restricted } : {}),
  ...(systemPromptSnapshot === 'off' ? { freshPrompt: true } : {}),
  ...agentsOf(agents),
  ...(promptSuggestions ? { promptSuggestions } : {}),
  ...(excludeDynamicSystemPromptSections ? { excludeDynamicSections: true } : {}),
  ...(autocompact === undefined ? {} : { autocompact: windowOf(autocompact) }),
  // Whoever speaks the control protocol has made that decision itself.
  trust: trust || inputFormat === 'stream-json',
})

/** A session that others follow and nobody named, and that begins here, can be told apart by where it runs. */
const followedName = (options: RunOptions, { env }: Process): Pick<Overrides, 'name'> => {
  const { remoteControl, rc = remoteControl, name, remoteControlSessionNamePrefix: given } = options
  const prefix = (given ?? variable(env, 'CLAUDE_REMOTE_CONTROL_SESSION_NAME_PREFIX'))?.trim()
  if (rc !== true || name !== undefined || !prefix || options.continue || options.resume !== undefined)
    return {}
  return { name: `${prefix}-${randomUUID().slice(0, 4)}` }
}

const channelsOf = (channels: readonly string[]): Pick<Overrides, 'channels'> =>
  channels.length > 0 ? { channels } : {}

/** JSON, or a file of it. */
const agentsOf = (given: string | undefined): Pick<Overrides, 'agents'> => {
  if (given === undefined) return {}
  return { agents: given.trimStart().startsWith('{') ? given : (readText('--agents', given) ?? '') }
}

/** The same under both names. */
const NAMES = [
  'model',
  'fallbackModel',
  'advisor',
  'remote',
  'effort',
  'thinking',
  'maxThinkingTokens',
  'thinkingDisplay',
  'betas',
  'maxTurns',
  'maxBudgetUsd',
  'waitForLimit',
  'tokenBudget',
  'taskBudget',
  'permissionMode',
  'enableAutoMode',
  'allowedTools',
  'disallowedTools',
  'tools',
  'pluginDir',
  'pluginDirNoMcp',
  'pluginUrl',
  'jsonSchema',
  'bare',
  'init',
  'maintenance',
  'agent',
  'appendSubagentSystemPrompt',
  'settings',
  'settingSources',
  'managedSettings',
  'projectConfigRoot',
  'mcpConfig',
  'strictMcpConfig',
  'ide',
  'name',
  'record',
  'replay',
  'worktree',
  'teammateMode',
  'debug',
  'debugFile',
  'file',
] as const satisfies readonly (keyof Overrides & keyof RunOptions)[]

const pick = <T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.flatMap(name => (from[name] === undefined ? [] : [[name, from[name]]]))) as Pick<
    T,
    K
  >

const sessionOf = (options: RunOptions): SessionChoice => {
  const { resume, sessionId, resumeSessionAt, resumeDropsTurn } = options
  const keeping = {
    persist: !options.noSessionPersistence,
    // Nobody goes on in another session than the one they named, or in a copy of it, without having said so.
    whenBusy: options.takeOver ? ('take_over' as const) : ('refuse' as const),
    ...(sessionId === undefined ? {} : { id: sessionId }),
  }
  if (resume === true) throw new ExitError(2, cliText('resume_needs_id'))
  if (resume === undefined && !options.continue) return { kind: 'new', ...keeping }
  return {
    kind: options.forkSession ? 'fork' : 'resume',
    which: resume ?? { newest: true },
    ...(resumeSessionAt === undefined ? {} : { at: resumeSessionAt }),
    ...(resumeDropsTurn === undefined ? {} : { dropsTurn: resumeDropsTurn }),
    ...keeping,
  }
}

/** The system prompt as the command line wants it. */
export const promptOf = (options: RunOptions): PromptOverrides => {
  const custom = options.systemPrompt ?? readText('--system-prompt-file', options.systemPromptFile)
  const append =
    options.appendSystemPrompt ?? readText('--append-system-prompt-file', options.appendSystemPromptFile)
  return { ...(custom === undefined ? {} : { custom }), ...(append === undefined ? {} : { append }) }
}

const readText = (flag: string, path: string | undefined): string | undefined => {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ExitError(1, cliText('cannot_read', { flag, path, error: describeCause(error) }))
  }
}
