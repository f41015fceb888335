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

test('a key of any name is only a key', () => {
  const read = parseToml('[__proto__]\nx = 1')
  expect(({} as { x?: number }).x).toBeUndefined()
  expect(Object.keys(read)).toEqual(['__proto__'])
})
