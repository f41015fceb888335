import { expect, test } from 'vitest'
import { parseToml } from './parse-toml.ts'

test('tables, lists, texts, numbers and switches are read', () => {
  const text = `# a comment
model = "gpt" # another
n = 1_000
on = true
[mcp_servers.docs]
command = 'npx'
args = ["-y", "docs", # why
  "x"]
env = { KEY = "a\\tb", "x.y" = 'z' }
[mcp_servers."with space"]
url = "https://x"
[[profiles]]
name = "a"
[[profiles]]
name = "b"
a.b = """
two
lines"""
`
  expect(JSON.parse(JSON.stringify(parseToml(text)))).toEqual({
    model: 'gpt',
    n: 1000,
    on: true,
    mcp_servers: {
      docs: { command: 'npx', args: ['-y', 'docs', 'x'], env: { KEY: 'a\tb', 'x.y': 'z' } },
      'with space': { url: 'https://x' },
    },
    profiles: [{ name: 'a' }, { name: 'b', a: { b: 'two\nlines' } }],
  })
})

test.each([['a = '], ['a = "x'], ['[a'], ['a'], ['a = 1 b = 2'], ['a = 1\n[a]'], ['a = [1, 2']])(
  'what is not understood is refused with its line: %j',
  text => expect(() => parseToml(text)).toThrow(/^line \d/),
)

test('dates are texts, large numbers are numbers, and what is odd but allowed is read', () => {
  const text =
    '\uFEFFat = 2026-11-18T08:00:00Z\r\nday = 2026-11-18\r\nbig = 9007199254740993\r\nhex = 0xff\r\n"" = 1\r\n'
  expect({ ...parseToml(text) }).toEqual({
    at: '2026-11-18T08:00:00.000Z',
    day: '2026-11-18',
    big: 9007199254740992,
    hex: 255,
    '': 1,
  })
})

test.each([
  ['lists', `a = ${'['.repeat(100_000)}`],
  ['lists that end', `a = ${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['tables', `a = ${'{ b = '.repeat(100_000)}`],
  ['a text that is none', `a = ${'"'.repeat(99_999)}`],
])('%s without an end are refused, not followed', (_, text) => {
  expect(() => parseToml(text)).toThrow(/^line 1: /)
})

test('what is refused is named in one line', () => {
  expect(() => parseToml('a = 1\nb = nonsense\nc = 3')).toThrow(/^line 2: [^\n]+$/)
})

test('a key of any name is only a key', () => {
  const read = parseToml('[__proto__]\nx = 1')
  expect(({} as { x?: number }).x).toBeUndefined()
  expect(Object.keys(read)).toEqual(['__proto__'])
})
