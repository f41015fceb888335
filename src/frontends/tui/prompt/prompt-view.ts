import { truncateAnsi } from '../../../lib/ansi-text.ts'
import { escapeLine } from '../../../lib/escape-text.ts'
import { textWidth, truncateText } from '../../../lib/text-width.ts'
import type { PermissionMode } from '../../../protocol/permission.ts'
import { layoutEditor } from '../input/editor/layout.ts'
import { findQuery, isFound } from '../input/history/search.ts'
import type { PromptState } from '../input/prompt-state.ts'
import type { Caret, Line } from '../terminal/screen-port.ts'
import type { Words } from '../text/words.ts'
import { paintIn, type SessionColor } from '../theme/session-colors.ts'
import type { Theme, Tone } from '../theme/theme.ts'
import { menuLines } from './menu-lines.ts'
import { chipWords, promptMarks } from './prompt-marks.ts'

export interface PromptView {
  readonly prompt: PromptState
  readonly width: number
  readonly theme: Theme
  readonly words: Pick<Words, 'chat' | 'prompt'>
  /** Rows the text may take. */
  readonly maxRows?: number
  /** Greyed out in an empty prompt; Tab takes it. */
  readonly suggestion?: string | undefined
  /** Greyed out where nothing was said yet. */
  readonly example?: string | undefined
  /** Greyed out behind a command: how its arguments look. */
  readonly hint?: string | undefined
  readonly permission?: PermissionMode
  /** Of the session, where it has one. */
  readonly color?: SessionColor | undefined
  /** The mode of vim is said elsewhere. */
  readonly hidesVim?: boolean | undefined
  /** For a screen reader: no drawn lines. */
  readonly plain?: boolean
}

/** The box one types in and what is offered below it. Light: it is painted before anything else is loaded. */
export const renderPrompt = (
  view: PromptView,
): { readonly lines: readonly Line[]; readonly caret: Caret } => {
  const { prompt, theme, width, words } = view
  const layout = layoutEditor(prompt.editor, {
    width,
    maxRows: view.maxRows ?? DEFAULT_ROWS,
    prefix: PREFIX,
    marks: promptMarks(prompt),
    label: chipWords(words.prompt),
  })
  const rule = view.plain ? [] : [paintBorder('─'.repeat(width), view)]
  const rows = layout.rows.map((row, at) => {
    const before = at === 0 && layout.above === 0 ? paintSign(view) : ' '
    return `${before} ${row.spans.map(span => theme.paint(span.tone, span.text)).join('')}`
  })
  const last = rows.length - 1
  const room = width - PREFIX - (layout.rows[last]?.columns ?? 0) - 1
  if (layout.below === 0) rows[last] = `${rows[last] ?? ''}${ghost(view, room)}`
  const hidden = layout.above + layout.below
  const bottom = view.plain ? [] : [ruleWith(hidden === 0 ? '' : words.chat.moreRows(hidden), view)]
  const lines = [...rule, ...rows, ...bottom]
  const caret = prompt.search
    ? { x: Math.min(width - 1, textWidth(queryText(view, prompt.search))), y: lines.length }
    : { x: layout.caret.x, y: layout.caret.y + rule.length }
  return { lines: [...lines, ...belowLines(view)], caret }
}

const PREFIX = 2
const DEFAULT_ROWS = 12
const SIGNS: Readonly<Record<PromptState['mode'], { readonly sign: string; readonly tone: Tone }>> = {
  prompt: { sign: '>', tone: 'accent' },
  shell: { sign: '!', tone: 'shell' },
  memory: { sign: '#', tone: 'memory' },
}

const paintSign = ({ prompt, theme, color }: PromptView): string => {
  const { tone, sign } = SIGNS[prompt.mode]
  return color && prompt.mode === 'prompt' ? paintIn(color, sign, theme) : theme.paint(tone, sign)
}

/** What says something about the mode goes before the color of the session. */
const paintBorder = (line: string, view: PromptView): string => {
  const tone = borderOf(view)
  return view.color && tone === 'border'
    ? paintIn(view.color, line, view.theme)
    : view.theme.paint(tone, line)
}

const borderOf = ({ prompt, permission }: PromptView): Tone => {
  if (prompt.mode !== 'prompt') return SIGNS[prompt.mode].tone
  if (permission === 'plan') return 'modePlan'
  if (permission === 'bypassPermissions') return 'modeBypass'
  return permission === 'acceptEdits' ? 'modeAcceptEdits' : 'border'
}

const ruleWith = (text: string, view: PromptView): Line => {
  const { theme, width, prompt } = view
  const vim = prompt.editor.vim && !view.hidesVim ? ` ${prompt.editor.vim.mode.toUpperCase()} ` : ''
  const note = truncateText(`${text === '' ? '' : ` ${text} `}${vim}`, Math.max(0, width - 2))
  const left = Math.max(0, width - textWidth(note) - 2)
  return note === ''
    ? paintBorder('─'.repeat(width), view)
    : `${paintBorder('─'.repeat(left), view)}${theme.paint('dim', note)}${paintBorder('──', view)}`
}

const ghost = (view: PromptView, room: number): string => {
  const text = ghostText(view)
  return text === '' || room <= 0 ? '' : view.theme.paint('ghost', truncateText(escapeLine(text), room))
}

const ghostText = ({ prompt, suggestion = '', hint = '', example = '', words }: PromptView): string => {
  if (prompt.editor.text !== '') return prompt.mode === 'prompt' ? hint : ''
  if (prompt.mode === 'shell') return words.chat.shellHint
  if (prompt.mode === 'memory') return words.chat.memoryHint
  return suggestion === '' ? example : `${suggestion}  (Tab)`
}

const belowLines = (view: PromptView): readonly Line[] => {
  const { prompt } = view
  if (prompt.search) return searchLines(view, prompt.search)
  if (prompt.completion) return menuLines(prompt.completion, view)
  return prompt.stash
    ? [view.theme.paint('dim', truncateText(`  ${view.words.chat.stashed}`, view.width))]
    : []
}

type Search = NonNullable<PromptState['search']>

const labelOf = (words: PromptView['words'], { failed }: Search): string =>
  failed ? words.chat.searchFailed : words.chat.search

const searchHint = ({ searchIn, searchHint: hint }: PromptView['words']['chat'], search: Search): string =>
  [searchIn[search.scope ?? 'project'], hint].filter(part => part !== '').join(' · ')

const queryText = ({ words }: PromptView, search: Search): string =>
  `${labelOf(words, search)} ${escapeLine(search.query)}`

const searchLines = (view: PromptView, search: Search): readonly Line[] => {
  const { theme, words, width } = view
  const label = theme.paint(search.failed ? 'bad' : 'accent', labelOf(words, search))
  const found = !isFound(search) ? '' : `  ${foundText(search, theme)}`
  return [
    truncateAnsi(`${label} ${escapeLine(search.query)}${found}`, width),
    theme.paint('dim', truncateText(searchHint(words.chat, search), width)),
  ]
}

/** One row of it, from a little before the match on. */
const foundText = ({ text, query }: Search, theme: Theme): string => {
  const at = findQuery(text, query)
  if (!at) return theme.paint('text', escapeLine(text))
  const from = at.from < AROUND ? 0 : at.from - AROUND
  const before = `${from === 0 ? '' : '…'}${escapeLine(text.slice(from, at.from))}`
  const match = theme.paint('match', escapeLine(text.slice(at.from, at.to)))
  return `${theme.paint('text', before)}${match}${theme.paint('text', escapeLine(text.slice(at.to, at.to + MOST_FOUND)))}`
}

const AROUND = 30
const MOST_FOUND = 400
