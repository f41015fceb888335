import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasScript, SCRIPT } from '../support/needs-program.ts'
import { openWorldHere } from '../support/run-here.ts'
import { PROGRAM, type World } from '../support/run-program.ts'

const touching = () =>
  openWorldHere({
    replies: [
      { when: { toolResult: {} }, text: 'done', repeat: true },
      { tool: { name: 'Bash', input: { command: 'touch made' } }, repeat: true },
    ],
  })
const allowTouch = JSON.stringify({ permissions: { allow: ['Bash(touch *)'] } })
const made = (world: World): boolean => existsSync(join(world.project, 'made'))
const stateOf = (world: World): unknown => {
  const file = join(world.config, 'state.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

test('trust is remembered by capstan trust and taken back by --revoke', async () => {
  await using world = await touching()
  world.put('.capstan/settings.json', allowTouch)
  await world.stream(['go'])
  expect(made(world)).toBe(false)
  const trusting = await world.run(['trust', '--yes'])
  expect(trusting).toMatchObject({ code: 0, stderr: '' })
  expect(trusting.stdout).toContain('Bash(touch *)')
  expect(trusting.stdout).toContain('is now trusted')
  expect(stateOf(world)).toEqual({ projects: { [world.project]: { trust: { at: expect.any(String) } } } })
  expect(statSync(join(world.config, 'state.json')).mode & 0o777).toBe(0o600)
  const list = await world.run(['trust', '--list', '--json'])
  expect(JSON.parse(list.stdout)).toEqual({ trusted: [{ path: world.project, at: expect.any(String) }] })
  const after = await world.stream(['go'])
  expect(made(world)).toBe(true)
  expect(after.stderr).not.toContain('not trusted')
  expect((await world.run(['trust', '--revoke'])).stdout).toContain('no longer trusted')
  expect((await world.stream(['go'])).stderr).toContain('not trusted')
  expect((await world.run(['trust', '--revoke'])).stdout).toContain("wasn't trusted")
})

test('trust stays when the folder later wants more', async () => {
  await using world = await touching()
  await world.run(['trust', '--yes'])
  world.put('.capstan/settings.json', allowTouch)
  await world.stream(['go'])
  expect(made(world)).toBe(true)
})

test('without a terminal and without --yes nothing is remembered, and that is said', async () => {
  await using world = await touching()
  world.put('.capstan/settings.json', allowTouch)
  const ended = await world.run(['trust'])
  expect(ended.code).toBe(1)
  expect(ended.stdout).toContain('Bash(touch *)')
  expect(ended.stderr).toContain('--yes')
  expect(stateOf(world)).toBeUndefined()
})

test('--json tells what the folder wants, remembers only with --yes, and runs nothing', async () => {
  await using world = await touching()
  const evil = join(world.root, 'owned')
  const command = `touch ${evil}`
  world.put(
    '.claude/settings.json',
    JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] },
      apiKeyHelper: command,
    }),
  )
  world.put('.mcp.json', JSON.stringify({ mcpServers: { s: { command: 'sh', args: ['-c', command] } } }))
  world.put('.git/config', `[core]\n\tfsmonitor = ${command}\n`)
  const wants = [
    { kind: 'hook', file: '.claude/settings.json', name: 'PreToolUse', detail: command },
    { kind: 'never', file: '.claude/settings.json', name: 'apiKeyHelper', detail: command },
    { kind: 'server', file: '.mcp.json', name: 's', detail: `sh -c "${command}"` },
    { kind: 'git_program', file: '.git/config', name: 'core.fsmonitor', detail: command },
  ]
  const told = await world.run(['trust', '--json'])
  expect(JSON.parse(told.stdout)).toEqual({ folder: world.project, trusted: false, wants, cut: false })
  expect(stateOf(world)).toBeUndefined()
  const trusted = await world.run(['trust', '--json', '--yes'])
  expect(JSON.parse(trusted.stdout)).toMatchObject({ trusted: true })
  expect(stateOf(world)).toBeDefined()
  expect(existsSync(evil)).toBe(false)
})

test('trust of a repository reaches its directories, not repositories within it nor the folder above', async () => {
  await using world = await touching()
  mkdirSync(join(world.project, '.git'))
  for (const place of ['sub', 'nested']) world.put(`${place}/.capstan/settings.json`, allowTouch)
  mkdirSync(join(world.project, 'nested/.git'))
  writeFileSync(join(world.root, 'x'), '')
  await world.run(['trust', '--yes', 'sub'])
  const runIn = async (place: string): Promise<boolean> => {
    await world.stream(['go'], { cwd: join(world.project, place) })
    return existsSync(join(world.project, place, 'made'))
  }
  expect(await runIn('sub')).toBe(true)
  expect(await runIn('nested')).toBe(false)
})

test('a folder is the same by whatever link it is reached', async () => {
  await using world = await touching()
  world.put('.capstan/settings.json', allowTouch)
  symlinkSync(world.project, join(world.root, 'link'))
  await world.run(['trust', '--yes', join(world.root, 'link')])
  await world.stream(['go'])
  expect(made(world)).toBe(true)
})

test('the home directory is not remembered, and why is said', async () => {
  await using world = await touching()
  const ended = await world.run(['trust', '--yes', world.home])
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain('--trust')
  expect(stateOf(world)).toBeUndefined()
})

test.each([
  ['{', 'not valid JSON'],
  ['[]', 'JSON object'],
])('a damaged state %j is said, left alone and trusts nothing', async (text, why) => {
  await using world = await touching()
  world.put('.capstan/settings.json', allowTouch)
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'state.json'), text, { mode: 0o600 })
  const run = await world.stream(['go'])
  expect(run.code).toBe(0)
  expect(run.stderr).toContain(why)
  expect(made(world)).toBe(false)
  const trusting = await world.run(['trust', '--yes'])
  expect(trusting.code).toBe(1)
  expect(trusting.stderr).toContain(why)
  expect(readFileSync(join(world.config, 'state.json'), 'utf8')).toBe(text)
})

/** Runs the command on a pseudo-terminal; types `answer` once the question stands there. */
const atTerminal = (
  world: World,
  answer: string,
): Promise<{ readonly code: number | null; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const env = { PATH: '/usr/bin:/bin', HOME: world.home, CAPSTAN_CONFIG_DIR: world.config }
    const program = `'${process.execPath}' '${PROGRAM}' trust`
    const child = spawn(SCRIPT, ['-qec', program, '/dev/null'], { cwd: world.project, env })
    let text = ''
    let typed = false
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      if (typed || !text.includes('Enter: no]')) return
      typed = true
      child.stdin.write(answer)
    })
    child.once('error', reject)
    child.once('close', code => resolve({ code, text }))
  })

test.skipIf(!hasScript()).each([
  ['yes\n', 0, true],
  ['1\n', 0, true],
  ['2\n', 1, false],
  ['\n', 1, false],
])('at a terminal the answer %j ends with %i', async (answer, code, trusted) => {
  await using world = await touching()
  world.put('.capstan/settings.json', '{"model": "\\u001b[31mred"}')
  const ended = await atTerminal(world, answer)
  expect(ended.code).toBe(code)
  expect(ended.text).not.toContain('\u001b[31m')
  expect(ended.text).toContain('\\u{1b}[31mred')
  expect(stateOf(world) !== undefined).toBe(trusted)
})
