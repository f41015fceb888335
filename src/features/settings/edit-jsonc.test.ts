import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleSize } from '../../../test/support/sample-size.ts'
import { editJsonc, type JsoncEdit } from './edit-jsonc.ts'
import { intend } from './intend.ts'
import { parseJsonc } from './jsonc.ts'

const ALLOW = ['permissions', 'allow']
const append = (...items: string[]): JsoncEdit => ({ kind: 'append', path: ALLOW, items })
const remove = (...items: string[]): JsoncEdit => ({ kind: 'remove', path: ALLOW, items })

test.each<[string, string, JsoncEdit, string]>([
  [
    'an empty document',
    '{}\n',
    append('a'),
    '{\n  "permissions": {\n    "allow": [\n      "a"\n    ]\n  }\n}\n',
  ],
  [
    'a list with a comment behind its last item',
    '{\n\t"permissions": {\n\t\t"allow": [\n\t\t\t"a" // why a\n\t\t]\n\t}\n}',
    append('b', 'c'),
    '{\n\t"permissions": {\n\t\t"allow": [\n\t\t\t"a", // why a\n\t\t\t"b",\n\t\t\t"c"\n\t\t]\n\t}\n}',
  ],
  [
    'a trailing comma',
    '{\r\n    "permissions": {\r\n        "allow": [\r\n            "a",\r\n        ],\r\n    },\r\n}',
    append('b'),
    '{\r\n    "permissions": {\r\n        "allow": [\r\n            "a",\r\n            "b",\r\n        ],\r\n    },\r\n}',
  ],
  [
    'a list on one line',
    '{\n  "permissions": { "allow": ["a"] }\n}',
    append('b'),
    '{\n  "permissions": { "allow": ["a", "b"] }\n}',
  ],
  ['a document on one line', '{"model":"m"}', append('a'), '{"model":"m", "permissions": {"allow": ["a"]}}'],
  [
    'an empty list with a comment',
    '{\n  "permissions": {\n    "allow": [\n      // none yet\n    ]\n  }\n}',
    append('a'),
    '{\n  "permissions": {\n    "allow": [\n      // none yet\n      "a"\n    ]\n  }\n}',
  ],
  [
    'an item that is there',
    '{"permissions":{"allow":["a"]}}',
    append('a'),
    '{"permissions":{"allow":["a"]}}',
  ],
  [
    'the last of several lines',
    '{\n  "permissions": {\n    "allow": [\n      "a", // keep\n      "b"\n    ]\n  }\n}',
    remove('b'),
    '{\n  "permissions": {\n    "allow": [\n      "a" // keep\n    ]\n  }\n}',
  ],
  [
    'the first of several lines',
    '{\n  "permissions": {\n    "allow": [\n      "a",\n      "b"\n    ]\n  }\n}',
    remove('a'),
    '{\n  "permissions": {\n    "allow": [\n      "b"\n    ]\n  }\n}',
  ],
  [
    'one in the middle of a line',
    '{"permissions":{"allow":["a", "b", "c"]}}',
    remove('b'),
    '{"permissions":{"allow":["a", "c"]}}',
  ],
  [
    'the last of a line',
    '{"permissions":{"allow":["a", "b"]}}',
    remove('b'),
    '{"permissions":{"allow":["a"]}}',
  ],
  [
    'every occurrence',
    '{"permissions":{"allow":["a","b","a"]}}',
    remove('a'),
    '{"permissions":{"allow":["b"]}}',
  ],
  ['the only one', '{"permissions":{"allow":["a"]}}', remove('a'), '{"permissions":{"allow":[]}}'],
  ['what is not there', '{"model": "m"}', remove('a'), '{"model": "m"}'],
  [
    'a value in its place',
    '{ "model": /* was: n */ "m", "x": 1 }',
    { kind: 'set', path: ['model'], value: 'new' },
    '{ "model": /* was: n */ "new", "x": 1 }',
  ],
  [
    'a new value in a nested object',
    '{\n  "permissions": {\n    "deny": []\n  }\n}',
    { kind: 'set', path: ['permissions', 'defaultMode'], value: 'plan' },
    '{\n  "permissions": {\n    "deny": [],\n    "defaultMode": "plan"\n  }\n}',
  ],
  [
    'a key with its line, the comment above it stays',
    '{\n  // why\n  "theme": "dark",\n  "model": "m"\n}',
    { kind: 'unset', path: ['theme'] },
    '{\n  // why\n  "model": "m"\n}',
  ],
  [
    'the last key of a nested object',
    '{\n  "sandbox": {\n    "enabled": true\n  }\n}',
    { kind: 'unset', path: ['sandbox', 'enabled'] },
    '{\n  "sandbox": {\n  }\n}',
  ],
  [
    'a key that is not there',
    '{ "model": "m" }',
    { kind: 'unset', path: ['sandbox', 'enabled'] },
    '{ "model": "m" }',
  ],
])('%s', (_name, text, edit, expected) => {
  expect(editJsonc(text, edit)).toBe(expected)
})

