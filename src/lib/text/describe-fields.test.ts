import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeFields } from './describe-fields.ts'

test.each<[unknown, string]>([
  [{ command: 'npx', args: ['-y', 'a b'] }, 'npx -y "a b"'],
  [{ command: 'npx', env: { NODE_OPTIONS: '-r ./x' } }, 'npx; env: {"NODE_OPTIONS":"-r ./x"}'],
  [{ url: 'https://x', headersHelper: 'curl evil' }, 'url: https://x; headersHelper: "curl evil"'],
  ['text', 'text'],
  [[1], '[1]'],
  [{}, ''],
])('every field of %j is shown', (value, expected) => {
  expect(describeFields(value, ['command', 'args'])).toBe(expected)
})

test('no field is left out, whatever it is called', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), value => {
      const line = describeFields(value, ['command', 'args'])
      for (const [key, field] of Object.entries(value))
        if (!['command', 'args'].includes(key)) {
          expect(line).toContain(JSON.stringify(key).slice(1, -1))
          expect(line).toContain(JSON.stringify(field).slice(1, -1))
        }
    }),
    { numRuns: 200, seed: 29 },
  )
})
