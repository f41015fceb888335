import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { openWorld, PROGRAM, REPOSITORY } from '../support/run-program.ts'

const LAUNCHER = join(REPOSITORY, 'bin/capstan')
const VERSION = readFileSync(join(REPOSITORY, 'VERSION'), 'utf8').trim()
const echo = { replies: [{ text: 'ok', repeat: true }] }

test('--version is the same from the launcher without a runtime and from the program', async () => {
  await using world = await openWorld(echo)
  const line = `${VERSION} (Capstan)\n`
  for (const flag of ['--version', '-v']) {
    const bare = spawnSync(LAUNCHER, [flag], { env: { PATH: '/nonexistent' }, encoding: 'utf8' })
    expect({ status: bare.status, stdout: bare.stdout, stderr: bare.stderr }).toEqual({
      status: 0,
      stdout: line,
      stderr: '',
    })
    expect(await world.run([flag])).toMatchObject({ code: 0, stdout: line, stderr: '' })
  }
})

test('--help is the same from the launcher without a runtime and from the program, in the language of the person', async () => {
  await using world = await openWorld(echo)
  const tools = join(world.root, 'tools')
  mkdirSync(tools)
  // What the launcher itself asks for: there is no runtime behind it.
  for (const name of ['cat', 'grep']) symlinkSync(`/bin/${name}`, join(tools, name))
  const bare = (env: Readonly<Record<string, string>>) =>
    spawnSync(LAUNCHER, ['--help'], { env: { PATH: tools, HOME: world.root, ...env }, encoding: 'utf8' })
  const { stdout: help } = await world.run(['--help'])
  expect(bare({})).toMatchObject({ status: 0, stdout: help, stderr: '' })
  const config = join(world.root, 'config')
  mkdirSync(config, { recursive: true })
  writeFileSync(join(config, 'settings.json'), '{ "theme": "light" }')
  expect(bare({ CAPSTAN_CONFIG_DIR: config })).toMatchObject({ status: 0, stdout: help })
  const chinese = await world.run(['--help'], { command: [LAUNCHER], env: { LANG: 'zh_CN.UTF-8' } })
  expect(chinese).toMatchObject({ code: 0, stdout: expect.stringContaining('用法') })
  writeFileSync(join(config, 'settings.json'), '{ "uiLanguage": "zh" }')
  const chosen = { command: [LAUNCHER] as const, env: { CAPSTAN_CONFIG_DIR: config } }
  expect(await world.run(['--help'], chosen)).toMatchObject({ code: 0, stdout: chinese.stdout })
  const homeless = { command: [LAUNCHER] as const, env: { CAPSTAN_CONFIG_DIR: 'config', LANG: 'zh_CN' } }
  expect(await world.run(['--help'], homeless)).toMatchObject({ code: 0, stdout: chinese.stdout })
})

test.skipIf(!existsSync('/dev/full'))('--help that finds no room says so, from the launcher, too', () => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' }
  const ended = spawnSync('sh', ['-c', '"$0" --help >/dev/full', LAUNCHER], { env, encoding: 'utf8' })
  expect(ended).toMatchObject({ status: 1, stderr: expect.stringMatching(/^capstan: .+\n$/) })
})

test('a runtime that is too old gets a sentence, not a trace', () => {
  const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.1.0"}})'
  const ended = spawnSync(process.execPath, ['--import', old, PROGRAM, '--help'], { encoding: 'utf8' })
  expect({ status: ended.status, stdout: ended.stdout }).toEqual({ status: 1, stdout: '' })
  expect(ended.stderr).toMatch(/^capstan: this is Node 20\.1\.0; it needs 20\.19 or newer\..*\n$/)
})

test('the launcher works through links, from any directory, with arguments as they are', async () => {
  await using world = await openWorld(echo)
  const link = join(world.root, 'a link')
  symlinkSync(LAUNCHER, link)
  const prompt = 'quotes "and" $dollars\nand lines'
  const ended = await world.run(['-p', prompt], { command: [link] })
  expect(ended).toMatchObject({ code: 0, stdout: 'ok\n', stderr: '' })
  expect(JSON.stringify(world.server.requests[0]?.body)).toContain(JSON.stringify(prompt).slice(1, -1))
})

