import { truncateAnsi, wrapAnsi } from '../../../lib/ansi-text.ts'
import { escapeLine, escapeProse } from '../../../lib/escape-text.ts'
import { fromHome } from '../../../lib/short-path.ts'
import { inOneLine, withAside } from '../../../lib/text/written-signs.ts'
import type { PermissionMode } from '../../../protocol/permission.ts'
import { escapeStopsLoops } from '../state/escape-use.ts'
import { pointedItem } from '../state/footer-items.ts'
import { isWorking, runningWork } from '../state/running-work.ts'
import type { ByItself, SessionFacts, Toast, UiState } from '../state/ui-state.ts'
import type { Line } from '../terminal/screen-port.ts'
import { money } from '../text/amounts.ts'
import type { Words } from '../text/words.ts'
import type { Theme, Tone } from '../theme/theme.ts'
import { clockTime } from '../transcript/clock.ts'
import { fitParts, type Part } from '../transcript/fit-parts.ts'
import { hyperlink } from '../transcript/reference-links.ts'

export interface FooterView {
  readonly theme: Theme
  readonly words: Pick<Words, 'status' | 'localize'>
  readonly width: number
  readonly home: string
  /** For a screen reader: no signs that would be read out. */
  readonly plain?: boolean | undefined
  /** The terminal understands links. */
  readonly hyperlinks?: boolean
  readonly branch?: string
  /** Lines of the person's own status script, already made harmless. */
  readonly script?: readonly Line[]
}

/** The lines below everything: a word for the moment, else what is always worth knowing. */
export const footerLines = (state: UiState, view: FooterView): readonly Line[] => {
  const { theme, words, width } = view
  const toast = state.toasts.at(-1)
  const status = view.script ? [...view.script, underScript(state, view)] : [statusLine(state, view)]
  const { voice } = state.prompt
  if (voice) return [truncateAnsi(voiceLine(voice, view), width), ...status.slice(1)]
  if (state.armed)
    return [
      truncateAnsi(theme.paint('warn', words.status.again(state.armed.key, state.armed.what)), width),
      ...status.slice(1),
    ]
  if (toast)
    return [
      ...wrapAnsi(toastLine({ level: toast.level, text: words.localize(toast.text) }, view), width).slice(
        0,
        TOAST_ROWS,
      ),
      ...status.slice(1),
    ]
  return status.map(line => truncateAnsi(line, width))
}

/** What is longer is said in the transcript. */
export const TOAST_ROWS = 2

const voiceLine = (
  voice: NonNullable<UiState['prompt']['voice']>,
  { theme, words, plain }: FooterView,
): string => {
  if (voice.phase === 'transcribing') return theme.paint('info', words.status.transcribing)
  const bar = plain
    ? ''
    : `${LEVELS[Math.min(LEVELS.length - 1, Math.floor(Math.sqrt(voice.level) * LEVELS.length))]} `
  return theme.paint('bad', bar) + theme.paint('info', words.status.recording(voice.seconds, voice.ends))
}

/** How loud it is: a person sees that the microphone hears them. */
const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

const toastLine = (
  { level, text }: { readonly level: Toast['level']; readonly text: string },
  { theme, width }: Pick<FooterView, 'theme' | 'width'>,
): string =>
  theme.paint(
    level === 'error' ? 'bad' : level === 'warning' ? 'warn' : level === 'good' ? 'good' : 'info',
    escapeProse(text, TOAST_ROWS * width),
  )

/** What may happen without a question or without anybody typing: in sight whatever a script prints, and below it. */
const safetyParts = (state: UiState, view: FooterView): readonly Part[] => {
  const { theme, words } = view
  return [
    { text: modePart(state, view), rank: 9 },
    { text: state.session.coordinator ? theme.paint('info', words.status.coordinator) : '', rank: 8 },
    { text: agentPart(state.session, view), rank: 8 },
    { text: profilePart(state.session, view), rank: 7.5 },
    { text: keyPart(state.session, view), rank: 7 },
    ...workPart(state, view),
    ...byItselfParts(state, view),
    { text: remotePart(state.session, view), rank: 7 },
    ...linkParts(state, view),
  ]
}

const workPart = (state: UiState, view: FooterView): readonly Part[] => {
  const work = runningWork(state)
  if (!isWorking(work)) return []
  const { theme, words } = view
  if (pointedItem(state)?.kind === 'work') return [pointedPart(words.status.workPointed(work), view)]
  return [{ text: theme.paint('info', words.status.work(work)), rank: 8.5 }]
}

