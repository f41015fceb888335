import { expect, test } from 'vitest'
import { PullRequestReview } from './pull-request-review.ts'

const PR = { number: 7, url: 'https://github.com/a/b/pull/7', kind: 'pr' } as const
const settled = () => new Promise(resolve => setImmediate(resolve))

test('the state of a review comes behind what is shown, and is asked for once a minute', async () => {
  const asked: string[] = []
  let changes = 0
  const review = new PullRequestReview({
    ask: async url => {
      asked.push(url)
      return asked.length < 3 ? 'pending' : 'approved'
    },
    changed: () => {
      changes += 1
    },
  })
  expect(review.of(PR, 0)).toEqual(PR)
  await settled()
  expect([review.of(PR, 1_000), changes]).toEqual([{ ...PR, review_state: 'pending' }, 1])
  review.of(PR, 61_000)
  await settled()
  expect(changes).toBe(1)
  review.of(PR, 122_000)
  await settled()
  expect([review.of(PR, 122_001).review_state, asked.length, changes]).toEqual(['approved', 3, 2])
})

test('a merge request is not asked about, and who cannot be asked is no error', async () => {
  const review = new PullRequestReview({ ask: () => Promise.reject(new Error('no gh')), changed: () => {} })
  const mr = { number: 1, url: 'https://gitlab.com/a/b/-/merge_requests/1', kind: 'mr' } as const
  expect(review.of(mr, 0)).toEqual(mr)
  review.of(PR, 0)
  await settled()
  expect(review.of(PR, 1)).toEqual(PR)
})
