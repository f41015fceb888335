import { expect, test } from 'vitest'
import { nameClashes } from './name-clashes.ts'

const approval = { written: {}, sha256: '', given: 'yes' } as const

test('of two servers with the same names on the wire the one of the project does not start', () => {
  expect([...nameClashes([{ name: 'my.server', approval }, { name: 'my_server' }])]).toEqual([
    ['my.server', 'my_server'],
  ])
})

test('a server that is switched off is in nobody’s way, and neither is the same server', () => {
  expect([...nameClashes([{ name: 'a.b', disabled: true }, { name: 'a_b' }, { name: 'a-b' }])]).toEqual([])
})
