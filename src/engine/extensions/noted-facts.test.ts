import { expect, test } from 'vitest'
import type { WatchedFact } from '../../protocol/telemetry/session-watch.ts'
import { createNotifications } from '../hooks/notifications.ts'
import { failedTurn } from '../turn/broken-turn.ts'
import { createExtensions } from './part.ts'
import type { ExtensionsOptions } from './report-extensions.ts'

const open = () => {
  const facts: WatchedFact[] = []
  return { facts, watch: { noted: (fact: WatchedFact) => void facts.push(fact) } }
}

test('whoever counts the session hears of plugins that /plugin installed', async () => {
  const { facts, watch } = open()
  const manage = async (_words: readonly string[], installed?: (plugin: object) => void) => {
    installed?.({ id: 'a@market', version: '1.0.0', path: '/p' })
    return { id: 'x', values: {}, text: 'done' }
  }
  const options = { config: { extensions: { manage }, watch }, emit: () => undefined }
  const part = createExtensions(options as unknown as ExtensionsOptions)
  await part.commandHost?.(undefined as never).managePlugins?.(['install', 'a'])
  expect(facts).toEqual([{ kind: 'plugin_installed', id: 'a@market', version: '1.0.0' }])
})

test('… of a sign-in', () => {
  const { facts, watch } = open()
  const hooks = { isSet: () => false, fire: async () => ({ context: [], messages: [] }) }
  const { ops } = createNotifications({ hooks, watch })
  ops?.signed_in?.({ type: 'signed_in' })
  expect(facts).toEqual([{ kind: 'signed_in' }])
})

test('… and of a turn that broke', () => {
  const { facts, watch } = open()
  const error = new TypeError('x')
  const session = { config: { watch, runtime: {} }, purse: { accounts: {} } }
  expect(failedTurn(error, { session, tally: {} } as never, 0)).toMatchObject({ type: 'turn_ended' })
  expect(facts).toEqual([{ kind: 'internal_error', error }])
})