/** What keys are for stays in sight, however narrow the terminal is. */
const pointedPart = (text: string, { theme, plain }: FooterView): Part => ({
  text: theme.paint('accent', `${plain ? '>' : '❯'} ${text}`),
  rank: 11,
})

/** In sight beside a script of the person's own, too. */
const linkParts = (state: UiState, view: FooterView): readonly Part[] => {
  const { theme, hyperlinks, words } = view
  const pointed = pointedItem(state)?.id
  return (state.session.links ?? []).map(({ url, label }) => {
    if (url === pointed) return pointedPart(words.status.linkPointed(escapeLine(label)), view)
    const text = theme.paint('link', escapeLine(label))
    return { text: hyperlinks ? hyperlink(url, text) : text, rank: 6.5 }
  })
}

const underScript = (state: UiState, view: FooterView): Line =>
  fitParts(safetyParts(state, view), view.width, view.theme.paint('faint', ' · '))

const statusLine = (state: UiState, view: FooterView): Line => {
  const { theme, words, width } = view
  const { session } = state
  const parts = [
    ...safetyParts(state, view),
    { text: editorPart(session, view), rank: 4 },
    { text: contextPart(session, view), rank: 8 },
    { text: costPart(session, view), rank: 6 },
    {
      text: session.ready
        ? theme.paint('dim', escapeLine(modelPart(session, words)))
        : theme.paint('dim', words.status.starting),
      rank: 5,
    },
    { text: theme.paint('dim', escapeLine(fromHome(session.cwd, view.home))), rank: 3 },
    {
      text:
        view.branch === undefined
          ? ''
          : theme.paint('dim', `${view.plain ? '' : '⎇ '}${escapeLine(view.branch)}`),
      rank: 2,
    },
    helpPart(state, view),
  ]
  return fitParts(parts, width, theme.paint('faint', ' · '))
}

/** What goes along with the next prompt must be in sight: the lines that are selected, else the file, else the editor. */
const editorPart = ({ editor }: SessionFacts, { theme, words: { status }, plain }: FooterView): string => {
  if (!editor || editor.status === 'none') return ''
  const { name = '', selection, shares } = editor
  const sign = plain ? '' : '⧉ '
  const said = (text: string): string => `${sign}${escapeLine(text)}`
  if (editor.status === 'lost') return theme.paint('warn', said(status.editorLost(name)))
  if (editor.status === 'connecting') return theme.paint('dim', said(status.editorConnecting(name)))
  if (!shares) return theme.paint('dim', said(status.editorKept(name)))
  const file = selection === undefined ? '' : (selection.name.split('/').at(-1) ?? '')
  return selection && selection.lines > 0
    ? theme.paint('info', said(status.editorSelected(selection.lines, file)))
    : theme.paint('dim', said(file === '' ? name : `${name}: ${file}`))
}

/** What may begin without anybody typing must be in sight. */
const byItselfParts = (state: UiState, { theme, words, width }: FooterView): readonly Part[] => {
  const { byItself } = state.session
  if (!byItself) return []
  const { loops, schedules, goal, assistant } = byItself
  const { status } = words
  const hint = escapeStopsLoops(state) ? theme.paint('faint', withAside('', status.stopHint)) : ''
  return [
    {
      text: assistant ? theme.paint('info', assistantText(assistant, words, width)) : '',
      rank: 8,
    },
    { text: goal ? theme.paint('info', status.goal(goal.rounds, goal.of)) : '', rank: 7 },
    { text: loops === 0 ? '' : `${theme.paint('info', status.loops(loops))}${hint}`, rank: 8 },
    { text: schedules === 0 ? '' : theme.paint('info', status.schedules(schedules)), rank: 5 },
  ]
}

const assistantText = (
  { usd, of, nextAt, paused }: NonNullable<ByItself['assistant']>,
  { status }: FooterView['words'],
  width: number,
): string => {
  const at = nextAt === undefined ? '' : clockTime(new Date(nextAt))
  // Beside the mode in 40 columns: what begins by itself is never left out.
  if (width < ROOMY) return [status.assistantShort, paused ? status.assistantPaused : at].join(' ').trim()
  const when = paused ? status.assistantPaused : at === '' ? '' : status.assistantNext(at)
  const used = status.assistantUsed(money(usd), money(of))
  return inOneLine([status.assistant, when, used].filter(text => text !== ''))
}

