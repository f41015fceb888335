import { expect, test } from 'vitest'
import type { Message } from '../../protocol/message.ts'
import { createChain } from './chain.ts'

const where = { sessionId: 's', cwd: '/p', version: '0.1.0', gitBranch: 'main', entrypoint: 'cli' }
const timestamp = '2026-01-01T00:00:00.000Z'
const say = (uuid: string): Message => ({
  type: 'user',
  uuid,
  timestamp,
  message: { role: 'user', content: uuid },
})

test('each message hangs on the one before, with the place in front of its content', () => {
  const chain = createChain({ ...where, parent: 'root' })
  const entries = [chain.stamp(say('a')), chain.stamp(say('b'))]
  const place = { isSidechain: false, userType: 'external', ...where }
  expect(entries).toEqual([
    { ...place, ...say('a'), parentUuid: 'root' },
    { ...place, ...say('b'), parentUuid: 'a' },
  ])
  expect(chain.parent).toBe('b')
  const keys = Object.keys(entries[0] ?? {})
  expect(keys.indexOf('cwd')).toBeLessThan(keys.indexOf('message'))
})

test('a boundary begins a new chain and names what it cut off', () => {
  const chain = createChain({ ...where, parent: 'a' })
  const boundary = chain.stamp({
    type: 'system',
    subtype: 'compact_boundary',
    content: '',
    uuid: 'b',
    timestamp,
  })
  expect([boundary.parentUuid, boundary.logicalParentUuid, chain.stamp(say('c')).parentUuid]).toEqual([
    null,
    'a',
    'b',
  ])
})

test('the chain goes on from where it was moved to, and from where the session moved to', () => {
  const chain = createChain({ ...where, parent: null })
  chain.stamp(say('a'))
  chain.moveTo('x')
  chain.setPlace({ cwd: '/q', gitBranch: 'dev' })
  expect(chain.stamp(say('b'))).toMatchObject({ parentUuid: 'x', cwd: '/q', gitBranch: 'dev' })
})

test('an entry of another session that is stamped again belongs to this one', () => {
  const theirs = createChain({ ...where, sessionId: 'theirs', parent: null }).stamp(say('a'))
  expect(createChain({ ...where, parent: 'p' }).stamp(theirs)).toMatchObject({
    sessionId: 's',
    parentUuid: 'p',
  })
})
