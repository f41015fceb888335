import { expect, test } from 'vitest'
import { patchOf } from './patch.ts'
import { writtenEffect } from './written-effect.ts'

test('the lines that changed are counted over all hunks', () => {
  const before = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join('')
  const after = before.replace('line 3\n', 'line three\nand more\n').replace('line 30\n', '')
  expect(writtenEffect('/p/a.ts', patchOf(before, after))).toEqual({
    kind: 'write',
    text: '/p/a.ts',
    outcome: 'done',
    detail: '+2 −2 lines',
  })
})

test('without a patch only the path is told', () => {
  expect(writtenEffect('/p/a.ts')).toEqual({ kind: 'write', text: '/p/a.ts', outcome: 'done' })
})
