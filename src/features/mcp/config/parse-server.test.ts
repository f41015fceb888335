import { expect, test } from 'vitest'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import { expandVariables } from './expand-variables.ts'
import { parseServer } from './parse-server.ts'
import { readServers } from './read-servers.ts'

const ENV = { TOKEN: 'abc', EMPTY: '' }

test.each([
  ['${TOKEN}', 'abc', []],
  ['a${TOKEN}b${TOKEN}', 'aabcbabc', []],
  ['${NONE:-x y}', 'x y', []],
  ['${EMPTY:-x}', 'x', []],
  ['${EMPTY}', '', []],
  ['${NONE}', '${NONE}', ['NONE']],
  ['$TOKEN', '$TOKEN', []],
])('%s stands for %s', (text, value, missing) => {
  expect(expandVariables(text, ENV)).toEqual({ value, missing })
})

test('variables count in the command, arguments, variables, address and headers', () => {
  expect(parseServer({ command: '${TOKEN}', args: ['${TOKEN}'], env: { A: '${TOKEN}', B: 1 } }, ENV)).toEqual(
    {
      ok: true,
      config: { type: 'stdio', command: 'abc', args: ['abc'], env: { A: 'abc', B: '1' } },
    },
  )
  expect(parseServer({ type: 'http', url: 'https://${TOKEN}.x', headers: { A: 'B ${TOKEN}' } }, ENV)).toEqual(
    {
      ok: true,
      config: { type: 'http', url: 'https://abc.x', headers: { A: 'B abc' } },
    },
  )
})

test.each([
  [{ type: 'streamable-http', url: 'https://x.y' }, 'http'],
  [{ type: 'sse', url: 'https://x.y', timeout: 5_000, alwaysLoad: true }, 'sse'],
  [{ type: 'ws', url: 'wss://x.y' }, 'ws'],
  [{ type: 'sdk', name: 'x' }, 'sdk'],
  [{ command: 'x' }, 'stdio'],
])('%j is a %s server', (written, type) => {
  expect(parseServer(written, ENV)).toMatchObject({ ok: true, config: { type } })
})

test.each([
  ['text', /must be an object/],
  [{}, /has no "command"/],
  [{ url: 'https://x.y' }, /has a "url" but no "type": add "type": "http"/],
  [{ type: 'grpc', url: 'x' }, /has the type "grpc": known are stdio, http/],
  [{ type: 'http', url: 'x' }, /"url" must be a complete address/],
  [{ type: 'http', url: 'file:///etc/passwd' }, /must begin with http/],
  [{ type: 'http', url: 'https://me:pw@x.y' }, /must not hold a name or password/],
  [{ type: 'http', url: 'https://x.y', headers: { A: 'b\r\nC: d' } }, /without line ends/],
  [{ command: 'x', args: 'y' }, /"args" must be a list/],
  [{ command: 'x', timeout: 10 }, /at least 1000/],
  [
    { command: '${NONE}' },
    /uses \$\{NONE\}, which is not set: set it, or write a default as \$\{NONE:-value\}/,
  ],
  [{ type: 'http', url: 'https://x.y', oauth: { callbackPort: 70_000 } }, /must be a port/],
])('%j is refused with what is wrong', (written, problem) => {
  const parsed = parseServer(written, ENV)
  expect(parsed.ok ? '' : parsed.problem.text).toMatch(problem)
})

test('a file with one wrong entry keeps the others, and every problem is said', () => {
  const text = JSON.stringify({ mcpServers: { a: { command: 'x' }, b: {}, 'c\n': { command: 'x' } } })
  const { servers, problems } = readServers(text, ENV)
  expect(servers.map(({ name }) => name)).toEqual(['a'])
  expect(problems.length).toBe(2)
  expect(readServers('{"a": {"command": "x"}}', ENV).servers.length).toBe(1)
  expect(readServers('[]', ENV).problems.map(inEnglish)).toEqual([
    'must hold a JSON object with "mcpServers"',
  ])
  expect(readServers('{', ENV).problems.map(inEnglish)[0]).toContain('is not valid JSON')
})

test.each([
  [
    { command: 'x', sandbox: true },
    { type: 'stdio', command: 'x', args: [], env: {}, sandbox: true },
  ],
  [
    { command: 'x', sandbox: false },
    { type: 'stdio', command: 'x', args: [], env: {} },
  ],
])('%j says whether the program runs in the sandbox', (written, config) => {
  expect(parseServer(written, ENV)).toEqual({ ok: true, config })
})

test.each([
  [{ command: 'x', sandbox: 'yes' }, 'must be true or false'],
  [{ command: 'x', sandbox: null }, 'must be true or false'],
  [{ command: 'x', sandbox: { enabled: true } }, 'must be true or false'],
  [{ type: 'http', url: 'https://x.y', sandbox: true }, 'only for servers that are programs'],
  [{ type: 'sse', url: 'https://x.y', sandbox: false }, 'only for servers that are programs'],
  [{ type: 'sdk', sandbox: true }, 'only for servers that are programs'],
])('%j is refused: a field without effect is worse than none', (written, problem) => {
  expect(parseServer(written, ENV)).toMatchObject({
    ok: false,
    problem: { text: expect.stringContaining(problem) },
  })
})
