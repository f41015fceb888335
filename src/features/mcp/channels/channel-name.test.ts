import { expect, test } from 'vitest'
import { channelText, parseChannel } from './channel-name.ts'

test.each(['server:phone', 'server:my.server-2', 'plugin:chat@official'])('%s names a channel', text => {
  const name = parseChannel(text)
  expect(name && channelText(name)).toBe(text)
})

test.each([
  '',
  'phone',
  'server:',
  'server: x',
  'server:a b',
  'server:a\n',
  'SERVER:a',
  'plugin:chat',
  'plugin:@m',
  'plugin:chat@',
  'plugin:a@b@c',
  'plugin:a:b@c',
  '*',
  'http:x',
])('%j names none', text => {
  expect(parseChannel(text)).toBeUndefined()
})
