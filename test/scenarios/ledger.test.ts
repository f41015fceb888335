import { expect, test } from 'vitest'
import { ledgerRows } from '../../src/features/sessions/ledger/ledger-rows.ts'
import { readStory } from '../../src/features/sessions/ledger/read-story.ts'
import { createWorld } from '../support/engine-bench.ts'

const HOUR_MS = 3_600_000

test('the ledger says who approved a call, and its duration is without the time the person took', async () => {
  let later = 0
  await using world = await createWorld({
    allow: ['Bash(touch *)'],
    scenario: {
      replies: [
        {
          tools: [
            { name: 'Bash', input: { command: 'touch allowed' } },
            { name: 'Bash', input: { command: 'mkdir asked' } },
          ],
        },
        { text: 'done' },
      ],
    },
    config: config => ({
      permissions: { ...config.permissions, canAsk: true },
      runtime: { ...config.runtime, now: () => new Date(Date.now() + later) },
    }),
  })
  const asked = world.ask('go')
  const question = await expect
    .poll(() => world.events.find(event => event.type === 'permission_request'))
    .toBeDefined()
    .then(() => world.events.find(event => event.type === 'permission_request'))
  if (question?.type !== 'permission_request') throw new Error('nobody asked')
  later = HOUR_MS
  await world.engine.send({
    type: 'answer_permission',
    id: question.request.id,
    answer: { behavior: 'allow' },
  })
  await asked
  const rows = ledgerRows(readStory(world.sessionPath), () => 0).filter(({ kind }) => kind === 'run')
  expect(rows.map(({ what, approvedBy }) => [what, approvedBy])).toEqual([
    ['touch allowed', 'rule Bash(touch *)'],
    ['mkdir asked', 'you'],
  ])
  for (const { durationMs = HOUR_MS } of rows) expect(durationMs).toBeLessThan(HOUR_MS)
})
