import { expect, test } from 'vitest'
import { verbatim } from '../../protocol/messages/layout.ts'
import { reviewText } from '../../protocol/messages/permissions/review.ts'
import { type AskReviewer, createReviewer } from './reviewer.ts'
import { reviewRules } from './rules.ts'
import { Transcript } from './transcript.ts'

type Answer = string | Error | 'never' | { readonly cut: string }

/** A reviewer whose model says these things in turn. */
const reviewerOf = (...answers: readonly Answer[]) => {
  const asked: Omit<Parameters<AskReviewer>[0], 'signal'>[] = []
  const reviewer = createReviewer({
    rules: reviewRules(),
    roots: () => ['/w'],
    transcript: new Transcript(),
    timeoutMs: answers.includes('never') ? 20 : 60_000,
    async ask({ signal, ...question }) {
      const answer = answers[asked.length]
      asked.push(question)
      if (answer === 'never')
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      if (answer instanceof Error) throw answer
      if (typeof answer === 'object') return { text: answer.cut, complete: false }
      return { text: answer ?? '', complete: true }
    },
  })
  return { asked, reviewer }
}
const call = { id: 'a', tool: 'Bash', input: { command: 'make' } }
const { signal } = new AbortController()

test.each<[string, readonly Answer[], object, number]>([
  ['a quick yes', ['ALLOW'], { verdict: 'allow', reason: reviewText('nothing_against') }, 1],
  [
    'a second look that allows',
    ['LOOK', '{"verdict":"allow","reason":"ok"}'],
    { verdict: 'allow', reason: verbatim('ok') },
    2,
  ],
  [
    'a second look that refuses',
    ['no', '{"verdict":"deny","reason":"bad"}'],
    { verdict: 'deny', reason: verbatim('bad') },
    2,
  ],
  ['an empty answer', ['', ''], { verdict: 'none', why: reviewText('makes_no_sense') }, 2],
  ['a cut yes', [{ cut: 'ALLOW' }], { verdict: 'none', why: reviewText('broke_off') }, 1],
  [
    'a failure',
    [new Error('no route')],
    { verdict: 'none', why: reviewText('failed', { error: 'no route' }) },
    1,
  ],
  [
    'a late failure',
    ['LOOK', new Error('x')],
    { verdict: 'none', why: reviewText('failed', { error: 'x' }) },
    2,
  ],
  ['silence', ['never'], { verdict: 'none', why: reviewText('timed_out', { seconds: 1 }) }, 1],
])('%s', async (_, answers, expected, questions) => {
  const { reviewer, asked } = reviewerOf(...answers)
  expect(await reviewer.review(call, signal)).toEqual(expected)
  expect(asked).toHaveLength(questions)
})

test('a call that is too long is nobody’s to review', async () => {
  const { reviewer, asked } = reviewerOf('ALLOW')
  const long = { ...call, input: { command: 'x'.repeat(30_000) } }
  expect(await reviewer.review(long, signal)).toEqual({
    verdict: 'none',
    why: reviewText('too_long'),
  })
  expect(asked).toEqual([])
})

test.each<[Answer, boolean]>([
  ['YES', true],
  ['yes', true],
  ['NO', false],
  ['Yes, it is.', false],
  ['', false],
  [new Error('x'), false],
  [{ cut: 'YES' }, false],
  ['never', false],
])('a command is planned only after a plain yes: %j', async (answer, planned) => {
  const { reviewer, asked } = reviewerOf(answer)
  expect(await reviewer.isPlanned('a\nb', [{ tool: 'Bash', prompt: 'run "tests"' }], signal)).toBe(planned)
  expect(asked[0]?.lines).toEqual(['"a\\nb"'])
  expect(asked[0]?.system).toContain('- "run \\"tests\\""')
})
