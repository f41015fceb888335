import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hasGit, installedOf } from '../support/needs-program.ts'
import { openWorldHere } from '../support/run-here.ts'
import { REPOSITORY } from '../support/run-program.ts'
import { IN_FULL } from '../support/sample-size.ts'

const TASKS = join(REPOSITORY, 'evals/tasks')

test('there are twenty tasks of every kind, in at least six languages', async () => {
  await using world = await openWorldHere({ replies: [] })
  const listed = await world.run(['eval', 'list', TASKS, '--json'])
  const tasks = JSON.parse(listed.stdout) as readonly {
    readonly tags: readonly string[]
    readonly solution?: object
  }[]
  expect(tasks).toHaveLength(20)
  expect(tasks.filter(({ solution }) => !solution)).toEqual([])
  const tags = new Set(tasks.flatMap(task => task.tags))
  expect([...tags]).toEqual(
    expect.arrayContaining(['bug', 'feature', 'refactor', 'test', 'docs', 'question']),
  )
  const languages = ['javascript', 'typescript', 'python', 'bash', 'c', 'cpp', 'perl', 'awk']
  expect([...tags]).toEqual(expect.arrayContaining(languages))
})

/** One of each few in every run. */
const tried = readdirSync(TASKS).filter((_, index) => IN_FULL || index % 4 === 0)

/** Whoever lacks one of these sees which tasks were left out; in CI they must be there. */
const programs = ['python3', 'gcc', 'g++', 'perl', 'awk', 'bash']

test.runIf(hasGit())('checks fail at the start and pass with the solution', async () => {
  await using world = await openWorldHere({ replies: [] })
  const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}` }
  const ended = await world.run(['eval', 'check', TASKS, '--only', tried.join(','), '--no-sandbox'], { env })
  const lines = ended.stdout.split('\n').filter(line => line !== '')
  const skipped = lines.filter(line => line.includes('skipped'))
  for (const line of skipped) process.stderr.write(`${line}\n`)
  expect(lines).toHaveLength(tried.length)
  expect(lines.filter(line => !line.startsWith('✓'))).toEqual([])
  if (installedOf(programs).size === programs.length) expect(skipped).toEqual([])
  expect(ended.code).toBe(0)
})

test.runIf(hasGit())('a session that solved something becomes a task that its own work solves', async () => {
  const command = 'node --test'
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Bash', input: { command, description: 'test' } } },
      { tool: { name: 'Read', input: { file_path: 'twice.js' } } },
      {
        tool: {
          name: 'Write',
          input: { file_path: 'twice.js', content: 'export const twice = n => 2 * n\n' },
        },
      },
      { tool: { name: 'Bash', input: { command, description: 'test' } } },
      { text: 'Done.' },
    ],
  })
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      cwd: world.project,
      encoding: 'utf8',
    })
  world.put('package.json', '{ "type": "module" }')
  world.put('twice.js', 'export const twice = n => n\n')
  world.put(
    'twice.test.js',
    "import { twice } from './twice.js'\nif (twice(2) !== 4) throw new Error('not twice')\n",
  )
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'begin', '--date=2020-01-01T00:00:00Z')
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` }
  await world.run(
    ['-p', 'Make twice right.', '--allowedTools=Bash,Write,Edit', '--permission-mode', 'acceptEdits'],
    { env },
  )
  expect(readFileSync(join(world.project, 'twice.js'), 'utf8')).toContain('2 * n')
  const made = await world.run(['eval', 'init', '--name', 'twice'], { env })
  expect(made.code).toBe(0)
  const task = readFileSync(join(world.project, 'evals/twice/task.yaml'), 'utf8')
  expect(task).toContain('Make twice right.')
  expect(task).toContain(`command: "${command}"`)
  expect(task).toContain(git('rev-parse', 'HEAD').trim())
  // Found wherever the repository is checked out; what the session wrote is the reference.
  expect(task).toContain('repository: "../.."')
  expect(readFileSync(join(world.project, 'evals/twice/solution/twice.js'), 'utf8')).toContain('2 * n')
  expect(made.stderr).not.toContain('open changes')
  const checked = await world.run(['eval', 'check', '--no-sandbox'], { env })
  expect(checked.stdout).toBe('✓ twice: fails at the start, passes with the solution\n')
})
