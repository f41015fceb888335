import { expect, test } from 'vitest'
import { createHeadersHelper } from './dynamic-headers.ts'

const open = (answers: string[]) => {
  const warnings: string[] = []
  let time = 0
  let asked = 0
  const headers = createHeadersHelper(
    { command: 'x', env: {}, cwd: '/' },
    {
      everyMs: 1_000,
      warn: ({ text }) => void warnings.push(text),
      ask: async () => {
        asked += 1
        return answers.shift() ?? ''
      },
      now: () => time,
    },
  )
  return { headers, warnings, asked: () => asked, pass: (ms: number) => (time += ms) }
}

test('headers of a command are kept for a while and then asked for again', async () => {
  const { headers, asked, pass } = open(['{"a":"1"}', '{"a":"2"}'])
  expect([await headers(), await headers()]).toEqual([{ a: '1' }, { a: '1' }])
  pass(1_001)
  expect([await headers(), asked()]).toEqual([{ a: '2' }, 2])
})

test.each(['', 'nonsense', '[]', '{"a":1}'])(
  'output %j is said to be wrong, and the last good headers stay',
  async bad => {
    const { headers, warnings, pass } = open(['{"a":"1"}', bad])
    await headers()
    pass(1_001)
    expect(await headers()).toEqual({ a: '1' })
    expect(warnings).toEqual([
      'otelHeadersHelper must print a JSON object of headers. Telemetry is sent without new ones.',
    ])
  },
)
