import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hardenEnvironment } from '../../src/lib/process/harden-environment.ts'
import { sampleSize } from '../support/sample-size.ts'

const SECRET = 'token-of-the-environment'
let home: string
let project: string
let registry: Server
const arrived: string[] = []

/** What a repository brings to learn a secret of whoever looks at its packages, and to have files written. */
const settings = (port: number): string =>
  [
    `registry=http://127.0.0.1:${port}/`,
    `//127.0.0.1:${port}/:_authToken=\${GITHUB_TOKEN}`,
    'update-notifier=true',
    'offline=false',
    'prefer-online=true',
    'cache=./planted-cache',
    'logs-dir=./planted-logs',
    'logs-max=9',
    'timing=true',
    '',
  ].join('\n')

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'managers-')))
  project = join(home, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"name":"x","version":"1.0.0"}')
  registry = createServer((request, response) => {
    arrived.push(`${request.url} ${request.headers.authorization ?? ''}`)
    response.end('{"version":"999.0.0"}')
  })
  await new Promise<void>(resolve => registry.listen(0, '127.0.0.1', resolve))
  writeFileSync(join(project, '.npmrc'), settings((registry.address() as AddressInfo).port))
})
afterAll(async () => {
  await new Promise(resolve => registry.close(resolve))
  rmSync(home, { recursive: true, force: true })
})

/** Without what the test runner's own npm left: that would beat the project's settings. */
const personEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|NO_UPDATE|CI$|NODE_)/i.test(name)),
  ),
  HOME: home,
  GITHUB_TOKEN: SECRET,
  // One that the person set, in the spelling that npm reads last.
  NPM_CONFIG_UPDATE_NOTIFIER: 'true',
})

const run = (words: readonly string[], env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise(resolve => {
    const [program = '', ...args] = words
    execFile(program, args, { cwd: project, env }, (_, stdout, stderr) => resolve(stdout + stderr))
  })

const planted = (): readonly string[] => readdirSync(project).filter(name => name.startsWith('planted'))
const clean = (): void => {
  arrived.length = 0
  rmSync(join(home, '.npm'), { recursive: true, force: true })
  for (const name of planted()) rmSync(join(project, name), { recursive: true })
}

test('plain npm ls sends a secret of the environment to the registry of a project and writes where it says', async () => {
  clean()
  await run(['npm', 'ls'], personEnvironment())
  expect(arrived.join('\n')).toContain(SECRET)
  expect(planted()).not.toEqual([])
})

/** Each takes longer to start than most tests: in every run two that differ most, in `npm run test:long` all. */
const ASKED: readonly (readonly string[])[] = [
  ['npm', 'ls'],
  ['npm', 'ls', '-g', '--depth=0'],
  ['npm', 'list', '--all', '--json'],
  ['npm', 'ls', 'nothing'],
  ['npm', '--version'],
]

test.each(ASKED.slice(0, sampleSize({ usual: 2, full: ASKED.length })))(
  'hardened %s %s sends nothing and writes nothing into the project',
  async (...words) => {
    clean()
    const output = await run(words, hardenEnvironment(personEnvironment(), [project]))
    expect(output).not.toBe('')
    expect(arrived).toEqual([])
    expect(planted()).toEqual([])
    expect(existsSync(join(home, '.npm', '_logs'))).toBe(false)
  },
)

test('pip is told to look up no newer version, whatever the person had set', () => {
  const env = hardenEnvironment(
    { HOME: home, PIP_NO_INDEX: '0', NPM_CONFIG_CACHE: './x', PATH: '/usr/bin' },
    [project],
  )
  expect(env).toMatchObject({ PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1', HGRCSKIPREPO: '1' })
  expect(env).not.toHaveProperty('NPM_CONFIG_CACHE')
})