/** The agent that the conversation runs as: its tools are fewer, and its prompt is another. */
const agentPart = ({ agent }: SessionFacts, { theme, plain }: FooterView): string =>
  agent === undefined ? '' : theme.paint('info', escapeLine(plain ? agent : `@${agent}`))

/** Which account pays. */
const profilePart = ({ profile }: SessionFacts, { theme, words }: FooterView): string =>
  profile === undefined ? '' : theme.paint('info', words.status.profile(escapeLine(profile)))

/** Of several keys, which one pays now. */
const keyPart = ({ key }: SessionFacts, { theme, words }: FooterView): string =>
  key === undefined ? '' : theme.paint('info', words.status.key(escapeLine(key)))

const remotePart = ({ watchers }: SessionFacts, { theme, words, plain }: FooterView): string =>
  watchers === undefined ? '' : theme.paint('info', `${plain ? '' : '⇄ '}${words.status.remote(watchers)}`)

/** Nothing displaces it before the help was opened once. */
const helpPart = ({ turn, helped }: UiState, { theme, words }: FooterView): Part => {
  if (!helped) return { text: theme.paint('dim', words.status.shortcuts), rank: 10 }
  return { text: turn ? '' : theme.paint('faint', words.status.shortcuts), rank: 1 }
}

const modelPart = (
  { model, effort, fast }: SessionFacts,
  { status }: Pick<Words, 'status' | 'localize'>,
): string => {
  const about = inOneLine([
    ...(effort === undefined ? [] : [status.effort(effort)]),
    ...(fast ? [status.fast] : []),
  ])
  return about === '' ? model : withAside(model, about)
}

const MODES: Readonly<
  Record<
    PermissionMode,
    { readonly tone: Tone; readonly word: keyof Words['status'] & `mode${string}`; readonly sign: string }
  >
> = {
  default: { tone: 'modeDefault', word: 'modeDefault', sign: '◇' },
  acceptEdits: { tone: 'modeAcceptEdits', word: 'modeAcceptEdits', sign: '»' },
  plan: { tone: 'modePlan', word: 'modePlan', sign: '≡' },
  auto: { tone: 'modeAuto', word: 'modeAuto', sign: '◆' },
  dontAsk: { tone: 'modeBypass', word: 'modeDontAsk', sign: '▲' },
  bypassPermissions: { tone: 'modeBypass', word: 'modeBypass', sign: '▲' },
}

const modePart = (
  { session: { mode }, helped }: UiState,
  { theme, words, width, plain }: FooterView,
): string => {
  const { tone, word, sign } = MODES[mode]
  const badge = theme.paint(tone, plain ? words.status[word] : `${sign} ${words.status[word]}`)
  // The greeting says it, too: the room is for the help until that was opened.
  return width < ROOMY || !helped ? badge : `${badge} ${theme.paint('faint', `(${words.status.cycleHint})`)}`
}

const contextPart = ({ context }: SessionFacts, { theme, words, width }: FooterView): string => {
  if (!context || context.window <= 0) return ''
  const limit = context.compactAt ?? context.window
  const left = Math.max(0, Math.min(100, Math.round((1 - context.tokens / limit) * 100)))
  const short = width < ROOMY
  const text = short ? words.status.contextShort(left) : words.status.contextLeft(left)
  if (left > LOW_PERCENT) return theme.paint('dim', text)
  const { compactSoon, compactYourself } = words.status
  const next = context.compactAt === undefined ? compactYourself : compactSoon
  return theme.paint('warn', short ? text : inOneLine([text, next]))
}

const LOW_PERCENT = 20
/** In fewer columns things are said shorter, so that mode and context stand side by side in 40. */
const ROOMY = 60

const costPart = ({ cost }: SessionFacts, { theme, words }: FooterView): string => {
  // Of a model without a price only zero is known, which says nothing.
  if (!cost || cost.totalCostUSD === 0) return ''
  const bound = cost.unpricedModels.length > 0 ? words.status.atLeast : ''
  const guess = (cost.estimatedUSD ?? 0) > 0 ? ` ${words.status.estimated}` : ''
  return theme.paint('dim', words.status.cost(`${bound}${money(cost.totalCostUSD)}${guess}`))
}
