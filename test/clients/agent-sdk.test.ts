import { expect, test } from 'vitest'
import { hasSdk, openSdkWorldHere, Talk } from '../support/agent-sdk.ts'
import type { Line } from '../support/run-program.ts'

const here = hasSdk()
const WAIT = 'touch begun; until [ -e go ]; do sleep 0.02; done; echo built'

test.skipIf(!here)('the end of a background command is a turn of its own for the agent SDK', async () => {
  await using world = await openSdkWorldHere({
    replies: [
      {
        when: { lastUserText: 'RUN IT' },
        tool: { name: 'Bash', input: { command: WAIT, run_in_background: true } },
      },
      { when: { lastUserText: /task-notification/ }, text: 'it is built', repeat: true },
      { text: 'started', repeat: true },
    ],
  })
  await using talk = new Talk(world, { allowedTools: ['Bash'] })
  expect(await talk.turn('RUN IT')).toMatchObject({ subtype: 'success', result: 'started' })
  const before = talk.lines.length
  world.put('go', '')
  expect(await talk.result()).toMatchObject({
    result: 'it is built',
    origin: { kind: 'task-notification' },
  })
  const own = ({ type, subtype }: Line) => subtype === 'init' || ['assistant', 'result'].includes(type)
  expect(
    talk.lines
      .slice(before)
      .filter(own)
      .map(({ type }) => type),
  ).toEqual(['system', 'assistant', 'result'])
  // Nothing a host must not see follows the last result.
  const lines = await talk.end()
  const last = lines.findLastIndex(({ type }) => type === 'result')
  expect(lines.slice(last + 1).filter(line => line['sdk_host_only'] !== true)).toEqual([])
})

test.skipIf(!here)('what the agent SDK says with priority next joins the running turn', async () => {
  await using world = await openSdkWorldHere({
    replies: [
      { when: { lastUserText: 'RUN IT' }, tool: { name: 'Bash', input: { command: WAIT } } },
      { text: 'heard', repeat: true },
    ],
  })
  await using talk = new Talk(world, { allowedTools: ['Bash'] })
  talk.said.say('RUN IT')
  await talk.line(({ type }) => type === 'assistant')
  talk.said.say('AND THIS', { priority: 'next' })
  // Answered in order: when the models are there, what was said before is there as well.
  const models = (await talk.query.supportedModels()) as readonly { readonly displayName: string }[]
  world.put('go', '')
  expect(await talk.result()).toMatchObject({ subtype: 'success', result: 'heard', num_turns: 2 })
  expect(JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])).toContain('AND THIS')
  expect(models.map(({ displayName }) => displayName)).toContainEqual(expect.stringMatching(/^Sonnet \d/))
  expect(await talk.end()).toHaveLength(talk.lines.length)
})
