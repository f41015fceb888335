import { expect, test } from 'vitest'
import { readReviewState } from './review-state.ts'

test.each([
  [{ state: 'OPEN', isDraft: false, reviewDecision: 'APPROVED' }, 'approved'],
  [{ state: 'OPEN', isDraft: false, reviewDecision: 'CHANGES_REQUESTED' }, 'changes_requested'],
  [{ state: 'OPEN', isDraft: false, reviewDecision: '' }, 'pending'],
  [{ state: 'OPEN', isDraft: true, reviewDecision: 'APPROVED' }, 'draft'],
  [{ state: 'MERGED', isDraft: false }, 'merged'],
  [{ state: 'CLOSED' }, 'closed'],
  [{ state: 'NEW' }, undefined],
  ['x', undefined],
])('%j is %s', (said, state) => {
  expect(readReviewState(Buffer.from(JSON.stringify(said)))).toBe(state)
})

test('no answer, and one that is no JSON, say nothing', () => {
  expect([readReviewState(undefined), readReviewState(Buffer.from('gh: not found'))]).toEqual([
    undefined,
    undefined,
  ])
})
