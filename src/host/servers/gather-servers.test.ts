import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { mergeContributions } from '../../features/extensions/merge.ts'
import { hashDefinition } from '../../features/trust/approvals.ts'
import { approveServer, resetServers } from './approve-server.ts'
import { gatherServers } from './gather-servers.ts'
import type { ServerSources } from './server-sources.ts'

const server = (command: string) => ({ command })
const file = (servers: object) => JSON.stringify({ mcpServers: servers })

const createPlace = (root: string, more: Partial<ServerSources> = {}): ServerSources => {
  const at = (name: string): string => join(root, name)
  for (const name of ['project/sub', 'config']) mkdirSync(at(name), { recursive: true })
  const names = ['flag', 'local', 'project', 'user', 'other']
  const some = (from: number, text: string) =>
    Object.fromEntries(names.slice(from).map(name => [name, server(text)]))
  writeFileSync(
    at('config/mcp.json'),
    JSON.stringify({
      mcpServers: some(3, 'user'),
      projects: { [at('project')]: { mcpServers: some(1, 'local'), disabledServers: ['other'] } },
    }),
  )
  writeFileSync(at('project/.mcp.json'), file({ ...some(2, 'project'), near: server('far') }))
  writeFileSync(at('project/sub/.mcp.json'), file({ near: server('near') }))
  writeFileSync(at('.claude.json'), JSON.stringify({ mcpServers: { theirs: server('theirs') } }))
  return {
    cwd: at('project/sub'),
    home: root,
    configHome: at('config'),
    env: {},
    flags: [file(some(0, 'flag'))],
    strict: false,
    sources: ['user', 'project', 'local'],
    trusted: true,
    trustRoot: at('project'),
    projectChoice: { all: false, yes: [], no: [] },
    policy: {},
    written: [],
    hash: hashDefinition,
    files: {
      managed: [],
      project: [at('project/sub/.mcp.json'), at('project/.mcp.json')],
      foreign: at('.claude.json'),
    },
    ...more,
  }
}

const read = (place: ServerSources) => {
  const written = gatherServers(place)
  const { servers } = mergeContributions(written)
  const commands = servers.map(({ name, config, source }) => [
    name,
    'command' in config ? config.command : '',
    source.level,
  ])
  return {
    servers,
    commands: Object.fromEntries(commands.map(([name, ...rest]) => [name, rest.join(' ')])),
    problems: written.flatMap(({ problems = [] }) => problems.map(({ message }) => message)),
  }
}

test('of servers of one name the command line counts, then local, project and user, whole', async () => {
  await using tmp = tmpDir()
  expect(read(createPlace(tmp.path)).commands).toMatchObject({
    flag: 'flag flag',
    local: 'flag flag',
    near: 'near project',
    theirs: 'theirs user',
  })
  expect(read(createPlace(tmp.path, { flags: [] })).commands).toEqual({
    local: 'local local',
    project: 'local local',
    user: 'local local',
    other: 'local local',
    near: 'near project',
    theirs: 'theirs user',
  })
  expect(Object.keys(read(createPlace(tmp.path, { strict: true })).commands)).toEqual([
    ...['flag', 'local', 'project', 'user', 'other'],
  ])
  const { servers } = read(createPlace(tmp.path))
  expect(servers.filter(({ disabled }) => disabled).map(({ name }) => name)).toEqual(['other'])
})

test('of a folder that is not trusted nothing is read, and it is said', async () => {
  await using tmp = tmpDir()
  const { commands, problems } = read(createPlace(tmp.path, { trusted: false, flags: [] }))
  expect(commands['near']).toBeUndefined()
  expect(problems.length).toBe(2)
  expect(problems[0]).toContain('wait until you trust this folder')
})

test('the file of an administrator is the only one that counts, if nobody else can write it', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'managed-mcp.json')
  writeFileSync(file, JSON.stringify({ mcpServers: { only: server('managed') } }))
  const place = createPlace(tmp.path)
  const managed = () =>
    read({ ...place, files: { ...place.files, managed: [file], administrator: process.getuid?.() ?? 0 } })
  chmodSync(file, 0o644)
  expect(managed().commands).toEqual({ only: 'managed managed' })
  chmodSync(file, 0o666)
  const refused = managed()
  expect(refused.commands).toEqual({})
  expect(refused.problems).toEqual([expect.stringContaining('no MCP servers are used here until')])
})

test('a server of a project is approved by its content; a changed one is asked about again', async () => {
  await using tmp = tmpDir()
  const place = createPlace(tmp.path, { flags: [] })
  const near = () => read(place).servers.find(({ name }) => name === 'near')?.approval
  expect(near()?.given).toBe('not asked')
  const at = { configHome: place.configHome, root: place.trustRoot }
  await approveServer(at, { name: 'near', sha256: near()?.sha256 ?? '' }, true)
  expect(near()?.given).toBe('yes')
  writeFileSync(join(place.cwd, '.mcp.json'), file({ near: { command: 'near', args: ['more'] } }))
  expect(near()?.given).toBe('not asked')
  await approveServer(at, { name: 'near', sha256: near()?.sha256 ?? '' }, false)
  expect(near()?.given).toBe('no')
  await resetServers(at.configHome, at.root)
  expect(near()?.given).toBe('not asked')
})

