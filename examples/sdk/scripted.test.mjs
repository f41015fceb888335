// A test of your agent without an account: node --test scripted.test.mjs (vitest works the same way).
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertRequest, openTestSession } from 'capstan-sdk/testing'

const scenario = {
  replies: [
    {
      when: { lastUserText: 'changelog' },
      text: 'I will write it.',
      tool: { name: 'Write', input: { file_path: 'CHANGELOG.md', content: '# 1.0\n' } },
    },
    { when: { toolResult: { tool: 'Write' } }, text: 'Written.' },
  ],
}

test('the changelog is written once it is allowed', async () => {
  await using session = await openTestSession({ scenario, permission: () => ({ behavior: 'allow' }) })
  const turn = await session.ask('Start a changelog')

  assert.equal(turn.ended.kind, 'completed')
  assert.deepEqual(
    turn.calls.map(({ name, isError }) => [name, isError]),
    [['Write', false]],
  )
  assert.equal(readFileSync(join(session.cwd, 'CHANGELOG.md'), 'utf8'), '# 1.0\n')
  assertRequest(session.requests, { lastMessage: 'Start a changelog', tool: 'Write' })
})

test('nothing is written when nobody allows it', async () => {
  await using session = await openTestSession({
    scenario: { replies: [...scenario.replies, { text: 'Too bad.' }] },
  })
  const { calls } = await session.ask('Start a changelog')
  assert.equal(calls[0].isError, true)
  assert.throws(() => assertRequest(session.requests, { anyMessage: /never said/ }), /No request matches/)
})

test('a recorded run plays again without the model', async () => {
  const say = async options => {
    await using session = await openTestSession(options)
    return (await session.ask('Hello?')).text
  }
  const hello = { replies: [{ text: 'Hello, recorder.' }] }
  assert.equal(await say({ scenario: hello, record: 'hello.jsonl' }), 'Hello, recorder.')
  assert.equal(await say({ replay: 'hello.jsonl' }), 'Hello, recorder.')
})
