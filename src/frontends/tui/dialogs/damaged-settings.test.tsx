import { expect, test } from 'vitest'
import { openFakeUi } from '../../../../test/support/fake-ui.tsx'
import { DamagedSettingsPanel } from './damaged-settings.tsx'

const open = async () => {
  const fake = await openFakeUi({})
  const done: string[] = []
  const params = {
    problem: '/h/settings.json is empty. Fix it.\u001b[2J',
    done: (answer: string) => void done.push(answer),
  }
  await fake.mount(<DamagedSettingsPanel params={params} close={() => {}} />)
  fake.clock.now += 1000
  return Object.assign(fake, { done })
}

test('the file is named, and Enter is the careful answer', async () => {
  await using fake = await open()
  await fake.pause()
  expect(fake.text()).toContain('/h/settings.json is empty. Fix it.\\u{1b}[2J')
  expect(fake.text()).toContain('❯ Read it again')
  await fake.press('enter')
  expect(fake.done).toEqual(['retry'])
})

test('to continue without the missing rules takes two steps', async () => {
  await using fake = await open()
  await fake.press('down', 'down', 'enter')
  expect(fake.done).toEqual(['accept'])
})

test.each(['escape', 'ctrl+c'])('%s leaves', async key => {
  await using fake = await open()
  await fake.press(key)
  expect(fake.done).toEqual(['leave'])
})
