import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  acceptOwn,
  answersOf,
  chooseRow,
  goToTab,
  isComplete,
  moveRow,
  pageOf,
  type QuestionState,
  rowCount,
  startQuestions,
  toggleRow,
  writeOwn,
} from './question-state.ts'
import { type AskedQuestion, readQuestions } from './read-questions.ts'

const asked = (question: string, several = false): AskedQuestion => ({
  question,
  header: question,
  several,
  options: ['a', 'b'].map(label => ({ label, description: '' })),
})
const two = startQuestions([asked('one'), asked('more', true)])

test('choosing answers and goes on to the next question, at the end to the summary', () => {
  const first = chooseRow(two, 1)
  expect([first.tab, answersOf(first)]).toEqual([1, { one: 'b' }])
  const marked = toggleRow(moveRow(toggleRow(first), 1))
  expect(answersOf(marked)).toEqual({ one: 'b', more: 'a, b' })
  expect(answersOf(toggleRow(marked))).toEqual({ one: 'b', more: 'a' })
  expect(chooseRow(marked, 3).tab).toBe(2)
  expect(goToTab(marked, 3).tab).toBe(0)
  expect(goToTab(marked, -1).tab).toBe(2)
})

test("one's own words take the place of an option, or stand beside several", () => {
  const own = writeOwn(chooseRow(goToTab(chooseRow(two, 0), 0), 2), ' mine ')
  expect(answersOf(own)).toEqual({ one: 'mine' })
  expect(acceptOwn(own).tab).toBe(1)
  expect(answersOf(goToTab(chooseRow(goToTab(own, 0), 0), 0))).toEqual({ one: 'a' })
  const beside = writeOwn(toggleRow(goToTab(two, 1)), 'x')
  expect(answersOf(beside)).toEqual({ more: 'a, x' })
  expect(answersOf(writeOwn(beside, ' '))).toEqual({ more: 'a' })
})

test('words that are empty are no answer and do not lead on', () => {
  const empty = writeOwn(chooseRow(two, 2), '  ')
  expect(answersOf(empty)).toEqual({})
  expect(acceptOwn(empty)).toBe(empty)
})

test('the only question is complete when it is answered; where several may be chosen, when that is said', () => {
  const one = startQuestions([asked('one')])
  expect(isComplete(chooseRow(one, 0), 0)).toBe(true)
  expect(isComplete(chooseRow(one, 2), 2)).toBe(false)
  expect(isComplete(writeOwn(chooseRow(one, 2), 'x'), 2)).toBe(true)
  const several = startQuestions([asked('more', true)])
  expect(isComplete(chooseRow(several, 0), 0)).toBe(false)
  expect(isComplete(chooseRow(chooseRow(several, 0), 3), 3)).toBe(true)
  expect(isComplete(chooseRow(several, 3), 3)).toBe(false)
  expect(isComplete(chooseRow(two, 0), 0)).toBe(false)
})

test('whatever is pressed, the pointer is on a row and answers are to questions that were asked', () => {
  const step = fc.constantFrom<(state: QuestionState) => QuestionState>(
    state => moveRow(state, 1),
    state => moveRow(state, -1),
    toggleRow,
    state => chooseRow(state, 0),
    state => chooseRow(state, 7),
    state => goToTab(state, state.tab + 1),
    state => writeOwn(state, 'x'),
    acceptOwn,
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const end = steps.reduce((state, one) => one(state), two)
      const question = end.questions[end.tab]
      if (question) expect(pageOf(end)?.row).toBeLessThan(rowCount(question))
      for (const about of Object.keys(answersOf(end))) expect(['one', 'more']).toContain(about)
    }),
  )
})

test.each([
  [null],
  [{}],
  [{ questions: [] }],
  [{ questions: [{ question: 'q', options: [] }] }],
  [{ questions: [{ options: [{ label: 'a' }] }] }],
  [{ questions: [{ question: 'q', options: [{ label: 'a' }] }, 7] }],
])('%j asks nothing that could be shown', input => {
  expect(readQuestions(input)).toBeUndefined()
})

test('a question may lack what is not needed', () => {
  expect(
    readQuestions({ questions: [{ question: 'q', options: [{ label: 'a', preview: 'p' }, 1] }] }),
  ).toEqual([
    { question: 'q', header: 'q', several: false, options: [{ label: 'a', description: '', preview: 'p' }] },
  ])
})
