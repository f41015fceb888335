import { expect, test } from 'vitest'
import { type FakeUiOptions, openFakeUi } from '../../../../../test/support/fake-ui.tsx'
import { verbatim } from '../../../../protocol/messages/layout.ts'
import type { TrustPort, TrustRequest } from '../../ports/trust-port.ts'
import { type TrustAnswer, TrustPanel } from './trust-panel.tsx'

const open = async (
  { accept = async () => {}, ...wish }: Partial<TrustRequest> & { accept?: TrustPort['accept'] } = {},
  options: FakeUiOptions = {},
) => {
  const fake = await openFakeUi(options)
  const done: TrustAnswer[] = []
  let closed = 0
  const params = {
    wish: {
      directory: '/w',
      survey: verbatim('Programs it wants to run:\n  hook Stop: curl evil\u001b[2J'),
      ...wish,
    },
    trust: { wish: async () => undefined, accept },
    done: (answer: TrustAnswer) => void done.push(answer),
  }
  const close = (): void => {
    closed += 1
  }
  const draw = async (): Promise<void> => fake.mount(<TrustPanel params={params} close={close} />)
  await draw()
  /** It has stood long enough to be answered. */
  const ripen = async (): Promise<void> => {
    fake.clock.now += 1000
    await draw()
  }
  return Object.assign(fake, { done, closes: () => closed, ripen })
}

test('the folder and what it wants are shown, and Enter is the careful answer', async () => {
  await using fake = await open()
  await fake.ripen()
  expect(fake.text()).toContain('hook Stop: curl evil\\u{1b}[2J')
  expect(fake.text()).toContain('❯ 2. No, continue without it')
  await fake.press('enter')
  expect([fake.done, fake.closes()]).toEqual([['restricted'], 1])
})

test('it is trusted by hand, once it is remembered', async () => {
  let accepted = 0
  await using fake = await open({
    accept: async () => {
      accepted += 1
    },
  })
  await fake.ripen()
  await fake.pressAtOnce('up', 'enter', 'enter')
  expect([accepted, fake.done, fake.closes()]).toEqual([1, ['trusted'], 1])
})

test('when it cannot be remembered that is said and the question stays', async () => {
  await using fake = await open({ accept: async () => Promise.reject(new Error('disk full')) })
  await fake.ripen()
  await fake.press('1')
  expect(fake.text()).toContain("Couldn't save that: disk full")
  expect(fake.done).toEqual([])
  await fake.press('2')
  expect(fake.done).toEqual(['restricted'])
})

test.each([
  ['1', 'trusted'],
  ['2', 'restricted'],
  ['3', 'leave'],
])('%s answers as in every question: %s', async (digit, answer) => {
  await using fake = await open()
  await fake.press(digit)
  expect(fake.done).toEqual([])
  await fake.ripen()
  await fake.press(digit)
  expect(fake.done).toEqual([answer])
})

test.each(['escape', 'ctrl+c'])('%s leaves', async key => {
  await using fake = await open()
  await fake.ripen()
  await fake.press(key)
  expect(fake.done).toEqual(['leave'])
})

test('somebody who types on trusts nothing', async () => {
  await using fake = await open()
  fake.hub.guard()
  for (const key of 'jj2y') {
    await fake.press(key)
    fake.clock.now += 100
  }
  await fake.press('enter')
  expect(fake.done).toEqual([])
  expect(fake.atPrompt).toHaveLength(5)
})

test('a folder that is trusted for one session says so', async () => {
  await using fake = await open({ lasting: false })
  expect(fake.text()).toContain('Yes, trust it  this session')
})

test('many wishes are scrolled', async () => {
  const survey = verbatim(Array.from({ length: 60 }, (_, at) => `  rule ${at}`).join('\n'))
  await using fake = await open({ survey }, { rows: 15, columns: 40 })
  await fake.ripen()
  expect(fake.screen().length).toBeLessThanOrEqual(15)
  await fake.press('pagedown')
  expect(fake.text()).not.toContain('rule 0\n')
})
