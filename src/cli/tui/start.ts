import { existsSync } from 'node:fs'
import { MORE_KEYS, PROVIDERS } from '../../features/models/providers/index.ts'
import { type EarlyPrompt, paintEarlyPrompt } from '../../frontends/tui/early-prompt.ts'
import { preload } from '../../frontends/tui/preload/preload.ts'
import { factsFrom } from '../../frontends/tui/terminal/facts.ts'
import { openTerminalSession, type TerminalSession } from '../../frontends/tui/terminal/session.ts'
import { loadWords } from '../../frontends/tui/text/words.ts'
import { createTheme } from '../../frontends/tui/theme/create-theme.ts'
import { credentialsFile } from '../../host/credentials/stored-credentials.ts'
import { findHomes } from '../../host/find-homes.ts'
import { ownHome, profileOf } from '../../host/profiles/profile.ts'
import type { Env } from '../../protocol/host.ts'
import {
  type EarlyAppearance,
  isLightBy,
  isNewcomer,
  languageOfFlag,
  readEarlyAppearance,
  themeFor,
} from './early-appearance.ts'
import { listenForEnd } from './listen-for-end.ts'
import type { TuiOutcome } from './open-tui.ts'
import { terminalFacts } from './terminal-facts.ts'
import type { ShownOn, TuiStart } from './tui-start.ts'

/**
 * The way to the first prompt: paint it with what costs nothing, then load the rest behind it. What is typed meanwhile
 * is shown at once and handed on.
 */
export const startTui = async (start: TuiStart): Promise<number> => {
  const { code, joins } = await show(start)
  if (!joins) return code
  const { emptyOptions } = await import('../args/run-options.ts')
  const { prompt } = start.options
  const options = { ...emptyOptions(), ...(prompt === undefined ? {} : { prompt }) }
  return await startTui({ ...start, options, attached: joins })
}

const show = async (start: TuiStart): Promise<TuiOutcome> => {
  const { env } = start
  const { configHome } = findHomes(env)
  const cwd = start.cwd ?? process.cwd()
  const last = readEarlyAppearance(configHome, env)
  const look = { ...last, light: isLightBy(env['COLORFGBG']) ?? last.light }
  const { colours, screenReader } = terminalFacts(env)
  const { stop: ended, ...streams } = start.shownOn ?? ownTerminal()
  const stop = start.member ? AbortSignal.any([ended, start.member.over]) : ended
  const terminal = openTerminalSession({
    ...streams,
    facts: factsFrom(env),
    ...(start.shownOn ? {} : { jobs: JOBS }),
  })
  const restore = restoreAlways(terminal)
  const greets = isNewcomer(look) && start.demo === undefined && !isReturning(start.options)
  // Who is asked for a provider first cannot type a task yet.
  const unsigned = !start.attached && !isSignedIn(env, configHome)
  try {
    const early = paintEarlyPrompt({
      terminal,
      theme: createTheme(themeFor(look.theme, undefined, look), { colours }),
      words: await loadWords(languageOfFlag(start.options.settings, cwd) ?? look.language),
      version: start.version,
      cwd,
      home: env['HOME'] ?? '',
      plain: look.plain || screenReader,
      helped: look.helped,
      brief: !greets || unsigned,
      mode: start.options.permissionMode,
    })
    // Somebody who types as soon as there is a prompt sees the letter before anything heavy begins.
    await new Promise(resolve => setTimeout(resolve, FIRST_KEY_MS))
    await preload(breathe)
    return await go(start, { terminal, early, configHome, look, stop, greets: greets && unsigned })
  } finally {
    restore()
  }
}

const FIRST_KEY_MS = 20

const ownTerminal = (): ShownOn => ({
  stop: listenForEnd(),
  input: process.stdin,
  output: process.stdout,
})

const isReturning = ({ continue: goesOn, resume }: TuiStart['options']): boolean =>
  goesOn || resume !== undefined

/** As far as it can be told before any settings are read. */
const isSignedIn = (env: Env, configHome: string): boolean =>
  PROVIDERS.some(({ auth, endpoint }) =>
    [endpoint, ...auth].some(({ variable }) => variable !== undefined && env[variable]),
  ) ||
  MORE_KEYS.some(name => env[name]) ||
  existsSync(credentialsFile(ownHome({ configHome, profile: profileOf(env, configHome) })))

/** Keys that were typed meanwhile are read and shown. */
const breathe = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn++) await new Promise(resolve => setImmediate(resolve))
}

const go = async (
  start: TuiStart,
  at: {
    readonly terminal: TerminalSession
    readonly early: EarlyPrompt
    readonly configHome: string
    readonly look: EarlyAppearance
    readonly stop: AbortSignal
    readonly greets: boolean
  },
): Promise<TuiOutcome> => {
  const { openTui } = await import('./open-tui.ts')
  return await openTui(start, at)
}

/** Whatever ends the program: the terminal is given back as it was. */
const restoreAlways = (terminal: TerminalSession): (() => void) => {
  const close = (): void => terminal.close()
  process.on('exit', close)
  return () => {
    process.off('exit', close)
    close()
  }
}

const JOBS = {
  stop: () => void process.kill(0, 'SIGTSTP'),
  onContinue: (listener: () => void) => {
    process.on('SIGCONT', listener)
    return () => void process.off('SIGCONT', listener)
  },
}
