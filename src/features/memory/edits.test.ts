import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../test/support/any-character.ts'
import { parseEdits } from './edits.ts'
import { isMemoryName } from './memory-file.ts'

const good = {
  file: 'user_role.md',
  name: 'Role',
  description: 'who they are',
  type: 'user',
  body: 'Tester.',
}
const rules = {
  most: 5,
  shown: new Set(['shown.md']),
  existing: new Set(['shown.md', 'unseen.md']),
  mayRemove: true,
}
const parse = (value: unknown, more: Partial<typeof rules> = {}) =>
  parseEdits(JSON.stringify(value), { ...rules, ...more })

test('takes what is in form, with words or a fence around it', () => {
  const edits = { save: [good], remove: ['shown.md'] }
  const expected = { ...edits, refused: [] }
  expect(parse(edits)).toEqual(expected)
  expect(parseEdits(`Sure:\n\`\`\`json\n${JSON.stringify(edits)}\n\`\`\`\nDone.`, rules)).toEqual(expected)
})

test.each(['', 'nothing to save', '{', '[1]', '{"save":'])('a reply without an object is none: %s', reply => {
  expect(parseEdits(reply, rules)).toBeUndefined()
})

test('an object without the fields changes nothing', () => {
  expect(parse({})).toEqual({ save: [], remove: [], refused: [] })
})

test.each<[string, unknown]>([
  ['going up', { ...good, file: '../settings.json' }],
  ['an absolute path', { ...good, file: '/etc/passwd.md' }],
  ['the index', { ...good, file: 'MEMORY.md' }],
  ['the index in other letters', { ...good, file: 'Memory.md' }],
  ['a hidden file', { ...good, file: '.lock.md' }],
  ['no Markdown', { ...good, file: 'x.sh' }],
  ['an unknown type', { ...good, type: 'task' }],
  ['no text', { ...good, body: '  ' }],
  ['a very long text', { ...good, body: 'x'.repeat(10_000) }],
  ['a missing field', { ...good, description: undefined }],
  ['not an object', 'user_role.md'],
  ['a file that was not shown', { ...good, file: 'unseen.md' }],
  ['a shown file in other letters', { ...good, file: 'Shown.md' }],
  ['a secret', { ...good, body: `The token is gh${'p'}_${'aB3dE5gH7j'.repeat(4)}` }],
])('refuses to save %s', (_, entry) => {
  expect(parse({ save: [entry, good] })).toEqual({
    save: [good],
    remove: [],
    refused: [expect.any(String)],
  })
})

test('what is refused is never quoted when it is a secret', () => {
  const secret = `gh${'p'}_${'aB3dE5gH7j'.repeat(4)}`
  expect(parse({ save: [{ ...good, body: secret }] })?.refused).toEqual([
    '"user_role.md": it holds a secret (github-token)',
  ])
})

test.each(['gone.md', 'unseen.md', '../x.md', 3])('refuses to remove %s', file => {
  expect(parse({ remove: [file] })).toMatchObject({ remove: [], refused: [expect.any(String)] })
})

test('removes nothing where that is not allowed, and no file twice', () => {
  expect(parse({ remove: ['shown.md'] }, { mayRemove: false })).toMatchObject({ remove: [] })
  const same = { ...good, file: 'shown.md' }
  expect(parse({ save: [same, same], remove: ['shown.md'] })).toMatchObject({
    save: [same],
    remove: [],
    refused: [expect.stringContaining('twice'), expect.stringContaining('twice')],
  })
})

test('more than a few changes at once are none', () => {
  const many = Array.from({ length: 6 }, (_, at) => ({ ...good, file: `f${at}.md` }))
  expect(parse({ save: many })).toBeUndefined()
})

test('whatever a model answers, only names of memory files come out', () => {
  fc.assert(
    fc.property(fc.json(), fc.string({ unit: ANY_CHARACTER }), (json, file) => {
      const reply = `{"save":[${JSON.stringify({ ...good, file })},${json}],"remove":[${json},${JSON.stringify(file)}]}`
      const edits = parseEdits(reply, rules)
      for (const saved of edits?.save ?? []) expect(isMemoryName(saved.file)).toBe(true)
      for (const removed of edits?.remove ?? []) expect(rules.shown.has(removed)).toBe(true)
    }),
  )
})
