/** Sequences that draw nothing. What comes from outside is made harmless before it goes into one. */

const ESC = '\u001b'
const ST = `${ESC}\\`
const BEL = '\u0007'
const LONGEST_TITLE = 120

/** One line without anything that could end or begin a sequence. */
const clean = (text: string, most: number): string =>
  Array.from(text.replace(/\s+/g, ' '))
    .filter(character => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(character))
    .slice(0, most)
    .join('')
    .trim()

/** Lets a sequence through tmux to the terminal around it. */
export const throughTmux = (sequence: string): string =>
  `${ESC}Ptmux;${sequence.replaceAll(ESC, ESC + ESC)}${ST}`

export interface SignalFacts {
  readonly tmux: boolean
}

const pass = (sequence: string, { tmux }: SignalFacts): string => (tmux ? throughTmux(sequence) : sequence)

/** Title of window and tab; tmux keeps its own. Empty gives it back. */
export const titleSignal = (title: string): string => `${ESC}]0;${clean(title, LONGEST_TITLE)}${BEL}`

/** The title is put aside by the terminal, and brought back by {@link RESTORE_TITLE}. */
export const SAVE_TITLE = `${ESC}[22;0t`
export const RESTORE_TITLE = `${ESC}[23;0t`

export const BELL = BEL

export type NotificationWay = 'osc9' | 'osc99' | 'osc777' | 'bell'

export interface Notice {
  readonly title: string
  readonly body: string
}

/** A notification of the desktop, in the way the terminal knows. */
export const notificationSignal = (way: NotificationWay, notice: Notice, facts: SignalFacts): string => {
  const title = clean(notice.title, LONGEST_TITLE)
  const body = clean(notice.body, 240)
  switch (way) {
    case 'osc9':
      // `9;4;…` would be progress: a text must not begin with a number of its own.
      return pass(
        `${ESC}]9;${[title, body]
          .filter(Boolean)
          .join(': ')
          .replace(/^(\d+;)/, ' $1')}${BEL}`,
        facts,
      )
    case 'osc99':
      return (
        pass(`${ESC}]99;i=capstan:d=0:p=title;${title}${ST}`, facts) +
        pass(`${ESC}]99;i=capstan:d=1:p=body;${body}${ST}`, facts)
      )
    case 'osc777':
      return pass(`${ESC}]777;notify;${title.replaceAll(';', ',')};${body.replaceAll(';', ',')}${BEL}`, facts)
    case 'bell':
      return BELL
  }
}

export type Progress =
  | { readonly state: 'none' | 'busy' }
  | { readonly state: 'value' | 'error' | 'paused'; readonly percent: number }

const PROGRESS_NUMBERS = { none: 0, value: 1, error: 2, busy: 3, paused: 4 } as const

/** Progress in the task bar or tab. */
export const progressSignal = (progress: Progress, facts: SignalFacts): string => {
  const percent = 'percent' in progress ? Math.max(0, Math.min(100, Math.round(progress.percent))) : 0
  return pass(`${ESC}]9;4;${PROGRESS_NUMBERS[progress.state]};${percent}${ST}`, facts)
}

/** Bytes of the text a terminal takes; several take no more. */
const LONGEST_COPY = 74_994

/** Puts text into the clipboard of the machine the terminal runs on; undefined when it is too long for that way. */
export const copySignal = (text: string, facts: SignalFacts): string | undefined => {
  const encoded = Buffer.from(text, 'utf8').toString('base64')
  return encoded.length > LONGEST_COPY ? undefined : pass(`${ESC}]52;c;${encoded}${BEL}`, facts)
}

/** Answered by a `background` reply. */
export const ASK_BACKGROUND = `${ESC}]11;?${BEL}`
