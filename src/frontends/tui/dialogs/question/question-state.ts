import type { AskedQuestion } from './read-questions.ts'

/** How far somebody is with their answers. A pure value; `tab` equal to the number of questions is the summary. */
export interface QuestionState {
  readonly questions: readonly AskedQuestion[]
  readonly tab: number
  readonly pages: readonly Page[]
}

export interface Page {
  /** The row pointed at: options, then one's own words, then (where several may be chosen) going on. */
  readonly row: number
  /** Rows of options that are chosen. */
  readonly chosen: readonly number[]
  /** One's own words; they count while `ownCounts`. */
  readonly own: string
  readonly ownCounts: boolean
  /** Goes with whatever is chosen. */
  readonly note: string
  /** It is being written. */
  readonly noting: boolean
}

export const startQuestions = (questions: readonly AskedQuestion[]): QuestionState => ({
  questions,
  tab: 0,
  pages: questions.map(() => ({ row: 0, chosen: [], own: '', ownCounts: false, note: '', noting: false })),
})

/** One question needs no summary. */
export const isSingle = ({ questions }: QuestionState): boolean => questions.length === 1

export const pageOf = (state: QuestionState): Page | undefined => state.pages[state.tab]

export const questionOf = (state: QuestionState): AskedQuestion | undefined => state.questions[state.tab]

export const ownRow = (question: AskedQuestion): number => question.options.length

/** Rows of a page. */
export const rowCount = (question: AskedQuestion): number =>
  question.options.length + (question.several ? 2 : 1)

export const isAtOwn = (state: QuestionState): boolean => {
  const question = questionOf(state)
  return question !== undefined && pageOf(state)?.row === ownRow(question)
}

export const moveRow = (state: QuestionState, by: number): QuestionState => {
  const question = questionOf(state)
  if (!question) return state
  const count = rowCount(question)
  return changePage(state, page => ({ ...page, row: (page.row + by + count) % count }))
}

export const goToTab = (state: QuestionState, tab: number): QuestionState => {
  const count = state.questions.length + (isSingle(state) ? 0 : 1)
  return { ...state, tab: (tab + count) % count }
}

/** Marks or unmarks what is pointed at, where several may be chosen. */
export const toggleRow = (state: QuestionState): QuestionState => {
  const question = questionOf(state)
  if (!question?.several) return state
  return changePage(state, page => {
    if (page.row === ownRow(question))
      return { ...page, ownCounts: page.own.trim() !== '' && !page.ownCounts }
    if (page.row > ownRow(question)) return page
    const chosen = page.chosen.includes(page.row)
      ? page.chosen.filter(row => row !== page.row)
      : [...page.chosen, page.row].sort((a, b) => a - b)
    return { ...page, chosen }
  })
}

/** Enter on a row, or its digit. */
export const chooseRow = (state: QuestionState, row: number): QuestionState => {
  const question = questionOf(state)
  if (!question || row >= rowCount(question)) return state
  const pointed = changePage(state, page => ({ ...page, row }))
  if (row === ownRow(question)) return pointed
  if (question.several) return row > ownRow(question) ? goToTab(pointed, state.tab + 1) : toggleRow(pointed)
  const answered = changePage(pointed, page => ({ ...page, chosen: [row], ownCounts: false }))
  return isSingle(state) ? answered : goToTab(answered, state.tab + 1)
}

/** One's own words as they are typed: they count as soon as there are some. */
export const writeOwn = (state: QuestionState, own: string): QuestionState => {
  const question = questionOf(state)
  return changePage(state, page => {
    const counts = own.trim() !== ''
    return { ...page, own, ownCounts: counts, chosen: counts && !question?.several ? [] : page.chosen }
  })
}

/** Enter behind one's own words: on, unless there are none. */
export const acceptOwn = (state: QuestionState): QuestionState => {
  if (!pageOf(state)?.ownCounts) return state
  return questionOf(state)?.several ? moveRow(state, 1) : goToTab(state, state.tab + 1)
}

export const startNote = (state: QuestionState): QuestionState =>
  changePage(state, page => ({ ...page, noting: true }))

/** Absent: it stays as it was. */
export const endNote = (state: QuestionState, note?: string): QuestionState =>
  changePage(state, page => ({ ...page, noting: false, note: note?.trim() ?? page.note }))

/** The only question is answered as far as the person wants: `row` was just accepted. */
export const isComplete = (state: QuestionState, row: number): boolean => {
  const question = questionOf(state)
  if (!question || !isSingle(state) || answerOf(state, 0) === undefined) return false
  return question.several
    ? row > ownRow(question)
    : row !== ownRow(question) || pageOf(state)?.ownCounts === true
}

const changePage = (state: QuestionState, change: (page: Page) => Page): QuestionState => ({
  ...state,
  pages: state.pages.map((page, at) => (at === state.tab ? change(page) : page)),
})

/** The answer to one question as the model reads it; undefined when there is none. */
export const answerOf = (state: QuestionState, at: number): string | undefined => {
  const question = state.questions[at]
  const page = state.pages[at]
  if (!question || !page) return undefined
  const labels = page.chosen.flatMap(row => question.options[row]?.label ?? [])
  const all = page.ownCounts ? [...labels, page.own.trim()] : labels
  return all.length === 0 ? undefined : all.join(', ')
}

/** By question, as the tool expects it. */
export const answersOf = (state: QuestionState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    state.questions.flatMap(({ question }, at) => {
      const answer = answerOf(state, at)
      return answer === undefined ? [] : [[question, answer]]
    }),
  )

/** What was added to answers, by question; undefined: nothing was. */
export const notesOf = (
  state: QuestionState,
): Readonly<Record<string, { readonly notes: string }>> | undefined => {
  const notes = state.questions.flatMap(({ question }, at) => {
    const note = state.pages[at]?.note ?? ''
    return note === '' ? [] : [[question, { notes: note }] as const]
  })
  return notes.length === 0 ? undefined : Object.fromEntries(notes)
}
