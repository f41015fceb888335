import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasScript, SCRIPT } from '../support/needs-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const PROGRAM = join(import.meta.dirname, '../../dist/cli.mjs')

/** An empty home, a temporary directory that shows what is left, and nothing that leads to a network or a key. */
const emptyWorld = (root: string) => {
  const home = join(root, 'home')
  const tmp = join(root, 'tmp')
  mkdirSync(home)
  mkdirSync(tmp)
  return { home, tmp, env: { PATH: '/usr/bin:/bin', HOME: home, TMPDIR: tmp, TERM: 'xterm' } }
}

const runDemo = (root: string, args: readonly string[]) => {
  const world = emptyWorld(root)
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'demo', ...args], {
    cwd: root,
    env: world.env,
    encoding: 'utf8',
    input: '',
  })
  return { ...world, status, stdout, stderr }
}

test('the demo goes from red over a diff to green and leaves nothing behind', async () => {
  await using root = tmpDir()
  const { status, stdout, stderr, tmp, home } = runDemo(root.path, ['--yes', '--fast'])
  expect({ status, stderr, tmp: readdirSync(tmp), home: readdirSync(home) }).toEqual({
    status: 0,
    stderr: '',
    tmp: [],
    home: [],
  })
  const story = [
    'Allow Bash(node --test)? [1 yes, 2 no; Enter: yes] yes (scripted answer)',
    'exit code 1',
    'Allow Edit(cart.js)? [1 yes, 2 no; Enter: yes] yes (scripted answer)',
    '   8 -   if (quantity > BULK_QUANTITY) {',
    '   8 +   if (quantity >= BULK_QUANTITY) {',
    'exit code 0',
    '$0.00 (scripted model)',
    "✔ The project's tests pass",
  ]
  const places = story.map(line => stdout.indexOf(line))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

test('a wrong flag is a usage error and creates nothing', async () => {
  await using root = tmpDir()
  const { status, stderr, tmp } = runDemo(root.path, ['--fsat'])
  expect({ status, tmp: readdirSync(tmp) }).toEqual({ status: 2, tmp: [] })
  expect(stderr).toContain('Did you mean --fast?')
})

test('without a terminal, no arguments and no key name the ways on', async () => {
  await using root = tmpDir()
  const { env } = emptyWorld(root.path)
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM], { env, encoding: 'utf8', input: '' })
  expect(status).toBe(0)
  expect(stdout).toMatch(/ANTHROPIC_API_KEY[\s\S]*ANTHROPIC_BASE_URL[\s\S]*capstan demo/)
  expect(stdout).not.toContain('[1 yes, 2 no; Enter: yes]')
})

const hasTerminal = hasScript()

interface Typed {
  readonly answers: readonly string[]
  /** Another home than the empty one. */
  readonly home?: string
}

/** Runs in a pseudo-terminal and types one answer whenever a question stands at the end of the output. */
const inTerminal = async (root: string, args: string, { answers, home }: Typed) => {
  const { env: world, tmp } = emptyWorld(root)
  // Where no cursor can be placed the questions are lines.
  const env = { ...world, TERM: 'dumb', ...(home === undefined ? {} : { HOME: home }) }
  const command = `trap : INT; '${process.execPath}' '${PROGRAM}' ${args}; code=$?; stty -a; exit $code`
  const child: ChildProcessWithoutNullStreams = spawn(SCRIPT, ['-qec', command, '/dev/null'], { env })
  const left = [...answers]
  let output = ''
  let answered = 0
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
    const questions = output.split('Enter: yes]').length - 1
    if (questions <= answered) return
    answered = questions
    child.stdin.write(left.shift() ?? '\u0003')
  })
  const status = await new Promise<number | null>(resolve => child.on('close', resolve))
  return {
    status,
    output,
    tmp,
    left: readdirSync(tmp),
    cooked: / icanon/.test(output) && / echo /.test(output),
  }
}

test.skipIf(!hasTerminal).each([
  [
    'an answer that is neither is asked again',
    'demo --fast',
    ['hm\n', '2\n'],
    1,
    'nothing runs without your approval',
  ],
  ['Ctrl-C leaves', 'demo --fast', ['\n', '\u0003'], 130, 'You left the demo.'],
  ['the end of the input leaves', 'demo --fast', ['\u0004'], 130, 'You left the demo.'],
])('at a terminal that only has lines: %s', async (_, args, answers, code, words) => {
  await using root = tmpDir()
  const { status, output, left, cooked } = await inTerminal(root.path, args, { answers })
  expect({ status, left, cooked }).toEqual({ status: code, left: [], cooked: true })
  expect(output).toContain(words)
})

test.skipIf(!hasTerminal)(
  'at a terminal that only has lines yes three times ends green; a kept project holds the fix, and a home that cannot be written to is no obstacle',
  async () => {
    await using place = tmpDir()
    const home = join(place.path, 'unwritable')
    mkdirSync(home, { mode: 0o500 })
    // A path below a file cannot be written to by anyone, root included.
    const homes = process.getuid?.() === 0 ? [join(PROGRAM, 'home')] : [home, join(PROGRAM, 'home')]
    for (const home of homes) {
      await using root = tmpDir()
      const answers = ['\n', '1\n', 'yes\n']
      const ended = await inTerminal(root.path, 'demo --fast --keep', { answers, home })
      expect([ended.status, ended.cooked, ended.left]).toEqual([0, true, [expect.any(String)]])
      expect(ended.output).toContain("The project's tests pass")
      const dir = /^The project is in (.+?)\r?$/m.exec(ended.output)?.[1] ?? ''
      expect(dir).toContain(ended.tmp)
      expect(readFileSync(join(dir, 'cart.js'), 'utf8')).toContain('quantity >= BULK_QUANTITY')
    }
  },
)
