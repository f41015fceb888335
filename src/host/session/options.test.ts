import { expect, test } from 'vitest'
import type { Settings } from '../../protocol/settings.ts'
import { readEnvironment } from '../environment.ts'
import { chooseKeeping, chosenOnly } from './options.ts'

const SAID = {
  autoCompactWindow: undefined,
  autoCompactPercent: undefined,
  autoCompactOff: false,
  backgroundOff: false,
  baseUrl: undefined,
}
const keeping = (settings: Settings = {}, oneShot = false, said = SAID) => {
  const { context, memory } = chooseKeeping(said, { settings }, { configHome: '/c', oneShot })
  return [context?.notes, memory?.background]
}

test('a conversation has notes and asks about memory; one question with its answer does neither', () => {
  expect(keeping()).toEqual([true, true])
  expect(keeping({}, true)).toEqual([false, false])
})

test('requests for memory can be switched off by themselves, all of them by the environment', () => {
  expect(keeping({ autoMemoryRequests: false })).toEqual([true, false])
  expect(keeping({}, false, { ...SAID, backgroundOff: true })).toEqual([false, false])
})

test('settings say when the model is asked to make workflows', () => {
  const wish = (settings: Settings) =>
    chosenOnly(readEnvironment({}), { settings, withoutEffect: [] } as never).workflowWish
  expect(wish({})).toBeUndefined()
  expect(wish({ ultracode: true })).toEqual({ always: true, wordOff: false })
  expect(wish({ workflowKeywordTriggerEnabled: false })).toEqual({ always: false, wordOff: true })
})