test.each(['demo', 'mock-server', 'replay'])('%s --help explains itself and succeeds', async name => {
  await using world = await openWorldHere(echo)
  const ended = await world.run([name, '--help'])
  expect([ended.code, ended.stderr]).toEqual([0, ''])
  expect(ended.stdout).toContain(`capstan ${name}`)
})

test('--help names every flag and command and needs nothing', async () => {
  await using world = await openWorld(echo)
  const ended = await world.run(['--help'], { env: { HOME: '/nonexistent', CAPSTAN_CONFIG_DIR: undefined } })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  for (const word of [
    'capstan [flags] [prompt]',
    '--print',
    '--resume',
    '--record',
    '--max-turns',
    'mock-server',
    'replay',
    'demo',
    'Exit codes',
  ])
    expect(ended.stdout).toContain(word)
})

test('every flag of the help is shown at work in some test here', async () => {
  await using world = await openWorldHere(echo)
  const flags = (await world.run(['--help'])).stdout.match(/--[a-z][a-zA-Z-]+/g) ?? []
  const sources = readdirSync(import.meta.dirname)
    .filter(name => name.endsWith('.test.ts'))
    .map(name => readFileSync(join(import.meta.dirname, name), 'utf8'))
  const support = readFileSync(join(REPOSITORY, 'test/support/host-session.ts'), 'utf8')
  const shown = [...sources, support].join('\n')
  // Short forms stand for their long ones.
  const short: Readonly<Record<string, string>> = { '--print': "'-p'", '--name': "'-n'" }
  const missing = [...new Set(flags)].filter(flag => !shown.includes(short[flag] ?? flag))
  expect(flags.length).toBeGreaterThan(40)
  expect(missing).toEqual([])
})

test.each([
  [['--modle', 'opus', '-p', 'x'], '--model'],
  [['-p', '--output-fromat', 'json', 'x'], '--output-format'],
  [['-p', 'x', '--max-turns', 'many'], '--max-turns'],
  [['-p', 'x', '--max-turns', '0'], '--max-turns'],
  [['-p', 'x', '--max-budget-usd', '-1'], '--max-budget-usd'],
  [['-p', 'x', '--output-format', 'xml'], 'stream-json'],
  [['-p', 'x', '--model'], '--model'],
  [['-p', 'x', '--continue', '--resume', 'y'], '--continue'],
  [['-p', 'x', '--fork-session'], '--fork-session'],
  // How it shows only what the model sends on purpose: test/e2e/tui/assistant.test.ts.
  [['-p', 'x', '--brief'], '--brief'],
  [['-p', 'x', '--record', 'a', '--replay', 'b'], '--record'],
  [['-p', 'x', '--input-format', 'stream-json'], 'stream-json'],
  [['--output-format', 'json', 'x'], '-p'],
  [['-p', 'x', '--teleport', 'y'], '--teleport'],
  [['dmeo'], 'demo'],
  [['mock-srever', 'x'], 'mock-server'],
])('%j is a usage error that says %j', async (args, words) => {
  await using world = await openWorldHere(echo)
  const ended = await world.run(args)
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain(words)
  expect(ended.stderr).not.toMatch(/^\s+at /m)
  expect(world.server.requests).toEqual([])
})

test('the working directory may be gone, unreadable names and long arguments are no reason to crash', async () => {
  await using world = await openWorld(echo)
  const gone = await world.run(['-p', 'x'], {
    command: [
      '/bin/sh',
      '-c',
      'mkdir gone && cd gone && rmdir ../gone && exec "$@"',
      'sh',
      process.execPath,
      PROGRAM,
    ],
  })
  expect(gone.code).toBe(1)
  expect(gone.stderr).not.toMatch(/^\s+at /m)
  const long = await world.run(['-p', 'word '.repeat(20_000)])
  expect(long).toMatchObject({ code: 0, stdout: 'ok\n' })
})
