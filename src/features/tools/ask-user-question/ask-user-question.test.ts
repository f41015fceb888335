import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { askUserQuestionTool } from './ask-user-question.ts'

const option = (label: string) => ({ label, description: `means ${label}` })
const question = (more: object = {}) => ({
  question: 'Which colour?',
  header: 'Colour',
  options: [option('red'), option('blue')],
  multiSelect: false,
  ...more,
})
const run = (input: unknown) => runTool(askUserQuestionTool, input, makeToolCall())

test('it needs the person, whatever it asks', () => {
  expect(askUserQuestionTool.access({ questions: [] }, '/')).toEqual([{ kind: 'person' }])
})

test('the answers in the approved input are the result', async () => {
  const questions = [question(), question({ question: 'Which sizes?', header: 'Sizes', multiSelect: true })]
  const answers = { 'Which colour?': 'red', 'Which sizes?': ['S', 'L'], 'Not asked?': 'x' }
  const { output, text } = await run({ questions, answers })
  expect(output).toEqual({ questions, answers: { 'Which colour?': 'red', 'Which sizes?': 'S, L' } })
  expect(text).toBe('The person answered:\n- Which colour? red\n- Which sizes? S, L')
})

test('free text is an answer, for one question or instead of all', async () => {
  expect(
    (await run({ questions: [question()], answers: { 'Which colour?': 'rather green' } })).text,
  ).toContain('rather green')
  const { output, text } = await run({ questions: [question()], response: 'Drop the idea.' })
  expect(output).toEqual({ questions: [question()], answers: {}, response: 'Drop the idea.' })
  expect(text).toBe('The person answered:\n- Which colour? (no answer)\nThey said: Drop the idea.')
})

test.each([
  {},
  { answers: {} },
  { answers: { 'Which colour?': ' ' } },
  { answers: { other: 'x' } },
  { response: '' },
])('an approval with %j says that nobody answered', async more => {
  await expect(run({ questions: [question()], ...more })).rejects.toThrow('Nobody answered.')
})

test('answers the model writes itself do not count', () => {
  const input = askUserQuestionTool.input.parse({
    questions: [question({ multiSelect: undefined })],
    answers: { 'Which colour?': 'red' },
    response: 'yes',
  })
  expect(askUserQuestionTool.fromModel?.(input)).toEqual({ questions: [question()] })
})

test.each([
  ['no question', { questions: [] }],
  ['five questions', { questions: [1, 2, 3, 4, 5].map(n => question({ question: `Q${n}?` })) }],
  ['one option', { questions: [question({ options: [option('a')] })] }],
  ['five options', { questions: [question({ options: ['a', 'b', 'c', 'd', 'e'].map(option) })] }],
  ['a header of 13 characters', { questions: [question({ header: '1234567890123' })] }],
  ['the same question twice', { questions: [question(), question()] }],
  ['the same label twice', { questions: [question({ options: [option('a'), option('a')] })] }],
  ['an option without description', { questions: [question({ options: [{ label: 'a' }, option('b')] })] }],
])('%s is refused', (_, input) => {
  expect(askUserQuestionTool.input.safeParse(input).success).toBe(false)
})

test('a preview and a header of 12 characters are fine', () => {
  const input = {
    questions: [
      question({ header: '12345678901é', options: [{ ...option('a'), preview: 'x' }, option('b')] }),
    ],
  }
  expect(askUserQuestionTool.input.parse(input)).toEqual(input)
})

test('what the person said outlives the result, each with what it answers', () => {
  const questions = [question(), question({ question: 'Which size?', header: 'Size' })]
  const output = { questions, answers: { 'Which colour?': 'red' }, response: 'No sizes yet.' }
  expect(askUserQuestionTool.effects?.({ questions }, output, '/')).toEqual([
    { kind: 'answer', text: 'Which colour?', outcome: 'done', detail: 'red' },
    { kind: 'answer', text: 'Asked to choose', outcome: 'done', detail: 'No sizes yet.' },
  ])
  expect(askUserQuestionTool.effects?.({ questions: [question()] }, undefined, '/')).toEqual([
    { kind: 'answer', text: 'Which colour?', outcome: 'interrupted' },
  ])
})