const word = fc.constantFrom('a', 'b', 'Bash(npm run *)', 'Read(//x)', 'quote " and \\ slash', 'é//*')
const blank = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n  ',
  '\n\t',
  ' /* c, [ " */ ',
  ' // c ] , "\n  ',
  '\n  // d\n',
)

/** Text for a value with blanks, comments and trailing commas wherever they may stand. */
const rendered = (value: unknown): fc.Arbitrary<string> => {
  if (Array.isArray(value)) return sequence('[]', value.map(rendered))
  if (typeof value !== 'object' || value === null) return fc.constant(JSON.stringify(value))
  return sequence(
    '{}',
    Object.entries(value).map(([key, item]) =>
      fc.tuple(blank, blank, rendered(item)).map(([a, b, text]) => `${JSON.stringify(key)}${a}:${b}${text}`),
    ),
  )
}

const sequence = (brackets: string, parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.tuple(...parts.map(part => fc.tuple(blank, part, blank))), fc.boolean(), blank)
    .map(([items, trailing, last]) => {
      const inner = items.map(([a, text, b]) => `${a}${text}${b}`).join(',')
      return `${brackets[0]}${inner}${trailing && items.length > 0 ? ',' : ''}${last}${brackets[1]}`
    })

const documents = fc
  .record(
    {
      $schema: fc.constant('x'),
      unknown: fc.jsonValue({ maxDepth: 2 }),
      permissions: fc.record(
        {
          deny: fc.array(word),
          allow: fc.array(word, { maxLength: 4 }),
          other: fc.jsonValue({ maxDepth: 1 }),
        },
        { requiredKeys: [] },
      ),
      model: word,
    },
    { requiredKeys: [] },
  )
  .chain(value => fc.tuple(blank, rendered(value), blank).map(([a, text, b]) => `${a}${text}${b}`))

const edits: fc.Arbitrary<JsoncEdit> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('append' as const, 'remove' as const),
    path: fc.constant(ALLOW),
    items: fc.uniqueArray(word, { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('set' as const),
    path: fc.constantFrom(['model'], ['permissions', 'defaultMode'], ['a', 'b', 'c']),
    value: fc.oneof(word, fc.boolean(), fc.integer()),
  }),
)

test('whatever the document, the text says afterwards what the change intends', () => {
  fc.assert(
    fc.property(documents, edits, (text, edit) => {
      const { value } = parseJsonc(text)
      expect(parseJsonc(editJsonc(text, edit)).value).toEqual(intend(value, edit))
    }),
    { numRuns: sampleSize({ usual: 150, full: 2000 }) },
  )
})

test('everything outside a touched list is byte for byte the same', () => {
  fc.assert(
    fc.property(documents, edits, (text, edit) => {
      fc.pre(edit.kind !== 'set')
      const span = listSpan(text)
      fc.pre(span !== undefined)
      const after = editJsonc(text, edit)
      const to = listSpan(after)?.to ?? -1
      expect(after.slice(0, span?.from)).toBe(text.slice(0, span?.from))
      expect(after.slice(to)).toBe(text.slice(span?.to))
    }),
    { numRuns: sampleSize({ usual: 150, full: 2000 }) },
  )
})

const listSpan = (text: string): { readonly from: number; readonly to: number } | undefined => {
  let found: { readonly from: number; readonly to: number } | undefined
  parseJsonc(text, (path, span) => {
    if (path.join('.') === ALLOW.join('.')) found = span
  })
  return found
}

test('comments survive every change', () => {
  const comments = (text: string) => text.match(/\/\* c, \[ " \*\/|\/\/ [cd]/g) ?? []
  fc.assert(
    fc.property(documents, edits, (text, edit) => {
      expect(comments(editJsonc(text, edit))).toEqual(comments(text))
    }),
    { numRuns: sampleSize({ usual: 150, full: 2000 }) },
  )
})

test('without a final line break or members the layout stays readable', () => {
  expect(editJsonc('{"a":{}}', { kind: 'set', path: ['a', 'b'], value: true })).toBe('{"a":{"b": true}}')
})
