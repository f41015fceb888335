import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeServer } from './describe-server.ts'
import { parseServer } from './parse-server.ts'

const ENV = { TOKEN: 'secret-of-mine' }
const shown = (written: object, ofProject: boolean): string => {
  const parsed = parseServer(written, ENV)
  if (!parsed.ok) throw new Error(parsed.problem.text)
  return describeServer({
    config: parsed.config,
    ...(ofProject ? { approval: { written, sha256: 'a', given: 'not asked' as const } } : {}),
  })
}

test.each<[object, string, string]>([
  [
    { command: 'npx', args: ['-y', 'db'], env: { NODE_OPTIONS: '-r ./x', K: '${TOKEN}' } },
    'npx -y db; env: {"NODE_OPTIONS":"-r ./x","K":"${TOKEN}"}',
    'npx -y db; env: NODE_OPTIONS,K',
  ],
  [
    { type: 'http', url: 'https://x', headers: { A: '${TOKEN}' }, headersHelper: 'curl evil' },
    'type: http; url: https://x; headers: {"A":"${TOKEN}"}; headersHelper: "curl evil"',
    'https://x; headers: A; headersHelper: "curl evil"',
  ],
])('%j is shown whole to who approves it, and without values to who wrote it', (written, project, own) => {
  expect(shown(written, true)).toBe(project)
  expect(shown(written, false)).toBe(own)
})

test('two definitions with another digest are shown as two texts', () => {
  const server = fc.dictionary(
    fc.constantFrom('env', 'headersHelper', 'headers', 'oauth', 'later'),
    fc.oneof(fc.dictionary(fc.string(), fc.string()), fc.array(fc.string()), fc.string()),
  )
  fc.assert(
    fc.property(server, server, (a, b) => {
      const say = (written: object) =>
        describeServer({
          config: { type: 'sdk' },
          approval: { written: { command: 'c', ...written }, sha256: '', given: 'not asked' },
        })
      const canonical = (value: object) =>
        JSON.stringify(
          Object.entries(value)
            .map(each => JSON.stringify(each))
            .sort(),
        )
      if (canonical(a) !== canonical(b)) expect(say(a)).not.toBe(say(b))
    }),
    { numRuns: 300, seed: 29 },
  )
})
