import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'
import { madeGithubToken, madePrivateKey } from '../support/made-secrets.ts'
import { sampleServer, withServers } from '../support/sample-server.ts'
import { toolResults } from '../support/tool-results.ts'

// What a script turns round nobody recognizes any more: no secret may enter it, whatever way its data come.

const TOKEN = madeGithubToken()
const KEY = madePrivateKey()
const KEY_LINE = KEY.split('\n')[3] ?? ''

const FILES = {
  'app.conf': `name=app\nTOKEN=${TOKEN}\nport=1\n`,
  'id.pem': KEY,
  [TOKEN]: 'x\n',
  'data.json': JSON.stringify({ [TOKEN]: { [`k ${TOKEN}`]: [TOKEN] } }),
}

/** Every way that data come into a script; what each gives, as JSON. */
const WAYS: readonly string[] = [
  "tools.Read({ file_path: 'app.conf' })",
  "tools.Read({ file_path: 'app.conf', offset: 2, limit: 1 })",
  "tools.Read({ file_path: 'app.conf' }).then(({ lines }) => lines)",
  "tools.Read({ file_path: 'data.json' })",
  "tools.Read({ file_path: 'id.pem' })",
  "tools.Grep({ pattern: 'TOKEN' })",
  "tools.Grep({ pattern: 'port', '-B': 1 })",
  "tools.Grep({ pattern: 'TOKEN=.*', '-o': true })",
  "tools.Grep({ pattern: 'x', output_mode: 'files_with_matches' })",
  "tools.Grep({ pattern: 'x', output_mode: 'count' })",
  "tools.Glob({ pattern: '*' })",
  "tools.Bash({ command: 'cat app.conf data.json id.pem' })",
  "tools.Bash({ command: 'cat app.conf >&2; ls; exit 3' })",
  "tools.Bash({ command: 'cat app.conf; false' })",
  "tools.Edit({ file_path: 'app.conf', old_string: 'TOKEN', new_string: 'T' })",
  "tools.Edit({ file_path: 'app.conf', old_string: 'nowhere', new_string: 'T' })",
  "tools.Write({ file_path: 'app.conf', content: 'T' })",
  "tools.Glob({ pattern: 'ghp_*' }).then(([path]) => tools.Read({ file_path: path + 'x' }))",
  'mcp.hub.echo({})',
  "mcp.hub.echo({}).then(() => tools.describe('echo'))",
  "tools.search('echo')",
]

const CODE = `const got = []
for (const way of ${JSON.stringify(WAYS)}) {
  const make = (0, eval)('(() => ' + way + ')')
  got.push(await make().then(value => value, ({ message, code, tool }) => ({ message, code, tool })))
}
const text = JSON.stringify(got)
print(text.length)
print([...text].reverse().join(''))`

const everyFile = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map(name => join(directory, name))
    .filter(path => statSync(path).isFile())

test(`none of ${WAYS.length} ways brings a secret into a script, nor into what is kept of it`, async () => {
  const result = {
    content: [{ type: 'text', text: `token ${TOKEN}` }],
    structuredContent: { [TOKEN]: TOKEN, deep: [{ [`x ${TOKEN}`]: `a ${TOKEN} b` }] },
  }
  await using world = await createWorld({
    files: FILES,
    allow: ['Bash', 'Edit', 'Write', 'mcp__hub', 'Read', 'Grep'],
    config: withServers([
      {
        name: 'hub',
        config: sampleServer({
          result,
          tools: [{ name: 'echo', description: `says ${TOKEN}`, inputSchema: { type: 'object' } }],
        }),
      },
    ]),
    scenario: { replies: [{ tool: { name: 'Script', input: { code: CODE } } }, { text: 'Done.' }] },
  })
  await world.ask('go')
  const [shown] = toolResults(world.model.requests)
  const saved = /All of it is in (\S+);/.exec(shown?.text ?? '')?.[1]
  const all = saved === undefined ? (shown?.text ?? '') : readFileSync(saved, 'utf8')
  const forward = [...all].reverse().join('')
  expect(forward).toContain('app.conf')
  expect(forward.length).toBeGreaterThan(2_000)
  for (const secret of [TOKEN, KEY_LINE]) {
    expect(forward).not.toContain(secret)
    const wire = JSON.stringify(world.model.requests.map(({ messages }) => messages))
    expect(wire).not.toContain(secret)
  }
  const kept = everyFile(join(world.sessionPath, '..')).filter(path => !path.includes('file-history'))
  const holding = kept.filter(path => {
    const text = readFileSync(path, 'utf8')
    return [TOKEN, KEY_LINE].some(
      secret => text.includes(secret) || text.includes([...secret].reverse().join('')),
    )
  })
  expect(holding).toEqual([])
})
