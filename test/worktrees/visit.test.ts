import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import type { HookInput } from '../../src/protocol/hook.ts'
import { inEnglish, type Text } from '../../src/protocol/messages/localized-text.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { gitRepository } from '../support/git-repository.ts'

const call = (name: string, input: object, when: NonNullable<ScriptedReply['when']>): ScriptedReply => ({
  tool: { name, input: input as Readonly<Record<string, unknown>> },
  when,
})
const WITHIN = { timeout: 60_000, interval: 5 }
const after = (tool: string, more: object = {}) => ({ toolResult: { tool, ...more } })

const openWorld = async (
  at: ReturnType<typeof gitRepository>,
  replies: readonly ScriptedReply[],
  more: Partial<WorldOptions> = {},
): Promise<World> =>
  await createWorld({
    scenario: { replies },
    allow: ['Edit', 'Write', 'Bash'],
    in: { dir: at.root, configHome: join(at.home, 'config') },
    ...more,
    config: config => ({
      worktree: { trusted: true },
      place: { ...config.place, isGitRepo: true, env: at.env },
      ...more.config?.(config),
    }),
  })

const lastResult = (world: World): string => JSON.stringify(world.model.requests.at(-1)?.messages.at(-1))

test('the conversation works in a worktree, is kept out of the main checkout, and leaves it again', async () => {
  await using at = gitRepository()
  const main = at.root
  const tree = join(main, '.capstan/worktrees/fix')
  await using world = await openWorld(at, [
    call('EnterWorktree', { name: 'fix' }, { lastUserText: 'GO' }),
    call('Write', { file_path: 'new.txt', content: 'mine' }, after('EnterWorktree')),
    call('Bash', { command: 'pwd' }, after('Write', { contains: 'new.txt' })),
    call('Write', { file_path: join(main, 'out.txt'), content: 'x' }, after('Bash', { contains: tree })),
    call('Bash', { command: 'git -C ../../.. commit -m x' }, after('Write', { contains: 'main checkout' })),
    call(
      'ExitWorktree',
      { action: 'remove' },
      after('Bash', { contains: 'Make the change in the worktree' }),
    ),
    call('ExitWorktree', { action: 'keep' }, after('ExitWorktree', { contains: 'has 1 new file' })),
    call('Bash', { command: 'pwd; echo back' }, after('ExitWorktree', { contains: 'You are back in' })),
    { text: 'Done.', when: after('Bash', { contains: 'back' }) },
  ])
  expect((await world.ask('GO')).report.text).toBe('Done.')
  expect(readFileSync(join(tree, 'new.txt'), 'utf8')).toBe('mine')
  expect([existsSync(join(main, 'new.txt')), existsSync(join(main, 'out.txt'))]).toEqual([false, false])
  expect(lastResult(world)).toContain(`${main}\\nback`)
  expect(at.git('worktree', 'list', '--porcelain')).not.toContain('locked')
})

test('a session that was in a worktree goes on there, and is told when it is gone', async () => {
  await using at = gitRepository()
  const tree = join(at.root, '.capstan/worktrees/fix')
  const first = await openWorld(at, [{ text: 'hello' }])
  await first.engine.send({ type: 'enter_worktree', name: 'fix' })
  at.write(join(tree, 'work.txt'), 'x')
  await first.ask('GO')
  const { sessionPath } = first
  await first.engine[Symbol.asyncDispose]()
  const { openSession } = await import('../../src/engine/session-file/sessions.ts')
  const request = {
    configHome: join(at.home, 'config'),
    cwd: at.root,
    version: '0',
    entrypoint: 'test',
    persist: true,
    newId: () => crypto.randomUUID(),
    now: () => new Date(),
    newSessionId: crypto.randomUUID(),
    onError: () => undefined,
    resume: { path: sessionPath, fork: false },
  }
  await using session = await openSession(request)
  // With its changes it was kept, and free for whoever comes next.
  expect(session.worktree).toBe(tree)
  const { openEngine } = await import('../../src/host/session/open-engine.ts')
  await using again = await openWorld(at, [])
  const warned: string[] = []
  const opening = { overrides: {}, session, warn: (text: Text) => void warned.push(inEnglish(text)) }
  await openEngine(again.engine, opening)
  expect((await again.engine.query('state')).cwd).toBe(tree)
  await using other = await openWorld(at, [])
  await openEngine(other.engine, { ...opening, session: { worktree: join(at.root, 'gone') } })
  expect(warned).toEqual([expect.stringContaining("can't be used now: There is no directory")])
  expect((await other.engine.query('state')).cwd).toBe(at.root)
})

test('hooks make and remove worktrees in the place of git', async () => {
  await using at = gitRepository()
  const made = join(at.home, 'made')
  at.write(join(made, 'x'), '')
  const heard: HookInput[] = []
  const hook = (answer: unknown) => [
    {
      hooks: [
        {
          type: 'function',
          run: (input: HookInput) => {
            heard.push(input)
            return answer
          },
        },
      ],
    },
  ]
  const answer = { hookSpecificOutput: { hookEventName: 'WorktreeCreate', worktreePath: made } }
  await using world = await openWorld(
    at,
    [
      call('EnterWorktree', { name: 'far' }, { lastUserText: 'GO' }),
      { text: 'in', when: after('EnterWorktree', { contains: made }) },
      call('ExitWorktree', { action: 'remove', discard_changes: true }, { lastUserText: 'OUT' }),
      { text: 'out', when: after('ExitWorktree', {}) },
    ],
    {
      config: config =>
        ({
          permissions: { ...config.permissions, canAsk: true },
          hookChoice: { host: { WorktreeCreate: hook(answer), WorktreeRemove: hook(undefined) } },
        }) as never,
    },
  )
  expect((await world.ask('GO')).report.text).toBe('in')
  expect(heard.map(({ hook_event_name, name }) => [hook_event_name, name])).toEqual([
    ['WorktreeCreate', 'far'],
  ])
  expect(at.git('branch', '--list', 'worktree-*')).toBe('')
  // It is the hook's to remove as well, and only when it was asked for.
  const left = world.ask('OUT')
  const question = await vi.waitFor(() => {
    const found = world.events.find(event => event.type === 'permission_request')
    if (found?.type !== 'permission_request') throw new Error('nobody asked')
    return found.request
  }, WITHIN)
  expect(heard).toHaveLength(1)
  await world.engine.send({ type: 'answer_permission', id: question.id, answer: { behavior: 'allow' } })
  expect((await left).report.text).toBe('out')
  expect(heard.at(-1)).toMatchObject({ hook_event_name: 'WorktreeRemove', worktree_path: made })
})
