import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clientPackage, testPackage } from '../support/needs-program.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { Line } from '../support/run-program.ts'
import { resultsOf } from '../support/wire-results.ts'

const at = (path: string): readonly string[] => {
  const file = clientPackage(path)
  return file === undefined ? [] : [file]
}
/** With the five of test/e2e/mcp-real-servers.test.ts nine, of four generations of the official library. */
const SERVERS = {
  github: at('@modelcontextprotocol/server-github/dist/index.js'),
  monitor: [...at('@modelcontextprotocol/server-system-monitor/dist/index.js'), '--stdio'],
  runner: at('mcp-server-code-runner/dist/cli.js'),
  time: at('time-mcp/dist/index.js'),
}
const here = Object.values(SERVERS).every(args => args.some(arg => arg.endsWith('.js')))

const configOf = (servers: Readonly<Record<string, readonly string[]>>): readonly string[] => [
  '--mcp-config',
  JSON.stringify({
    mcpServers: Object.fromEntries(
      Object.entries(servers).map(([name, args]) => [name, { command: process.execPath, args }]),
    ),
  }),
  '--strict-mcp-config',
]

test.runIf(here)('four more real servers are connected and called', async () => {
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'mcp__time__days_in_month', input: { date: '2028-02-01' } } },
      {
        tool: {
          name: 'mcp__runner__run-code',
          input: { languageId: 'javascript', code: 'console.log(6 * 7)' },
        },
      },
      { tool: { name: 'mcp__monitor__get-system-info', input: {} } },
      { tool: { name: 'mcp__github__search_repositories', input: {} } },
      { text: 'done' },
    ],
  })
  const { lines, code } = await world.stream([
    ...configOf(SERVERS),
    ...[
      '--allowedTools',
      Object.keys(SERVERS)
        .map(name => `mcp__${name}`)
        .join(','),
    ],
    ...['--', 'use them'],
  ])
  expect(code).toBe(0)
  expect(lines.at(-1)).toMatchObject({ subtype: 'success' })
  const [days, run, info, wrong] = Object.values(resultsOf(world))
  expect(days).toContain('29')
  expect(run).toContain('42')
  expect(info).toMatch(/cpu|memory/i)
  expect(wrong).toMatch(/query/)
})

const EVERYTHING = testPackage('@modelcontextprotocol/server-everything/dist/index.js')

/** What `npx -y` is on a machine that has to fetch the server first: nothing for a while. */
const slowServer = (root: string, gate: string): readonly string[] => {
  const file = join(root, 'slow.sh')
  writeFileSync(
    file,
    `#!/bin/sh\nuntil [ -e '${gate}' ]; do sleep 0.02; done\nexec '${process.execPath}' '${EVERYTHING}' stdio\n`,
  )
  return [file]
}

test.runIf(EVERYTHING !== undefined)(
  'a real server that still starts is named in the first request of -p, and a call waits for it',
  async () => {
    await using world = await openWorldHere({
      replies: [
        {
          tools: [
            { name: 'Bash', input: { command: 'touch gate' } },
            { name: 'mcp__slow__get-sum', input: { a: 20, b: 22 } },
          ],
        },
        { text: 'done' },
      ],
    })
    // Of the command line it is waited for longer.
    mkdirSync(world.config, { recursive: true })
    writeFileSync(
      join(world.config, 'settings.json'),
      JSON.stringify({
        mcpServers: {
          slow: { command: '/bin/sh', args: slowServer(world.root, join(world.project, 'gate')) },
        },
      }),
    )
    const { lines } = await world.stream(['--allowedTools', 'Bash,mcp__slow', '--', 'add them'])
    const init = lines.find(({ subtype }: Line) => subtype === 'init')
    expect(init?.['mcp_servers']).toEqual([{ name: 'slow', status: 'pending' }])
    expect(JSON.stringify(world.server.requests[0]?.body)).toMatch(/slow/)
    expect(Object.values(resultsOf(world)).join('\n')).toContain('42')
  },
)
