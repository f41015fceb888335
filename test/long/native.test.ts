import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ofType, openWorld, REPOSITORY } from '../support/run-program.ts'

const target = `${process.platform}-${process.arch}`
const program = join(REPOSITORY, 'dist/native', `capstan-${target}`)

/** Made here where its compiler can be had; else one line says that it was not tried. */
const isBuilt = (): boolean => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-native.mjs'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  })
  if (status === 0 && existsSync(program)) return true
  process.stdout.write(
    `skipped: tests of the native program, which could not be made (${stderr.split('\n', 1)[0]})\n`,
  )
  return false
}

const built = isBuilt()

test.runIf(built)(
  'the native program runs a session and nothing of the directory it is started in',
  async () => {
    await using world = await openWorld({
      replies: [
        { tool: { name: 'Grep', input: { pattern: 'needle', output_mode: 'content' } } },
        { text: 'found' },
      ],
    })
    world.put('hay.txt', 'a needle\n')
    world.put(
      '.env',
      'ANTHROPIC_BASE_URL=http://127.0.0.1:9\nCAPSTAN_CONFIG_DIR=/nonexistent\nBUN_OPTIONS=--preload=./evil.js\n',
    )
    world.put('bunfig.toml', 'preload = ["./evil.js"]\n[run]\npreload = ["./evil.js"]\n')
    const proof = join(world.root, 'ran')
    world.put('evil.js', `require('node:fs').writeFileSync(${JSON.stringify(proof)}, 'x')`)
    const command = [program] as [string]
    const VERSION = readFileSync(join(REPOSITORY, 'VERSION'), 'utf8').trim()
    expect(await world.run(['--version'], { command })).toMatchObject({
      code: 0,
      stdout: `${VERSION} (Capstan)\n`,
    })
    expect(await world.run(['-p', 'find it'], { command })).toMatchObject({
      code: 0,
      stdout: 'found\n',
      stderr: '',
    })
    expect(JSON.stringify(world.server.requests.at(-1)?.body)).toContain('a needle')
    expect(existsSync(proof)).toBe(false)
  },
)

test.runIf(built)('the native program makes a worktree in a repository that nobody trusts yet', async () => {
  await using world = await openWorld({ replies: [{ text: 'here' }] })
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: world.project })
  git('init')
  git('commit', '--allow-empty', '--message', 'first')
  const ended = await world.stream(['hi', '--worktree', 'apart'], { command: [program] })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.lines.find(ofType('system', 'init'))?.['cwd']).toMatch(/apart/)
})

test.runIf(built)('the native program finds libraries that lie beside it', async () => {
  await using world = await openWorld({ replies: [] })
  const { stdout } = await world.run(['doctor'], { command: [program] })
  expect(stdout).toContain('Native program (Bun ')
  expect(stdout).toContain('Images can be read (sharp)')
})
