import { randomUUID } from 'node:crypto'
import type { TuiEnd, TuiOptions } from '../../frontends/tui/app/tui-options.ts'
import type { EarlyPrompt } from '../../frontends/tui/early-prompt.ts'
import { factsFrom } from '../../frontends/tui/terminal/facts.ts'
import type { TerminalSession } from '../../frontends/tui/terminal/session.ts'
import { loadWords } from '../../frontends/tui/text/words.ts'
import { createTheme } from '../../frontends/tui/theme/create-theme.ts'
import { colorWords } from '../../frontends/tui/theme/custom-theme.ts'
import { isCustomTheme } from '../../frontends/tui/theme/theme.ts'
import type { Attached } from '../attach/attached.ts'
import { AttachedSessions } from '../attach/attached-sessions.ts'
import { createHost } from '../create-host.ts'
import { limitHeapGrowth } from '../limit-heap-growth.ts'
import { accountCommand, programCommand } from '../program-command.ts'
import { withTerminalPictures } from './clipboard/terminal-pictures.ts'
import { Conversation } from './conversation.ts'
import { type CliPorts, createTuiPorts } from './create-tui-ports.ts'
import {
  type EarlyAppearance,
  isNewcomer,
  languageOfFlag,
  NEWCOMER_STARTS,
  saveEarlyAppearance,
  themeFor,
} from './early-appearance.ts'
import { createPersonTerminal } from './person-terminal.ts'
import type { TuiStart } from './tui-start.ts'

export interface OpenAt {
  readonly terminal: TerminalSession
  readonly early: EarlyPrompt
  readonly configHome: string
  readonly look: EarlyAppearance
  readonly stop: AbortSignal
  /** What can be done here was not said yet. */
  readonly greets: boolean
}

/** How the program ended; with `joins`, it goes on with a session where that is open. */
export interface TuiOutcome {
  readonly code: number
  readonly joins?: Attached
}

/** The terminal program with everything it needs of this machine. */
export const openTui = async (start: TuiStart, at: OpenAt): Promise<TuiOutcome> => {
  const { runTui } = await import('../../frontends/tui/run-tui.tsx')
  if (!start.shownOn) limitHeapGrowth()
  await using host = createHost(start)
  const attached = start.attached && new AttachedSessions(start.attached)
  const own = createTuiPorts(start, host)
  const ports = attached?.ports(own) ?? own
  const keys = (pressed: () => void) =>
    at.terminal.overhear(({ type }) => {
      if (type === 'key' || type === 'paste') pressed()
    })
  const terminal = createPersonTerminal(at.terminal, () => ports.tui.settings.current().uiLanguage ?? 'en')
  const conversation = new Conversation(start, {
    ports,
    host,
    keys,
    terminal,
    ...(attached ? { attached } : {}),
  })
  const painter = createPainter(ports, at)
  try {
    const end = await runTui({
      screen: at.terminal.screen,
      facts: factsFrom(start.env),
      suspend: () => at.terminal.stop(),
      listen: at.early.handOver,
      stop: at.stop,
      ports: withTerminalPictures(ports.tui, at.terminal),
      trust: ports.trust,
      onboarding: ports.onboarding,
      open: conversation.open,
      ...(start.linked ? { first: { panel: 'resume', params: { linked: start.linked } } } : {}),
      ...(start.options.resume === true ? { first: { panel: 'resume' } } : {}),
      brief: start.options.brief,
      remoteControl:
        (start.options.remoteControl ?? start.options.rc) !== undefined ||
        ports.tui.settings.current().remoteControlAtStartup === true,
      ...(start.options.prompt === undefined ? {} : { prompt: start.options.prompt }),
      createTheme: painter.createTheme,
      language: ports.tui.settings.current().uiLanguage ?? 'en',
      newId: randomUUID,
      helped: at.look.helped,
      greets: at.greets,
      newcomer: !start.demo && isNewcomer(at.look),
    })
    const starts = Math.min(NEWCOMER_STARTS, at.look.starts + 1)
    const look = { ...painter.look(), helped: end.helped, starts }
    // A language of this run alone is not the one the next run begins with.
    const ofFlag = languageOfFlag(start.options.settings, start.cwd ?? process.cwd())
    saveEarlyAppearance(at.configHome, ofFlag === undefined ? look : { ...look, language: at.look.language })
    await conversation.close()
    at.terminal.close()
    const { joins } = conversation
    if (joins) return { code: end.code, joins }
    if (!start.demo) await sayGoodbye(start, end, look)
    return { code: end.code }
  } finally {
    await conversation.close()
  }
}

/** Makes themes, and knows how things looked in the end. */
const createPainter = (
  { tui: { settings, system } }: CliPorts,
  at: OpenAt,
): Pick<TuiOptions, 'createTheme'> & { look(): Omit<EarlyAppearance, 'helped' | 'starts'> } => {
  const { colours, screenReader } = system.terminal
  let light = at.look.light
  return {
    createTheme(choice, background) {
      if (background) light = themeFor('auto', background, { light }) === 'light'
      const custom = isCustomTheme(choice)
        ? settings.customThemes().find(({ value }) => value === choice)
        : undefined
      return createTheme(custom?.base ?? themeFor(choice, background, { light }), {
        colours,
        looks: { ...custom?.looks, ...spellingLook(settings.current().spellcheck?.color) },
      })
    },
    look() {
      const { theme = 'auto', uiLanguage: language = 'en', axScreenReader } = settings.current()
      return { theme, language, plain: axScreenReader ?? screenReader, light }
    },
  }
}

const spellingLook = (color = ''): { readonly misspelled?: string } => {
  const words = color.trim() === '' ? undefined : colorWords(color.trim())
  return words === undefined ? {} : { misspelled: `underline ${words}` }
}

/** The command that leads back, up to the session. */
const comeBack = ({ env, attached }: TuiStart): string =>
  attached
    ? [programCommand(env), 'attach', ...(attached.background ? [] : [attached.api.server.url])].join(' ')
    : `${accountCommand(env)} --resume`

const sayGoodbye = async (
  start: TuiStart,
  { resume, running }: TuiEnd,
  { language }: Pick<EarlyAppearance, 'language'>,
): Promise<void> => {
  const stopped = start.attached ? [] : running
  if (resume === undefined && stopped.length === 0) return
  const words = await loadWords(language)
  const output = start.shownOn?.output ?? process.stdout
  if (stopped.length > 0) output.write(`${words.status.stoppedAtExit(stopped)}\n`)
  if (resume === undefined) return
  output.write(`${words.status.goOnLater(`${comeBack(start)} ${resume}`)}\n`)
}
