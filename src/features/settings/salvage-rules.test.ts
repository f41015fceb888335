import fc from 'fast-check'
import { expect, test } from 'vitest'
import { salvageRules } from './salvage-rules.ts'

test.each<[string, string, object]>([
  ['cut in a later list', '{"permissions": {"deny": ["A", "B"], "allow": ["C', { deny: ['A', 'B'], ask: [] }],
  ['cut in a rule', '{"permissions": {"deny": ["A", "B', { deny: ['A'], ask: [] }],
  ['cut in a comment', '{"permissions": {"ask": ["A"], /* x', { deny: [], ask: ['A'] }],
  ['with bytes behind it', '{"permissions": {"deny": ["A"]}}\n}}xx', { deny: ['A'], ask: [] }],
  [
    'with a comma missing',
    '{"model": "m" "permissions": {"deny": ["A" "B"]}}',
    { deny: ['A', 'B'], ask: [] },
  ],
  ['as other languages write it', "{permissions: {deny: ['A', 'it\\'s']}}", { deny: ['A', "it's"], ask: [] }],
  ['with a list twice', '{"permissions": {"deny": ["A"], "deny": ["B"]}}', { deny: ['A', 'B'], ask: [] }],
  ['misspelt and damaged', '{"permisions": {"denny": ["A"]', { deny: ['A'], ask: [] }],
  ['with an escape', '{"permissions": {"deny": ["A\\u0042"', { deny: ['AB'], ask: [] }],
  ['with only an allow list', '{"permissions": {"allow": ["A"', { deny: [], ask: [] }],
  ['of nothing', '', { deny: [], ask: [] }],
])('rules of a file %s', (_name, text, rules) => {
  expect(salvageRules(text)).toEqual(rules)
})

test('wherever a file is cut, every rule that is whole before the cut is found', () => {
  const rules = ['Bash(rm *)', 'Read(.env)', 'WebFetch']
  const text = JSON.stringify({ permissions: { allow: ['Edit'], deny: rules }, model: 'm' }, null, 2)
  for (let cut = 0; cut <= text.length; cut++) {
    const part = text.slice(0, cut)
    const whole = rules.filter(rule => part.includes(`"${rule}"`))
    expect(salvageRules(part).deny).toEqual(whole)
  }
})

test('any text is read to its end', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: fc.constantFrom(...'"\'\\[]{}:,deny ask\n/*') }), text => {
      for (const rule of [...(salvageRules(text).deny ?? []), ...(salvageRules(text).ask ?? [])])
        expect(typeof rule).toBe('string')
    }),
  )
})
