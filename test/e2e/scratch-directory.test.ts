import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { sessionPath } from '../../src/features/sessions/project-key.ts'
import { hasBubblewrap, hasGit } from '../support/needs-program.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

interface Call {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

const ID = 'eeeeeeee-1234-4234-8234-123456789abc'

/** A run whose calls are made from the path of its scratch directory. */
const runThere = async (
  world: World,
  replies: ScriptedReply[],
  { calls, args = [] }: { calls(dir: string): readonly Call[]; readonly args?: readonly string[] },
): Promise<{ readonly dir: string }> => {
  const dir = join(dirname(sessionPath(world.config, world.project, ID)), ID, 'scratchpad')
  replies.push(...calls(dir).map(tool => ({ tool })), { text: 'done' })
  const { code } = await world.run(['-p', '--session-id', ID, ...args, '--', 'go'])
  expect(code).toBe(0)
  return { dir }
}
const bash = (command: string) => ({ name: 'Bash', input: { command } })
const write = (file_path: string) => ({ name: 'Write', input: { file_path, content: 'x\n' } })

test.skipIf(!hasBubblewrap())('a sandboxed command writes there, and beside it nothing', async () => {
  const replies: ScriptedReply[] = []
  await using world = await openWorldHere({ replies })
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify({ sandbox: { enabled: true } }))
  const { dir } = await runThere(world, replies, {
    calls: at => [bash(`printf x > ${at}/in.txt`), bash(`python3 -c 'open("${at}/../out.txt", "w")'`)],
    args: ['--allowedTools', 'Bash'],
  })
  expect(readFileSync(join(dir, 'in.txt'), 'utf8')).toBe('x')
  expect(existsSync(join(dir, '..', 'out.txt'))).toBe(false)
})

test('in a folder that nobody trusted it is written to all the same, and nothing else is', async () => {
  const replies: ScriptedReply[] = []
  await using world = await openWorldHere({ replies })
  world.put('.capstan/settings.json', JSON.stringify({ permissions: { allow: ['Write', 'Bash'] } }))
  const { dir } = await runThere(world, replies, {
    calls: at => [write(join(at, 'in.txt')), write(join(at, '..', 'out.txt')), bash('touch made')],
  })
  expect(readFileSync(join(dir, 'in.txt'), 'utf8')).toBe('x\n')
  expect(existsSync(join(dir, '..', 'out.txt'))).toBe(false)
  expect(existsSync(join(world.project, 'made'))).toBe(false)
})

test.skipIf(!hasGit())('in a worktree it stays the same directory, outside of the worktree', async () => {
  const replies: ScriptedReply[] = []
  await using world = await openWorldHere({ replies })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: world.project })
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'one')
  const { dir } = await runThere(world, replies, {
    calls: at => [
      { name: 'EnterWorktree', input: { name: 'try' } },
      write(join(at, 'in.txt')),
      bash(`mkdir -p ${at}/deep && cp ${at}/in.txt ${at}/deep`),
    ],
    args: ['--allowedTools', 'EnterWorktree'],
  })
  expect(readFileSync(join(dir, 'deep', 'in.txt'), 'utf8')).toBe('x\n')
})
