import { randomUUID } from 'node:crypto'
import { fstatSync } from 'node:fs'
import { join } from 'node:path'
import type { HeadlessIo, HeadlessOptions } from '../frontends/headless/headless-options.ts'
import { runHeadless } from '../frontends/headless/run-headless.ts'
import { isOn, variable } from '../host/environment.ts'
import { findHomes } from '../host/find-homes.ts'
import { startGitHere } from '../host/git/start-git.ts'
import { signalCode } from '../lib/process/signal-code.ts'
import { HostError } from '../protocol/host.ts'
import { cliText } from '../protocol/messages/cli/cli.ts'
import { sessionText } from '../protocol/messages/host/sessions.ts'
import type { Localize, Text, Warn } from '../protocol/messages/localized-text.ts'
import type { RunOptions } from './args/run-options.ts'
import { joinPrompt, readStdin } from './args/stdin.ts'
import { createHost } from './create-host.ts'
import { ExitError } from './exit-error.ts'
import { limitHeapGrowth } from './limit-heap-growth.ts'
import { openRequestOf, overridesOf, promptOf } from './open-request.ts'
import type { Process } from './process.ts'
import { listenForSignals, terminalIo } from './terminal.ts'

/** One headless run in this process's own directory. Git is asked first: it works while everything else is made. */
export const startRun = async (options: RunOptions, from: Process): Promise<number> => {
  const git = startGitHere({ env: from.env, overrides: overridesOf(options), prompt: promptOf(options) })
  return await run(options, git ? { ...from, git } : from)
}

/** One headless run from options to exit code. */
export const run = async (options: RunOptions, from: Process): Promise<number> => {
  if (options.rewindFiles !== undefined) {
    const { rewindFiles } = await import('./rewind/rewind-files.ts')
    return await rewindFiles(options, options.rewindFiles, from)
  }
  if (options.initOnly) {
    const { initOnly } = await import('./init-only.ts')
    return await initOnly(options, from)
  }
  limitHeapGrowth()
  const signal = listenForSignals()
  const io = terminalIo(signal, 'foreign')
  await using speaker = createSpeaker({ env: from.env, settings: options.settings }, io)
  const prompt = await readPrompt(options, speaker.say, signal)
  return await converse({ options, ...(prompt === undefined ? {} : { prompt }) }, from, io)
}

/** What was asked for, once it is known: the prompt of the command line and of a pipe, if there is one. */
interface Asked {
  readonly options: RunOptions
  readonly prompt?: string
}

/** One headless conversation over these streams; nothing of this process is read or changed but what `from` says. */
export const converse = async (
  { options, prompt }: Asked,
  from: Process,
  io: HeadlessIo,
): Promise<number> => {
  const asked = prompt === undefined ? options : { ...options, prompt }
  await using speaker = createSpeaker({ env: from.env, settings: options.settings }, io)
  await using host = from.openHost?.() ?? createHost(from)
  const request = { ...openRequestOf(asked, from), warn: speaker.say }
  const ceiling = variable(from.env, 'CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS')
  const commands = variable(from.env, 'CLAUDE_CODE_PRINT_BG_COMMAND_WAIT_MS')
  return await runHeadless({
    open: async (initialize, driver) => {
      try {
        return await host.open({ ...request, ...(initialize ? { initialize } : {}), ...driver })
      } catch (error) {
        throw withWaysOn(error)
      }
    },
    async suggestFiles(query, most, signal) {
      const { suggestFiles } = await import('./suggest-files.ts')
      return await suggestFiles({ query, most, signal }, from)
    },
    io,
    localize: speaker.localize,
    ids: randomUUID,
    now: () => Date.now(),
    options: {
      ...pickHeadless(options),
      version: from.version,
      ...(ceiling === undefined ? {} : { backgroundCeilingMs: ceiling }),
      ...(commands === undefined ? {} : { backgroundCommandMs: commands }),
      ...exitAfter(from.env),
      ...(prompt === undefined ? {} : { prompt }),
      ...(options.sessionMirror ? { sessionMirror: mirrorOf(from.env) } : {}),
      sessionStates: isOn(from.env, 'CLAUDE_CODE_SDK_READS_SESSION_STATE'),
      startupFailureResults: isOn(from.env, 'CLAUDE_CODE_STARTUP_FAILURE_RESULTS'),
    },
  })
}

