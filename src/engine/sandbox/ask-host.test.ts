import { expect, test } from 'vitest'
import type { PermissionAnswer, PermissionMode, PermissionRequest } from '../../protocol/permission.ts'
import type { Runtime } from '../options/runtime.ts'
import { createHostQuestions } from './ask-host.ts'

const YES: PermissionAnswer = { behavior: 'allow' }
const NO: PermissionAnswer = { behavior: 'deny', message: 'no' }
const still = new AbortController().signal

const open = (more: { readonly canAsk?: boolean; readonly mode?: PermissionMode } = {}) => {
  const asked: string[] = []
  const waiting: ((answer: PermissionAnswer) => void)[] = []
  const ask = createHostQuestions({
    config: {
      permissions: { canAsk: more.canAsk ?? true },
      runtime: { newId: () => 'id' } as Runtime,
    },
    live: { mode: more.mode ?? 'default' },
    desk: {
      ask: async (request: PermissionRequest, signal: AbortSignal) => {
        asked.push(request.details?.subject?.text ?? '')
        return await new Promise(resolve => {
          signal.addEventListener('abort', () => resolve(undefined))
          waiting.push(resolve)
        })
      },
    },
  })
  const answer = async (given: PermissionAnswer): Promise<void> => {
    while (waiting.length === 0) await new Promise(done => setImmediate(done))
    waiting.shift()?.(given)
  }
  return { ask, asked, answer }
}

test('a host is asked about once, whoever waits and whatever the answer is', async () => {
  const { ask, asked, answer } = open()
  const both = [ask('a.test', still), ask('a.test', still)]
  await answer(YES)
  expect([await Promise.all(both), await ask('a.test', still)]).toEqual([[true, true], true])
  const refused = ask('b.test', still)
  await answer(NO)
  expect([await refused, await ask('b.test', still), asked]).toEqual([false, false, ['a.test', 'b.test']])
})

test('one question stands at a time', async () => {
  const { ask, asked, answer } = open()
  const both = [ask('a.test', still), ask('b.test', still)]
  await new Promise(done => setImmediate(done))
  expect(asked).toEqual(['a.test'])
  await answer(NO)
  await answer(YES)
  expect([await Promise.all(both), asked]).toEqual([
    [false, true],
    ['a.test', 'b.test'],
  ])
})

test('it is withdrawn when nobody waits for it any more, and asked again of whoever comes then', async () => {
  const { ask, asked, answer } = open()
  const [one, other] = [new AbortController(), new AbortController()]
  const both = [ask('a.test', one.signal), ask('a.test', other.signal)]
  await new Promise(done => setImmediate(done))
  one.abort()
  await new Promise(done => setImmediate(done))
  other.abort()
  expect([await Promise.all(both), asked]).toEqual([[false, false], ['a.test']])
  const again = ask('a.test', still)
  await answer(NO)
  await answer(YES)
  expect([await again, asked.length]).toEqual([true, 2])
})

test.each([{ canAsk: false }, { mode: 'dontAsk' as const }])(
  'with %j nobody is asked, and the answer is no',
  async more => {
    const { ask, asked } = open(more)
    expect([await ask('a.test', still), asked]).toEqual([false, []])
  },
)

test('after ten times no nobody is asked again', async () => {
  const { ask, asked, answer } = open()
  for (let host = 0; host < 12; host++) {
    const refused = ask(`${host}.test`, still)
    if (host < 10) await answer(NO)
    expect(await refused).toBe(false)
  }
  expect(asked).toHaveLength(10)
})
