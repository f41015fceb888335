import { expect, test } from 'vitest'
import { openFakeUi } from '../../../../test/support/fake-ui.tsx'
import { DamagedSettingsPanel } from './damaged-settings.tsx'

const open = async ({ ripe = true } = {}) => {
  const fake = await openFakeUi({})
  const done: string[] = []
  const params = {
    problem: '/h/settings.json is empty. Fix it.\u001b[2J',
    done: (answer: string) => void done.push(answer),
  }
  const draw = async (): Promise<void> =>
    fake.mount(<DamagedSettingsPanel params={params} close={() => {}} />)
  await draw()
  if (ripe) fake.clock.now += 1000
  await draw()
  return Object.assign(fake, { done })
}

test('the file is named, and Enter is the careful answer', async () => {
  await using fake = await open()
  await fake.pause()
  expect(fake.text()).toContain('/h/settings.json is empty. Fix it.\\u{1b}[2J')
  expect(fake.text()).toContain('❯ 1. Read it again')
  await fake.press('enter')
  expect(fake.done).toEqual(['retry'])
})

test('to continue without the missing rules takes two steps', async () => {
  await using fake = await open()
  await fake.press('down', 'down', 'enter')
  expect(fake.done).toEqual(['accept'])
})

test.each([
  ['1', 'retry'],
  ['2', 'leave'],
  ['3', 'accept'],
])('%s is %s, and none of them right after the question appeared', async (digit, answer) => {
  await using early = await open({ ripe: false })
  await early.press(digit)
  expect(early.done).toEqual([])
  await using fake = await open()
  await fake.press(digit)
  expect(fake.done).toEqual([answer])
})

test('letters answer nothing', async () => {
  await using fake = await open()
  for (const letter of 'ynarcel') await fake.press(letter)
  expect(fake.done).toEqual([])
})

test.each(['escape', 'ctrl+c'])('%s leaves', async key => {
  await using fake = await open()
  await fake.press(key)
  expect(fake.done).toEqual(['leave'])
})
