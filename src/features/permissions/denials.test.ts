import fc from 'fast-check'
import { expect, test } from 'vitest'
import { denialLimit, denialWarning, NO_DENIALS, recordDenial, recordSuccess } from './denials.ts'

const call = (command: string): { toolName: string; input: unknown } => ({
  toolName: 'Bash',
  input: { command },
})
const deny = (...commands: string[]) => commands.map(call).reduce(recordDenial, NO_DENIALS)

test('the third denial of the same call in a row is the limit', () => {
  expect(denialLimit(deny('a', 'a'))).toBeUndefined()
  expect(denialLimit(deny('a', 'a', 'a'))?.text).toBe('the same call was denied 3 times in a row')
  expect(denialLimit(deny('a', 'a', 'b', 'a'))).toBeUndefined()
})

test('spacing and the order of fields do not make another call', () => {
  const first = recordDenial(NO_DENIALS, { toolName: 'X', input: { a: 'p  q', b: [1] } })
  expect(recordDenial(first, { toolName: 'X', input: { b: [1], a: ' p q ' } }).streak).toBe(2)
  expect(recordDenial(first, { toolName: 'Y', input: { a: 'p q', b: [1] } }).streak).toBe(1)
})

test('a success ends the streak but not the count of the turn', () => {
  expect(recordSuccess(deny('a', 'a'))).toEqual({ lastCall: undefined, streak: 0, inTurn: 2 })
})

test('the twentieth denial of a turn is the limit, whatever came between', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5), { minLength: 20, maxLength: 20 }), names => {
      const state = names.reduce(
        (denials, name) => recordSuccess(recordDenial(denials, call(`c${name}`))),
        NO_DENIALS,
      )
      expect(denialLimit(state)?.text).toBe('20 calls were denied in this turn')
    }),
    { numRuns: 20 },
  )
})

test('a warning comes before the limit', () => {
  expect(denialWarning(deny('a'))).toBeUndefined()
  expect(denialWarning(deny('a', 'a'))?.text).toContain('once more, the turn ends')
  const many = Array.from({ length: 17 }, (_, at) => `c${at}`)
  expect(denialWarning(deny(...many.slice(1)))).toBeUndefined()
  expect(denialWarning(deny(...many))?.text).toContain('at 20 it ends')
})
