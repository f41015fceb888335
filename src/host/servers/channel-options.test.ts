import { expect, test } from 'vitest'
import type { WantedServer } from '../../features/mcp/pool/wanted-server.ts'
import type { OpenRequest } from '../../protocol/host.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import type { Settings } from '../../protocol/settings.ts'
import { chooseChannels } from './channel-options.ts'

const server = (name: string, level: 'user' | 'plugin' | 'project' = 'user'): WantedServer => ({
  name,
  config: { type: 'stdio', command: 'x', args: [], env: {} },
  ...(level === 'plugin'
    ? { source: { level, name: 'chat' }, file: '/plugins/chat' }
    : { source: { level } }),
})
const CHAT = server('plugin:chat:bot', 'plugin')

const choose = (channels: readonly string[], settings: Partial<Settings> = {}) => {
  const warned: string[] = []
  const request: OpenRequest = {
    env: {},
    session: { kind: 'new' },
    overrides: { channels },
    warn: text => warned.push(inEnglish(text)),
  }
  const { channels: open } = chooseChannels(request, settings)
  const made = open?.({
    config: {} as never,
    desk: {} as never,
    secrets: { clean: async value => value },
    emit: () => undefined,
    notify: () => undefined,
    plugins: () => [{ id: 'chat@official', name: 'chat', path: '/plugins/chat', unused: [] }],
  })
  return { warned, has: (one: WantedServer) => made?.has(one) ?? false }
}

test('flags and settings name channels together', () => {
  const { has, warned } = choose(['server:a', 'plugin:chat@official'], { channels: ['server:b', 'wrong'] })
  expect([server('a'), server('b'), server('c'), server('a', 'project'), CHAT].map(has)).toEqual([
    true,
    true,
    false,
    false,
    true,
  ])
  expect(warned).toEqual(['"channels": "wrong": expected server:<name> or plugin:<name>@<marketplace>.'])
})

test('a plugin of another marketplace is another one', () => {
  expect(choose(['plugin:chat@elsewhere']).has(CHAT)).toBe(false)
  expect(choose(['server:plugin:chat:bot']).has(CHAT)).toBe(false)
})

test.each(['phone', 'server:', 'plugin:x', ''])('the flag %j is refused', flag => {
  expect(() => choose([flag])).toThrow(`--channels: ${JSON.stringify(flag)}: expected server:<name>`)
})

test('an administrator turns all of them off', () => {
  const { has, warned } = choose(['server:a'], { channelsEnabled: false, channels: ['server:b'] })
  expect([has(server('a')), has(server('b'))]).toEqual([false, false])
  expect(warned).toEqual(['Channels are off: your administrator turned them off.'])
})

test.each([
  [[{ plugin: 'chat', marketplace: 'official' }], true],
  [[{ plugin: 'chat', marketplace: 'elsewhere' }], false],
  [[], false],
])('with the list %j of an administrator only what stands on it is a channel', (allowed, chat) => {
  const { has, warned } = choose(['server:a', 'plugin:chat@official'], { allowedChannelPlugins: allowed })
  expect([has(server('a')), has(CHAT)]).toEqual([false, chat])
  expect(warned).toContain("The channel server:a is off: your administrator doesn't allow it.")
})
