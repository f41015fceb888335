import { truncateAnsi, wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { Words } from '../../text/words.ts'
import type { Theme } from '../../theme/theme.ts'
import { safeLine, safeLines } from '../../transcript/safe-text.ts'
import { optionLines } from '../../widgets/option-lines.ts'
import {
  answerOf,
  isSingle,
  ownRow,
  type Page,
  pageOf,
  type QuestionState,
  questionOf,
} from './question-state.ts'
import type { AskedQuestion } from './read-questions.ts'

export interface QuestionRenderOptions {
  readonly theme: Theme
  readonly words: Words
  readonly width: number
  readonly plain?: boolean | undefined
  /** It does not take keys yet: nothing is pointed at. */
  readonly guarded?: boolean
}

/** The questions side by side, answered or not, and the summary; nothing for a single one. */
export const tabLines = (
  state: QuestionState,
  { theme, words, width, plain }: QuestionRenderOptions,
): readonly Line[] => {
  if (isSingle(state)) return []
  const [open, done] = plain ? ['[ ]', '[x]'] : ['☐', '☒']
  const tabs = state.questions.map(({ header }, at) => {
    const text = `${answerOf(state, at) === undefined ? open : done} ${safeLine(header)}`
    return theme.paint(at === state.tab ? 'selected' : 'dim', text)
  })
  const send = theme.paint(state.tab === state.questions.length ? 'selected' : 'dim', words.dialogs.review)
  return wrapAnsi([...tabs, send].join('   '), width)
}

export const askedLines = (
  { question }: AskedQuestion,
  { theme, width }: QuestionRenderOptions,
): readonly Line[] => safeLines(question).flatMap(line => wrapAnsi(theme.paint('strong', line), width))

/** One row of a page. */
export const rowLines = (state: QuestionState, row: number, look: QuestionRenderOptions): readonly Line[] => {
  const question = questionOf(state)
  const page = pageOf(state)
  if (!question || !page) return []
  const pointed = page.row === row && look.guarded !== true
  const { dialogs } = look.words
  if (row > ownRow(question))
    return optionLines({ label: isSingle(state) ? dialogs.review : dialogs.next }, pointed, {
      ...look,
      keyed: true,
    })
  const option = question.options[row]
  const own = page.own.trim() === '' ? dialogs.other : safeLine(page.own)
  return optionLines(
    {
      label: `${markOf(question, page, row)}${option ? safeLine(option.label) : own}`,
      hotkey: String(row + 1),
      ...(option && option.description !== '' ? { detail: safeLine(option.description) } : {}),
    },
    pointed,
    look,
  )
}

/** What stands in front of a row; also where one's own words are being typed. */
export const markOf = (question: AskedQuestion, page: Page, row: number): string => {
  const chosen = row === ownRow(question) ? page.ownCounts : page.chosen.includes(row)
  if (question.several) return chosen ? '[x] ' : '[ ] '
  return chosen ? '✓ ' : ''
}

/** What the option pointed at looks like; at most `rows` lines. */
export const previewLines = (
  state: QuestionState,
  { rows, ...look }: QuestionRenderOptions & { readonly rows: number },
): readonly Line[] => {
  const preview = questionOf(state)?.options[pageOf(state)?.row ?? -1]?.preview
  if (preview === undefined || rows <= 0) return []
  const { theme, width, plain } = look
  const bar = plain ? '' : `${theme.paint('border', '│')} `
  const lines = safeLines(preview)
  const shown = lines.length <= rows ? lines : lines.slice(0, rows - 1)
  const more = lines.length - shown.length
  return [
    ...shown.map(line => `${bar}${theme.paint('code', truncateAnsi(line, width - 2))}`),
    ...(more > 0 ? [`${bar}${theme.paint('dim', look.words.transcript.moreLines(more))}`] : []),
  ]
}

/** What goes with the answer of a page; nothing where nothing does. */
export const noteLines = ({ note }: Page, { theme, words, width }: QuestionRenderOptions): readonly Line[] =>
  note === '' ? [] : [truncateAnsi(theme.paint('dim', `${words.dialogs.noteLabel} ${safeLine(note)}`), width)]

/** Every question with its answer. */
export const summaryLines = (
  state: QuestionState,
  { theme, words, width }: QuestionRenderOptions,
): readonly Line[] => {
  const { dialogs } = words
  const answers = state.questions.map((_, at) => answerOf(state, at))
  const lines = state.questions.flatMap(({ question }, at) => {
    const answer = answers[at]
    const page = state.pages[at]
    const said =
      answer === undefined ? theme.paint('warn', dialogs.noAnswer) : theme.paint('accent', safeLine(answer))
    return [
      `${safeLine(question)} ${said}`,
      ...(page ? noteLines(page, { theme, words, width: width - 2 }).map(line => `  ${line}`) : []),
    ]
  })
  const missing = answers.includes(undefined) ? [theme.paint('warn', dialogs.someUnanswered)] : []
  return [theme.paint('strong', dialogs.reviewTitle), ...lines, ...missing].flatMap(line =>
    wrapAnsi(line, width),
  )
}
