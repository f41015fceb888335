import { expect, test } from 'vitest'
import { openFakeUi } from '../../../../test/support/fake-ui.tsx'
import type { AttachOffer } from './busy-session.tsx'
import { BusySessionPanel } from './busy-session.tsx'

const open = async (attach: AttachOffer = 'never', { ripe = true } = {}) => {
  const fake = await openFakeUi({})
  const done: string[] = []
  const params = {
    problem: 'Session s is open in a terminal (process 7 on h since 2026-03-02T09:14Z).\u001b[2J',
    attach,
    done: (answer: string) => void done.push(answer),
  }
  const draw = async (): Promise<void> => fake.mount(<BusySessionPanel params={params} close={() => {}} />)
  await draw()
  if (ripe) fake.clock.now += 1000
  await draw()
  return Object.assign(fake, { done })
}

test('who has it is named, and Enter ends nothing', async () => {
  await using fake = await open()
  expect(fake.text()).toContain('is open in a terminal (process 7 on h')
  expect(fake.text()).toContain('❯ 1. Continue in a copy')
  await fake.press('enter')
  expect(fake.done).toEqual(['copy'])
})

test('one that can be joined offers that first; Enter attaches', async () => {
  await using fake = await open('now')
  expect(fake.text()).toContain('❯ 1. Attach to it')
  await fake.press('enter')
  expect(fake.done).toEqual(['attach'])
})

test('of a terminal that does not share it, the way to join is told and cannot be chosen', async () => {
  await using fake = await open('share_first')
  expect(fake.text()).toContain('❯ 1. Continue in a copy')
  expect(fake.text()).toContain('/remote-control in that terminal')
  await fake.press('down', 'down')
  expect(fake.text()).toContain('❯ 3. Try again')
})

test('to take it over takes two steps', async () => {
  await using fake = await open()
  await fake.press('down', 'enter')
  expect(fake.done).toEqual(['take_over'])
})

test.each(['escape', 'ctrl+c'])('%s leaves', async key => {
  await using fake = await open()
  await fake.press(key)
  expect(fake.done).toEqual(['leave'])
})

test.each([
  ['1', 'copy'],
  ['2', 'take_over'],
  ['3', 'retry'],
  ['4', 'leave'],
])('%s is %s, and none of them right after the question appeared', async (digit, answer) => {
  await using early = await open('never', { ripe: false })
  await early.press(digit)
  expect(early.done).toEqual([])
  await using fake = await open()
  await fake.press(digit)
  expect(fake.done).toEqual([answer])
})
