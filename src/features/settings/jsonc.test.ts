import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsoncError, parseJsonc } from './jsonc.ts'

const failureOf = (text: string): string => {
  try {
    parseJsonc(text)
  } catch (error) {
    expect(error).toBeInstanceOf(JsoncError)
    return (error as JsoncError).message
  }
  return 'parsed'
}

test.each<[string, unknown]>([
  ['{}', {}],
  [' [1, -2.5e3, true, false, null, "a"] ', [1, -2500, true, false, null, 'a']],
  ['{"a": 1, /* b */ "c": [1, 2,], // d\n}', { a: 1, c: [1, 2] }],
  ['// first\n{"url": "http://x/*y*/"}\n// last', { url: 'http://x/*y*/' }],
  [String.raw`"tab\t \u00e9 \"q\" \\"`, 'tab\t é "q" \\'],
  ['{\r\n\t"a": 0\r\n}', { a: 0 }],
  ['[/**/]', []],
  ['["\\\\", "\u007f\u0085"]', ['\\', '\u007f\u0085']],
])('%j parses', (text, value) => {
  expect(parseJsonc(text)).toEqual({ value, duplicates: [] })
})

test.each([
  ['', 'line 1:1: expected a value, found the end of the file'],
  ['{"a": }', 'line 1:7: expected a value, found `}`'],
  ['{\n  "a" 1\n}', 'line 2:7: expected `:` after the key, found `1`'],
  ['{\n  a: 1\n}', 'line 2:3: expected a key in double quotes, found `a`'],
  ['[1 2]', 'line 1:4: expected `,` or `]`, found `2`'],
  ['[,]', 'line 1:2: expected a value, found `,`'],
  ['{"a": 1,,}', 'line 1:9: expected a key in double quotes, found `,`'],
  ['[1', 'line 1:3: expected `,` or `]`, found the end of the file'],
  ['"abc', 'line 1:1: this string is never closed'],
  ['"abc\\', 'line 1:1: this string is never closed'],
  ['["a\nb"]', 'line 1:4: a control character inside a string must be escaped'],
  ['["\\x41"]', 'line 1:2: this string has an escape that JSON does not know'],
  ['{} /* open', 'line 1:4: this comment is never closed'],
  ['{} {}', 'line 1:4: expected the end of the file, found `{`'],
  ['01', 'line 1:2: expected the end of the file, found `1`'],
  ['+1', 'line 1:1: expected a value, found `+`'],
  ['trux', 'line 1:1: expected a value, found `t`'],
  ['{"a": \0}', 'line 1:7: expected a value, found U+0000'],
  ["{'a': 1}", "line 1:2: expected a key in double quotes, found `'`"],
])('%j is refused with a place', (text, message) => {
  expect(failureOf(text)).toBe(message)
})

test('a string of a million escapes is read without running out of stack', () => {
  const value = '\\"\n'.repeat(500_000)
  expect(parseJsonc(JSON.stringify(value)).value === value).toBe(true)
})

test('nesting is bounded', () => {
  expect(parseJsonc('['.repeat(64) + ']'.repeat(64)).duplicates).toEqual([])
  expect(failureOf('['.repeat(1_000_000))).toMatch(/more than 64 levels of nesting$/)
})

test('a repeated key is named and the last one counts', () => {
  expect(parseJsonc('{"p": {"deny": [1], "deny": []}, "p": 2, "q": {"p": 1}}')).toEqual({
    value: { p: 2, q: { p: 1 } },
    duplicates: ['p.deny', 'p'],
  })
})

test('a __proto__ key is an own key and changes no prototype', () => {
  const { value } = parseJsonc(
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
  )
  expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect('polluted' in {}).toBe(false)
})

/** Tokens of JSON text; strings are kept whole. */
const tokensOf = (json: string): string[] => json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g) ?? []

const blank = fc.oneof(
  fc.constantFrom('', ' ', '\n', '\t', '\r\n'),
  fc
    .string()
    .map(text => `/*${text.replaceAll('*/', '')}*/`)
    .filter(text => text.indexOf('*/', 2) === text.length - 2),
  fc.string().map(text => `//${text.replaceAll('\n', '')}\n`),
)

test('comments, blanks and trailing commas anywhere between tokens change nothing', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      fc.array(blank, { minLength: 1, maxLength: 20 }),
      fc.boolean(),
      (value, blanks, trailing) => {
        const json = JSON.stringify(value)
        const tokens = tokensOf(json)
        const text = tokens
          .map((token, index) => {
            const closes = token === '}' || token === ']'
            const empty = tokens[index - 1] === '{' || tokens[index - 1] === '['
            const comma = trailing && closes && !empty ? ',' : ''
            return `${blanks[index % blanks.length]}${comma}${blanks[(index + 1) % blanks.length]}${token}`
          })
          .join('')
        expect(parseJsonc(text).value).toEqual(JSON.parse(json))
      },
    ),
  )
})

test('whatever the text, the parser agrees with JSON.parse or refuses with a place', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map(json => json.slice(0, -1)),
        fc.json(),
      ),
      text => {
        const outcome = (() => {
          try {
            return { value: parseJsonc(text).value }
          } catch (error) {
            expect(error).toBeInstanceOf(JsoncError)
            return undefined
          }
        })()
        try {
          const value: unknown = JSON.parse(text)
          expect(outcome).toEqual({ value })
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error
        }
      },
    ),
  )
})

test('every value is reported with its place, inner ones first, and its text parses to it alone', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), value => {
      const text = `/* a */ ${JSON.stringify(value, null, 2)} // b`
      const root: unknown = parseJsonc(text).value
      const seen: string[] = []
      parseJsonc(text, (path, { from, to, keyFrom }) => {
        const at = path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], root)
        expect(JSON.parse(text.slice(from, to))).toEqual(JSON.parse(JSON.stringify(at)))
        if (keyFrom !== undefined) expect(text.slice(keyFrom, from)).toBe(`${JSON.stringify(path.at(-1))}: `)
        seen.push(path.join('/'))
      })
      expect(seen.at(-1)).toBe('')
    }),
  )
})
