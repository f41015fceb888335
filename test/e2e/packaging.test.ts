import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { nativeProgram } from '../support/native-program.ts'
import { installedOf } from '../support/needs-program.ts'
import { openWorld, REPOSITORY } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const installed = installedOf(['dpkg-deb'])
const ACTION = join(REPOSITORY, 'action.yml')
const RUNNER = join(REPOSITORY, 'scripts/run-action.mjs')

/** One run of the action's script against a scripted model. */
const act = async (scenario: Scenario, inputs: Readonly<Record<string, string>>) => {
  await using world = await openWorld(scenario)
  const [summary, output] = ['summary', 'output'].map(name => join(world.root, name)) as [string, string]
  const ended = await world.run([], {
    command: [process.execPath, RUNNER],
    env: {
      PATH: `${join(REPOSITORY, 'bin')}:/usr/bin:/bin`,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name}`, value])),
    },
  })
  const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  return { ...ended, summary: read(summary), output: read(output), requests: world.server.requests }
}

test('the action puts the answer into the summary and the outputs, and what was denied into a warning', async () => {
  const ended = await act(
    {
      replies: [
        { tool: { name: 'Bash', input: { command: 'npm publish' } } },
        { text: '::error::All is well.\n50% | done' },
      ],
    },
    { PROMPT: '--review "this"\n$(and that)', MAX_BUDGET_USD: '2', ALLOWED_TOOLS: 'Read Bash(git log *)' },
  )
  expect(ended.code).toBe(0)
  expect(JSON.stringify(ended.requests[0]?.body)).toContain('--review \\"this\\"\\n$(and that)')
  expect(ended.summary).toMatch(/^## Capstan\n\n::error::All is well\.\n50% \| done\n/)
  expect(ended.summary).toContain('Denied: `Bash`')
  expect(ended.output).toMatch(/^result<<(\w+)\n::error::All is well\.\n50% \| done\n\1\n/)
  expect(ended.output).toMatch(/session-id<<(\w+)\n[0-9a-f-]{36}\n\1\n/)
  const [stop, said] = ended.stdout.split('\n')
  expect([stop, said]).toEqual([expect.stringMatching(/^::stop-commands::\w{32}$/), '::error::All is well.'])
  expect(ended.stdout).toContain('::warning::Capstan was not allowed to use Bash.')
})

test('the action shows findings where they are, no pictures that would be asked for, and fails when told to', async () => {
  const findings = [{ file: 'src/a,b.ts', line: 3, level: 'warning', message: 'Off by one:\n100%' }]
  const summary = 'One ![finding](https://e.example/?secret) <IMG src="https://e.example/?secret">.'
  const reply = { tool: { name: 'StructuredOutput', input: { summary, findings } } }
  const inputs = { PROMPT: 'review', ANNOTATIONS: 'true' }
  const told = await act({ replies: [reply, { text: 'done' }] }, inputs)
  expect(told.stdout).toContain('::warning file=src/a%2Cb.ts,line=3::Off by one:%0A100%25\n')
  expect(told.summary).toContain('| warning | src/a,b.ts:3 | Off by one: 100% |')
  expect(told.summary).toContain('One !\\[finding](https://e.example/?secret) &lt;IMG src=')
  expect(told.code).toBe(0)
  expect((await act({ replies: [reply, { text: 'done' }] }, { ...inputs, FAIL_ON: 'warning' })).code).toBe(1)
})

test('the action fails with an annotation when there is no prompt, or an input is wrong', async () => {
  expect(await act({ replies: [] }, {})).toMatchObject({
    code: 1,
    stdout: '::error::The input "prompt" is empty.\n',
  })
  const failed = await act({ replies: [] }, { PROMPT: 'x', MAX_BUDGET_USD: 'much' })
  expect(failed.code).toBe(2)
  expect(failed.stdout).toMatch(/^::error::capstan: --max-budget-usd/)
})

test.runIf(process.platform === 'linux')(
  'no process of the action has a key among its variables when commands run',
  async () => {
    await using tmp = tmpDir()
    // Stands for the program: shows what a command of the model could find in the processes above it.
    const program = join(tmp.path, 'capstan')
    writeFileSync(
      program,
      `#!/bin/sh
own=$ANTHROPIC_API_KEY
above=$(p=$PPID; while [ "$p" -gt 1 ] && [ "$p" != "$STOP" ]; do tr '\\0' '\\n' <"/proc/$p/environ"; p=$(sed 's/.*) . \\([0-9]*\\) .*/\\1/' "/proc/$p/stat"); done)
found=$(printf %s "$above" | grep -c -e key-of-action -e key-of-job)
printf '{"result":"%s %s %s %s"}' "$own" "$OPENAI_API_KEY" "$found" "$(env | grep -c ^INPUT_)"
`,
      { mode: 0o755 },
    )
    const [, step] = parse(readFileSync(ACTION, 'utf8')).runs.steps
    const script = join(tmp.path, 'step.sh')
    writeFileSync(script, step.run)
    const output = execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      encoding: 'utf8',
      env: {
        PATH: `${tmp.path}:${dirname(process.execPath)}:/usr/bin:/bin`,
        ACTION_PATH: REPOSITORY,
        STOP: String(process.pid),
        INPUT_PROMPT: 'hi',
        INPUT_API_KEY: 'key-of-action',
        OPENAI_API_KEY: 'key-of-job',
      },
    })
    expect(output).toContain('key-of-action key-of-job 0 0')
  },
)

test('every input of the action reaches its script, as a variable', () => {
  const { inputs, runs } = parse(readFileSync(ACTION, 'utf8'))
  const [, step] = runs.steps
  const passed = Object.values<string>(step.env).flatMap(value => /inputs\.([\w-]+)/.exec(value)?.[1] ?? [])
  const others = ['version', 'working-directory']
  expect([...passed, ...others].sort()).toEqual(Object.keys(inputs).sort())
  for (const { run } of runs.steps) expect(run).not.toContain('${{')
  const script = readFileSync(RUNNER, 'utf8')
  for (const name of Object.keys(step.env).filter(key => key.startsWith('INPUT_')))
    expect(script).toContain(`'${name.slice('INPUT_'.length)}'`)
})

test.runIf(installed.has('dpkg-deb')).each([
  { program: 'native', options: [], depends: 'libc6\n' },
  { program: 'for Node', options: ['--node'], depends: 'nodejs (>= 20.19)\n' },
])(
  'the Debian package holds the program ($program), its manual and completions',
  async ({ program, options, depends }) => {
    await using tmp = tmpDir()
    // The real one takes half a minute to pack, and nothing here is about what is in it.
    const standIn = join(tmp.path, 'program')
    writeFileSync(standIn, '#!/bin/sh\necho native "$@"\n')
    const file = execFileSync(
      process.execPath,
      ['scripts/pack-deb.mjs', ...options, '--program', standIn, tmp.path],
      { cwd: REPOSITORY, encoding: 'utf8' },
    ).trim()
    const root = join(tmp.path, 'root')
    mkdirSync(root)
    execFileSync('dpkg-deb', ['-x', file, root])
    expect(execFileSync('dpkg-deb', ['-f', file, 'Depends'], { encoding: 'utf8' })).toBe(depends)
    for (const path of [
      'usr/share/man/man1/capstan.1.gz',
      'usr/share/bash-completion/completions/capstan',
      'usr/share/zsh/vendor-completions/_capstan',
    ])
      expect(existsSync(join(root, path)), path).toBe(true)
    expect(existsSync(join(root, 'usr/lib/capstan/dist/compile-cache'))).toBe(false)
    const run = () => {
      const { status, stdout } = spawnSync(join(root, 'usr/bin/capstan'), ['update'], {
        encoding: 'utf8',
        env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: tmp.path },
      })
      return [status, stdout]
    }
    const isNative = program === 'native'
    if (isNative) expect(run()).toEqual([0, 'native update\n'])
    const built = isNative ? nativeProgram() : undefined
    if (isNative && built === undefined) return
    if (built !== undefined) await copyFile(built, join(root, 'usr/lib/capstan/capstan'))
    expect(run()).toEqual([0, expect.stringContaining('by a package manager. Update it there.')])
  },
)
