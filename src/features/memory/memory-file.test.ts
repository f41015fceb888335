import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../test/support/any-character.ts'
import { isMemoryName, MEMORY_TYPES, parseMemory, renderMemory } from './memory-file.ts'

test.each<[string, string, ReturnType<typeof parseMemory>]>([
  [
    'a whole one',
    '---\nname: Tests\ndescription: when to run them\ntype: feedback\nmodified: 2026-01-02T03:04:05.000Z\n---\n\nBefore commits.\n',
    {
      header: {
        name: 'Tests',
        description: 'when to run them',
        type: 'feedback',
        modified: '2026-01-02T03:04:05.000Z',
      },
      body: 'Before commits.',
    },
  ],
  ['no header', 'Just a note.\n', { header: {}, body: 'Just a note.' }],
  ['an unknown type and a bad date', '---\ntype: secret\nmodified: soon\n---\nx', { header: {}, body: 'x' }],
  ['a header that never ends', '---\nname: x\ny', { header: {}, body: '---\nname: x\ny' }],
  [
    'quotes',
    `---\nname: "a: \\"b\\""\ndescription: 'it''s'\n---\n`,
    { header: { name: 'a: "b"', description: "it's" }, body: '' },
  ],
  ['fields below another', '---\nmetadata:\n  type: USER\n---\nx', { header: { type: 'user' }, body: 'x' }],
  [
    'Windows line ends and a mark',
    '\uFEFF---\r\nname: x\r\n---\r\nbody',
    { header: { name: 'x' }, body: 'body' },
  ],
  ['control characters', '---\nname: a\u001b[31mb\n---\n', { header: { name: 'a\\u{1b}[31mb' }, body: '' }],
])('reads %s', (_, text, expected) => {
  expect(parseMemory(text)).toEqual(expected)
})

test('what is written is read again the same', () => {
  const line = fc
    .string({ minLength: 1, maxLength: 60, unit: 'grapheme-ascii' })
    .filter(text => text.trim() !== '')
  fc.assert(
    fc.property(line, line, fc.constantFrom(...MEMORY_TYPES), (name, description, type) => {
      const text = renderMemory({ name, description, type, body: 'Body.' }, new Date(0))
      expect(parseMemory(text)).toEqual({
        header: {
          name: name.trim(),
          description: description.trim(),
          type,
          modified: '1970-01-01T00:00:00.000Z',
        },
        body: 'Body.',
      })
    }),
  )
})

test('anything at all can be read', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), text => {
      expect(typeof parseMemory(`---\n${text}`).body).toBe('string')
    }),
  )
})

test.each<[string, boolean]>([
  ['user_role.md', true],
  ['项目_发布.md', true],
  ['a.b-c.md', true],
  ['MEMORY.md', false],
  ['memory.md', false],
  ['../x.md', false],
  ['a/b.md', false],
  ['a\\b.md', false],
  ['.hidden.md', false],
  ['a..md', false],
  ['x.txt', false],
  ['x.md\0', false],
  ['', false],
  ['-rf.md', false],
  [`${'a'.repeat(200)}.md`, false],
])('name %s: %s', (name, expected) => {
  expect(isMemoryName(name)).toBe(expected)
})
