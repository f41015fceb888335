import { truncateAnsi, wrapAnsi } from '../../lib/ansi-text.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { fromHome } from '../../lib/short-path.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import { applyEdit } from './input/editor.ts'
import { renderPrompt } from './prompt/prompt-view.ts'
import { initialState } from './state/initial-state.ts'
import type { UiState } from './state/ui-state.ts'
import { footerLines } from './status/footer.ts'
import type { InputEvent } from './terminal/input-event.ts'
import type { Line } from './terminal/screen-port.ts'
import type { TerminalSession } from './terminal/session.ts'
import type { Words } from './text/words.ts'
import type { Theme } from './theme/theme.ts'
import { fitParts } from './transcript/fit-parts.ts'

/** A prompt that can be typed into before anything else is there. */
export interface EarlyPrompt {
  /** From now on the program listens: first to what was typed so far, as it was typed. */
  handOver(listener: (event: InputEvent) => void): () => void
}

export interface EarlyOptions {
  readonly terminal: TerminalSession
  readonly theme: Theme
  readonly words: Words
  readonly version: string
  readonly cwd: string
  readonly home: string
  /** For a screen reader. */
  readonly plain: boolean
  readonly helped: boolean
  /** Somebody who knows their way about, or an earlier conversation that follows: only said who is here. */
  readonly brief: boolean
  /** As far as the command line says it. */
  readonly mode?: PermissionMode | undefined
}

/** Says who is here, paints the prompt and shows letters as they come. Everything else that is typed waits. */
export const paintEarlyPrompt = (options: EarlyOptions): EarlyPrompt => {
  const { terminal, theme, words, plain } = options
  const { screen } = terminal
  const typed: InputEvent[] = []
  let state: UiState = {
    ...initialState({ ready: false, id: '', cwd: options.cwd, model: '', mode: options.mode ?? 'default' }),
    helped: options.helped,
  }
  // Once a key comes that is no letter, what the line will look like is for the real prompt to say.
  let echoing = true
  const draw = (print: readonly string[] = []): void => {
    const { lines, caret } = renderPrompt({ prompt: state.prompt, width: screen.width, theme, words, plain })
    const footer = footerLines(state, { theme, words, width: screen.width, home: options.home, plain })
    screen.draw({ lines: [' ', ...lines, ...footer], caret: { x: caret.x, y: caret.y + 1 } }, print)
  }
  draw(bannerLines(options))
  const stop = terminal.events(event => {
    typed.push(event)
    const letter =
      event.type === 'key' &&
      event.key.text !== '' &&
      (state.prompt.editor.text !== '' || !'!#?/@'.includes(event.key.text))
    if (!letter) echoing = false
    if (!echoing || event.type !== 'key') return
    const editor = applyEdit(state.prompt.editor, { type: 'insert', text: event.key.text })
    state = { ...state, prompt: { ...state.prompt, editor } }
    draw()
  })
  return {
    handOver(listener) {
      stop()
      for (const event of typed) listener(event)
      return terminal.events(listener)
    },
  }
}

const bannerLines = (options: EarlyOptions): readonly Line[] => {
  const { terminal, theme, version, cwd, home, plain, words } = options
  const { width } = terminal.screen
  const sign = plain ? '' : `${theme.paint('accent', '◉')} `
  const where = theme.paint('dim', `${version} · ${escapeLine(fromHome(cwd, home))}`)
  const who = truncateAnsi(`${sign}${theme.paint('strong', 'Capstan')} ${where}`, width)
  if (options.brief) return [who]
  const indent = plain ? '' : '  '
  const room = width - indent.length
  const { greeting, greetingKeys } = words.chat
  const keys = greetingKeys.map((text, at) => ({ text, rank: -at }))
  return [
    who,
    ...wrapAnsi(greeting, room).map(line => `${indent}${line}`),
    `${indent}${theme.paint('dim', fitParts(keys, room, ' · '))}`,
  ]
}
