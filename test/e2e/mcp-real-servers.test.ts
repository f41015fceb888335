import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mcpServers } from '../support/needs-program.ts'
import { openWorld, PROGRAM } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import { resultsOf } from '../support/wire-results.ts'

const packages = mcpServers()
const at = (path: string): string => join(packages ?? '', path)
const OFFICIAL = '@modelcontextprotocol'

interface Real {
  readonly name: string
  readonly file: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const configOf = (servers: readonly Real[]): string =>
  JSON.stringify({
    mcpServers: Object.fromEntries(
      servers.map(({ name, file, args = [], env = {} }) => [
        name,
        { command: process.execPath, args: [at(file), ...args], env },
      ]),
    ),
  })

test.skipIf(!packages)('five real servers are called in one session', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 'files'))
  writeFileSync(join(tmp.path, 'files', 'note.txt'), 'a note')
  const servers: readonly Real[] = [
    { name: 'everything', file: `${OFFICIAL}/server-everything/dist/index.js`, args: ['stdio'] },
    {
      name: 'files',
      file: `${OFFICIAL}/server-filesystem/dist/index.js`,
      args: [join(tmp.path, 'files')],
    },
    {
      name: 'memory',
      file: `${OFFICIAL}/server-memory/dist/index.js`,
      env: { MEMORY_FILE_PATH: join(tmp.path, 'memory.json') },
    },
    { name: 'thinking', file: `${OFFICIAL}/server-sequential-thinking/dist/index.js` },
    // It speaks the protocol of 2024.
    { name: 'commands', file: 'mcp-server-commands/build/index.js' },
  ]
  const entity = { name: 'Ada', entityType: 'person', observations: ['wrote programs'] }
  const thought = { thought: 'hm', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }
  await using world = await openWorld({
    replies: [
      { tool: { name: 'mcp__everything__get-sum', input: { a: 20, b: 22 } } },
      { tool: { name: 'mcp__files__read_text_file', input: { path: join(tmp.path, 'files', 'note.txt') } } },
      { tool: { name: 'mcp__memory__create_entities', input: { entities: [entity] } } },
      { tool: { name: 'mcp__thinking__sequentialthinking', input: thought } },
      { tool: { name: 'mcp__commands__run_command', input: { command: 'echo from a server' } } },
      { text: 'done' },
    ],
  })
  const rules = servers.map(({ name }) => `mcp__${name}`)
  const { code, stderr } = await world.run([
    ...['-p', 'use them', '--mcp-config', configOf(servers), '--allowedTools', rules.join(',')],
  ])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [sum, note, memory, thinking, command] = Object.values(resultsOf(world))
  expect(sum).toContain('42')
  expect(note).toContain('a note')
  expect(memory).toContain('Ada')
  expect(thinking).toContain('thoughtNumber')
  expect(command).toContain('from a server')
})

const run = (file: string, args: readonly string[], home: string): Promise<string> =>
  new Promise(resolve => {
    let output = ''
    const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, HOME: home }, cwd: home })
    child.stdout.on('data', data => {
      output += data
    })
    child.stderr.on('data', data => {
      output += data
    })
    child.on('close', () => resolve(output))
  })

test.skipIf(!packages)(
  'the public conformance suite passes through our client',
  async () => {
    await using tmp = tmpDir()
    const suite = at(`${OFFICIAL}/conformance/dist/index.js`)
    const client = ['client', '--command', `${process.execPath} ${PROGRAM} mcp conformance-client`]
    const more = ['--timeout', '60000', '-o', tmp.path]
    const output = await run(suite, [...client, '--suite', 'all', ...more], tmp.path)
    const lines = output.split('\n').filter(line => /^[✓✗] /.test(line))
    expect(lines.length).toBeGreaterThanOrEqual(26)
    // It measures half a second: beside all the others only alone does that mean anything.
    const failed = lines.filter(line => line.startsWith('✗') && !line.includes('sse-retry'))
    expect(failed, output.slice(-3_000)).toEqual([])
    const retry = await run(suite, [...client, '--scenario', 'sse-retry', ...more], tmp.path)
    expect(retry, retry.slice(-2_000)).toMatch(/3\/3, 0 failed/)
  },
  180_000,
)