/** Says what people read in their language, one sentence after the other; all is said when it is disposed of. */
const createSpeaker = (
  { env, settings }: { readonly env: Process['env']; readonly settings: string | undefined },
  io: Pick<HeadlessIo, 'writeError'>,
) => {
  let said: Promise<void> = Promise.resolve()
  const localize = async (): Promise<Localize> =>
    (await import('./in-ui-language.ts')).localizeFor({ ...env }, settings)
  const say = (text: Text): void => {
    said = said.then(async () => io.writeError((await localize())(text)))
  }
  return { localize, say, [Symbol.asyncDispose]: () => said }
}

/** Milliseconds; what is no number does not end anything. */
const exitAfter = (env: Process['env']): Pick<HeadlessOptions, 'exitAfterMs'> => {
  const ms = Number(variable(env, 'CLAUDE_CODE_EXIT_AFTER_STOP_DELAY') ?? Number.NaN)
  return Number.isFinite(ms) && ms >= 0 ? { exitAfterMs: Math.min(ms, 2 ** 31 - 1) } : {}
}

/** A host that keeps session files looks for them where programs of this family have them. */
const mirrorOf = (env: Process['env']): NonNullable<HeadlessOptions['sessionMirror']> => {
  const { home, configHome } = findHomes(env)
  const known = env['CLAUDE_CONFIG_DIR'] || join(home, '.claude')
  const own = join(configHome, '/')
  return { nameOf: path => (path.startsWith(own) ? join(known, path.slice(own.length)) : path) }
}

const pickHeadless = (options: RunOptions) => ({
  inputFormat: options.inputFormat,
  outputFormat: options.outputFormat,
  verbose: options.verbose,
  includePartialMessages: options.includePartialMessages,
  includeHookEvents: options.includeHookEvents,
  replayUserMessages: options.replayUserMessages,
  forwardSubagentText: options.forwardSubagentText,
  promptSuggestions: options.promptSuggestions,
  awaitInitialize: options.awaitInitialize,
  allowBypass: options.allowDangerouslySkipPermissions || options.dangerouslySkipPermissions,
  betas: options.betas,
  ...(options.permissionPromptTool && options.permissionPrompts !== 'none'
    ? { permissionPromptTool: options.permissionPromptTool }
    : {}),
})

const readPrompt = async (
  options: RunOptions,
  warn: Warn,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (options.inputFormat === 'stream-json') return undefined
  let piped = ''
  // A terminal or the null device has nothing piped in; asking the system is cheaper than opening the stream.
  if (!fstatSync(0).isCharacterDevice()) {
    const after = (ms: number, call: () => void) => {
      const timer = setTimeout(call, ms)
      return () => clearTimeout(timer)
    }
    const input = await Promise.race([
      readStdin(process.stdin, { hasPrompt: options.prompt !== undefined, after }),
      stopped(signal),
    ])
    if (input.kind === 'too_large') throw new ExitError(1, input.message)
    if (input.kind === 'silent') warn(input.message)
    else piped = input.text
  }
  const prompt = joinPrompt(options.prompt, piped)
  // A resumed session may have stopped at a call that waits for a decision, and an agent may know how to begin.
  const begins = options.continue || options.resume !== undefined || options.agent !== undefined
  if (prompt.trim() === '' && begins) return ''
  if (prompt.trim() === '') throw new ExitError(2, cliText('no_prompt'))
  return prompt
}

/** A person who stops the program while it waits for a pipe must not have to stop it twice. */
const stopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(new ExitError(signalCode(signal.reason), cliText('stopped_at_input')))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

/** Nobody can be asked: the flags that decide are named. */
const withWaysOn = (error: unknown): unknown =>
  error instanceof HostError && error.kind === 'session_busy'
    ? new HostError(
        error.kind,
        sessionText('ways_on', {
          problem: error.localized,
          attach: ['capstan attach', error.holder?.sessionId ?? ''].join(' ').trim(),
        }),
      )
    : error
