import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { askUserQuestionTool } from './ask-user-question.ts'
import { withHtmlPreviews } from './html-previews.ts'

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

test('a note beside an answer reaches the model and outlives the result; so does a note alone', async () => {
  const questions = [question(), question({ question: 'Which size?', header: 'Size' })]
  const annotations = {
    'Which colour?': { notes: 'but a dark one', preview: 'rgb(99, 0, 0)' },
    'Which size?': { notes: 'whatever fits' },
    'Not asked?': { notes: 'x' },
  }
  const { output, text } = await run({ questions, answers: { 'Which colour?': 'red' }, annotations })
  const { 'Not asked?': _, ...known } = annotations
  expect(output).toEqual({ questions, answers: { 'Which colour?': 'red' }, annotations: known })
  expect(text).toBe(
    'The person answered:\n- Which colour? red\n  Their note: but a dark one\n- Which size? (no answer)\n  Their note: whatever fits',
  )
  expect(askUserQuestionTool.effects?.({ questions }, output as never, '/')).toEqual([
    { kind: 'answer', text: 'Which colour?', outcome: 'done', detail: 'red; but a dark one' },
    { kind: 'answer', text: 'Which size?', outcome: 'done', detail: 'whatever fits' },
  ])
})

test('how a question was left unanswered is for programs, not for the model', async () => {
  const questions = [question(), question({ question: 'Which size?', header: 'Size' })]
  const annotations = { 'Which size?': { unanswered: 'skipped' } }
  const { output, text } = await run({ questions, answers: { 'Which colour?': 'red' }, annotations })
  expect(output).toMatchObject({ annotations })
  expect(text).not.toContain('skipped')
})

test.each([
  ['<script>alert(1)</script>', '<script'],
  ['<div style="color:red">a</div><STYLE>b{}</STYLE>', '<STYLE'],
  ['<!DOCTYPE html><p>a</p>', '<!DOCTYPE'],
  ['<img src=x onerror="alert(1)">', 'onerror='],
  ['<a href=" javascript:alert(1)">a</a>', 'javascript:'],
  ['<iframe src="https://example.com"></iframe>', '<iframe'],
])('as HTML the preview %s reaches nobody', async (preview, part) => {
  const input = { questions: [question({ options: [{ ...option('a'), preview }, option('b')] })] }
  await expect(withHtmlPreviews(askUserQuestionTool).prepare?.(input, makeToolCall())).rejects.toThrow(part)
})

test.each([
  '<div style="display:grid;gap:4px"><button>Save</button><p>onclick = later, javascript: no</p></div>',
  '<pre>&lt;script&gt;</pre>',
])('as HTML the preview %s is shown', async preview => {
  const input = { questions: [question({ options: [{ ...option('a'), preview }, option('b')] })] }
  expect(await withHtmlPreviews(askUserQuestionTool).prepare?.(input, makeToolCall())).toBe(input)
})
