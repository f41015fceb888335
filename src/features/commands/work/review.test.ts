import { expect, test } from 'vitest'
import { createFakeHost } from '../../../../test/support/fake-command-host.ts'
import type { ReviewCommands } from '../../../protocol/agents/change-review.ts'
import type { CommandHost } from '../../../protocol/command.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import { reviewCommand } from './review.ts'

const run = async (words: string, agreed: boolean | undefined = undefined) => {
  const calls: unknown[] = []
  const reviews: ReviewCommands = {
    async plan(wish) {
      calls.push(['plan', wish])
      return wish.word === 'bridge' ? undefined : { id: 'w1', what: 'HEAD', agents: 14 }
    },
    async start(plan, maxUsd) {
      calls.push(['start', plan.id, maxUsd])
      return verbatim('Begun.')
    },
    async show(id) {
      calls.push(['show', id])
      return id === 'w2' ? verbatim('Findings.') : undefined
    },
  }
  const host = createFakeHost()
  const workflows: CommandHost['workflows'] = { ...host.workflows, confirmCost: async () => agreed }
  const outcome = await reviewCommand.run(words, { ...host, workflows, reviews })
  return {
    calls,
    kind: outcome.kind,
    text: typeof outcome.text === 'string' ? outcome.text : inEnglish(outcome.text ?? ''),
  }
}

test.each([
  [
    '',
    {
      calls: [
        ['plan', {}],
        ['start', 'w1', 5],
      ],
      kind: 'shown',
      text: 'Begun.',
    },
  ],
  [
    'main',
    {
      calls: [
        ['plan', { word: 'main' }],
        ['start', 'w1', 5],
      ],
    },
  ],
  [
    '--usd 2 a..b',
    {
      calls: [
        ['plan', { word: 'a..b' }],
        ['start', 'w1', 2],
      ],
    },
  ],
  [
    '#12 --only security,tests --usd=0.5',
    {
      calls: [
        ['plan', { word: '#12', only: ['security', 'tests'] }],
        ['start', 'w1', 0.5],
      ],
    },
  ],
  [
    'show',
    { calls: [['show', undefined]], text: expect.stringContaining('Start one with /review') as string },
  ],
  ['show w2', { calls: [['show', 'w2']], text: 'Findings.' }],
  // What names no change is read by the model itself.
  [
    'bridge',
    {
      calls: [['plan', { word: 'bridge' }]],
      kind: 'submit',
      text: expect.stringMatching(/^Review: bridge\n/) as string,
    },
  ],
  ['the last commit', { calls: [], kind: 'submit' }],
  ['show me the bridge', { calls: [], kind: 'submit' }],
])('/review %s', async (words, expected) => {
  expect(await run(words, true)).toMatchObject(expected)
})

test('nothing begins that nobody agreed to', async () => {
  expect(await run('', false)).toMatchObject({ calls: [['plan', {}]], text: 'Not started.' })
  await expect(run('main')).rejects.toThrow('/review --usd 5')
  await expect(run('--usd lots', true)).rejects.toThrow('--usd')
})

test('the model, who calls it as a skill, gets the words', async () => {
  const outcome = await reviewCommand.run('main', {} as CommandHost)
  expect(outcome).toMatchObject({ kind: 'submit', text: expect.stringMatching(/^Review: main\n/) as string })
})