test('settings of the person approve or refuse servers of projects by name; the policy keeps any from starting', async () => {
  await using tmp = tmpDir()
  const given = (choice: Partial<ServerSources['projectChoice']>) => {
    const projectChoice = { all: false, yes: [], no: [], ...choice }
    const { servers } = read(createPlace(tmp.path, { flags: [], projectChoice }))
    return servers.find(({ name }) => name === 'near')?.approval?.given
  }
  expect([given({ all: true }), given({ yes: ['near'] }), given({ no: ['near'], all: true })]).toEqual([
    ...['yes', 'yes', 'no'],
  ])
  const { commands, problems } = read(
    createPlace(tmp.path, { flags: [], policy: { denied: [{ serverName: 'near' }] } }),
  )
  expect(commands['near']).toBeUndefined()
  expect(problems[0]).toBe('the MCP server "near" is on the list deniedMcpServers, so it is not started')
})

test('a project does not get at what opens the way to a model; the person may hand it on', async () => {
  await using tmp = tmpDir()
  const env = { ANTHROPIC_API_KEY: 'secret' }
  const place = createPlace(tmp.path, { flags: [], env })
  const taking = { command: 'x', env: { KEY: '${ANTHROPIC_API_KEY}' } }
  writeFileSync(join(place.cwd, '.mcp.json'), file({ near: taking }))
  expect(read(place).problems[0]).toContain('uses ${ANTHROPIC_API_KEY}, which is not set')
  const { servers } = read({ ...place, flags: [file({ mine: taking })] })
  expect(servers.find(({ name }) => name === 'mine')?.config).toMatchObject({ env: { KEY: 'secret' } })
})

test('settings files name servers too: each counts by its scope, those of the folder wait for approval', async () => {
  await using tmp = tmpDir()
  const of = (source: 'managed' | 'flag' | 'local' | 'project' | 'user', ...names: string[]) => ({
    source,
    file: `${source}.json`,
    value: Object.fromEntries(names.map(name => [name, server(`${source} settings`)])),
  })
  const place = createPlace(tmp.path, {
    flags: [],
    env: { ANTHROPIC_API_KEY: 'secret' },
    written: [
      of('managed', 'everywhere'),
      of('flag', 'everywhere', 'run'),
      of('local', 'everywhere', 'run', 'mine'),
      of('project', 'everywhere', 'run', 'mine', 'shared', 'project'),
      of('user', 'everywhere', 'run', 'mine', 'shared', 'own'),
    ],
  })
  const { commands, servers } = read(place)
  expect(commands).toMatchObject({
    everywhere: 'managed settings managed',
    run: 'flag settings flag',
    mine: 'local settings local',
    shared: 'project settings project',
    own: 'user settings user',
    project: 'local local',
  })
  const given = (name: string) => servers.find(each => each.name === name)?.approval?.given
  expect(['everywhere', 'run', 'own'].map(given)).toEqual([undefined, undefined, undefined])
  expect(['mine', 'shared'].map(given)).toEqual(['not asked', 'not asked'])
  const sha256 = servers.find(({ name }) => name === 'shared')?.approval?.sha256 ?? ''
  await approveServer(
    { configHome: place.configHome, root: place.trustRoot },
    { name: 'shared', sha256 },
    true,
  )
  const approval = (written: ServerSources['written']) =>
    read({ ...place, written }).servers.find(({ name }) => name === 'shared')?.approval?.given
  expect(approval(place.written)).toBe('yes')
  expect(approval([{ source: 'project', file: 'f', value: { shared: server('other') } }])).toBe('not asked')
  expect(Object.keys(read({ ...place, strict: true }).commands)).toEqual(['everywhere'])
  const taking = { near: { command: 'x', env: { KEY: '${ANTHROPIC_API_KEY}' } } }
  expect(read({ ...place, written: [{ source: 'local', file: 'f', value: taking }] }).problems[0]).toContain(
    'uses ${ANTHROPIC_API_KEY}, which is not set',
  )
})

test('what the command line names has to be right', async () => {
  await using tmp = tmpDir()
  const place = createPlace(tmp.path)
  expect(() => gatherServers({ ...place, flags: ['none.json'] })).toThrow(
    /--mcp-config: cannot read .*none.json: it does not exist \(ENOENT\)/,
  )
  expect(() => gatherServers({ ...place, flags: ['{"mcpServers": {"a": {}}}'] })).toThrow(
    /"a" has no "command"/,
  )
})
