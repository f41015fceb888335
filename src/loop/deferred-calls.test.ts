import { expect, test } from 'vitest'
import { DeferredCalls } from './deferred-calls.ts'
import type { CallRequest } from './turn.ts'

const block = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: {} }) as const
const cut = { text: '{"a":1', error: 'the input is not closed' }

test.each([
  [true, { repaired: ['no "}" at the end'] }],
  [false, { badInput: cut }],
])('a call that was not closed waits with all behind it; in a reply that is whole: %s', (whole, said) => {
  const calls: CallRequest[] = []
  const held = new DeferredCalls({ add: call => calls.push(call) })
  held.add(block('a'), { repaired: { faults: ['single quotes'] } })
  held.add(block('b'), { repaired: { faults: ['no "}" at the end'], unclosed: cut } })
  held.add(block('c'), {})
  expect(calls).toEqual([{ block: block('a'), repaired: ['single quotes'] }])
  held.release({ whole })
  expect(calls.slice(1)).toEqual([{ block: block('b'), ...said }, { block: block('c') }])
})
