import { expect, test } from 'vitest'
import { askedChange, madeChange } from './patch-diffs.ts'

test.each([
  ['@@ -1 +1 @@\n-a\n+b', [{ oldText: 'a\n', newText: 'b\n' }]],
  ['@@ -0,0 +1,2 @@\n+a\n+b', [{ newText: 'a\nb\n' }]],
  ['@@ -1,2 +0,0 @@\n-a\n-b', [{ oldText: 'a\nb\n', newText: '' }]],
  ['@@ -1,2 +1,2 @@\n x\n-a\n\\ No newline at end of file\n+b', [{ oldText: 'x\na', newText: 'x\nb\n' }]],
  [
    '@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-@@ c\n+@@ d',
    [
      { oldText: 'a\n', newText: 'b\n' },
      { oldText: '@@ c\n', newText: '@@ d\n' },
    ],
  ],
])('%j shows what was and what would be', (unified, changes) => {
  expect(askedChange(unified, '/w/f').content).toEqual(
    changes.map(change => ({ type: 'diff', path: '/w/f', ...change })),
  )
})

test('a new file has nothing before it, and an output without a change shows none', () => {
  expect(madeChange({ type: 'create', content: 'x', structuredPatch: [] }, '/w/f')).toEqual({
    content: [{ type: 'diff', path: '/w/f', newText: 'x' }],
    locations: [{ path: '/w/f' }],
  })
  for (const output of [undefined, null, 'text', { structuredPatch: [] }])
    expect(madeChange(output, '/w/f')).toBeUndefined()
})
