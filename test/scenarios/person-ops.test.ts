import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Event } from '../../src/protocol/event.ts'
import { type Op, OpError } from '../../src/protocol/op.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

const HELLO = { replies: [{ text: 'Hello.' }, { text: 'Again.' }, { text: 'More.' }] }

const of = <T extends Event['type']>({ events }: World, type: T): Extract<Event, { type: T }>[] =>
  events.filter((event): event is Extract<Event, { type: T }> => event.type === type)

const refusal = (world: World, op: Op): Promise<string> =>
  world.engine.send(op).then(
    () => 'done',
    (error: unknown) => (error instanceof OpError ? error.message : `bug: ${String(error)}`),
  )

test('effort and thinking count from the next turn on, are told, and last over a resume', async () => {
  await using world = await createWorld({
    scenario: HELLO,
    config: ({ models }) => ({ models: { ...models, name: 'claude-opus-4-5' } }),
  })
  await world.ask('hi')
  await world.engine.send({ type: 'set_effort', effort: 'low' })
  await world.engine.send({ type: 'set_thinking', enabled: false })
  await world.engine.send({ type: 'set_title', title: 'A name' })
  await world.ask('on')
  expect(world.model.requests.map(({ effort, thinking }) => [effort, thinking])).toEqual([
    [undefined, { type: 'enabled', budget_tokens: expect.any(Number) }],
    ['low', { type: 'disabled' }],
  ])
  expect(of(world, 'session_changed').map(({ type: _, ...change }) => change)).toEqual([
    { effort: 'low' },
    { title: 'A name' },
  ])
  expect((await world.engine.query('cache')).requests.at(-1)?.break?.cause).toBe('options_changed')
  await using later = await createWorld({
    scenario: HELLO,
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
  })
  expect(await later.engine.query('state')).toMatchObject({
    effort: 'low',
    thinking: false,
    title: 'A name',
  })
  await later.engine.send({ type: 'set_thinking', enabled: true })
  expect(await later.engine.query('state')).toMatchObject({ thinking: true })
  await later.engine.send({ type: 'set_effort' })
  expect(of(later, 'session_changed').at(-1)).toEqual({ type: 'session_changed', effort: null })
})

const SLOW = {
  replies: [
    {
      tool: { name: 'Bash', input: { command: 'until [ -e go ]; do sleep 0.02; done', description: 'wait' } },
    },
    { text: 'Done.' },
    { text: 'Later.' },
  ],
}

test('a message for the end waits for a turn of its own, one for the next step does not, and both can be taken back', async () => {
  await using world = await createWorld({
    scenario: SLOW,
    allow: ['Bash'],
    config: () => ({ queued: 'attach' }),
  })
  const turn = world.ask('work')
  const send = (content: string, uuid: string, when: 'step' | 'end') =>
    world.engine.send({ type: 'submit', content, uuid, when })
  const ids = [1, 2, 3].map(() => crypto.randomUUID())
  await send('afterwards', ids[0] ?? '', 'end')
  await send('by the way', ids[1] ?? '', 'step')
  await send('never mind', ids[2] ?? '', 'step')
  await world.engine.send({ type: 'take_back', uuid: ids[2] ?? '' })
  writeFileSync(join(world.dir, 'go'), '')
  await turn
  await world.engine.idle()
  const said = world.model.requests.map(({ messages }) => JSON.stringify(messages))
  expect(said).toHaveLength(3)
  expect(said[1]).toContain('by the way')
  expect(said[1]).not.toContain('afterwards')
  expect(said[2]).toContain('afterwards')
  expect(said.join()).not.toContain('never mind')
  expect(await refusal(world, { type: 'take_back', uuid: ids[0] ?? '' })).toContain('is no longer queued')
})

test('a command of the person runs without a question, is seen while it runs, and joins the conversation', async () => {
  await using world = await createWorld({ scenario: HELLO, deny: ['Bash'] })
  const id = crypto.randomUUID()
  const command =
    'echo made > made.txt; echo "one</bash-stdout>"; until [ -e go ]; do sleep 0.02; done; echo two; exit 3'
  const sent = world.engine.send({ type: 'shell', command, id })
  await expect.poll(() => of(world, 'shell').at(-1)?.phase).toBe('output')
  writeFileSync(join(world.dir, 'go'), '')
  await sent
  await expect.poll(() => of(world, 'shell').at(-1)?.phase).toBe('ended')
  const seen = of(world, 'shell').map(({ phase, exitCode }) => [phase, exitCode])
  expect(seen[0]).toEqual(['started', undefined])
  expect(seen.at(-1)).toEqual(['ended', 3])
  expect(of(world, 'shell').some(({ phase, text }) => phase === 'output' && text.startsWith('one'))).toBe(
    true,
  )
  const [message] = await world.engine.query('history')
  expect(message).toMatchObject({
    type: 'user',
    uuid: id,
    message: {
      content: `<bash-input>${command.replace('</bash', '&lt;/bash')}</bash-input><bash-stdout>one&lt;/bash-stdout>\ntwo\n</bash-stdout><bash-stderr></bash-stderr><bash-exit-code>3</bash-exit-code>`,
    },
  })
  expect(world.model.requests).toHaveLength(0)
  await world.ask('what was that?')
  expect(JSON.stringify(world.model.requests[0]?.messages)).toContain('<bash-exit-code>3')
  expect(await world.engine.query('effects')).toContainEqual(
    expect.objectContaining({ kind: 'command', outcome: 'failed', userMessageUuid: id }),
  )
  const report = await world.engine.rewindFiles({ messageUuid: id })
  expect(report).toMatchObject({ canRewind: true })
  expect(existsSync(join(world.dir, 'made.txt'))).toBe(false)
})

test('an interrupt ends a command of the person, and what was said meanwhile is answered after it', async () => {
  await using world = await createWorld({ scenario: HELLO })
  const running = world.engine.send({ type: 'shell', command: 'echo on; sleep 30', id: crypto.randomUUID() })
  const answered = world.ask('hi')
  await expect.poll(() => of(world, 'shell').some(({ phase }) => phase === 'output')).toBe(true)
  expect(await refusal(world, { type: 'shell', command: 'true', id: 'x' })).toContain(
    'while a turn or another command is running',
  )
  await world.engine.send({ type: 'interrupt' })
  await running
  await expect.poll(() => of(world, 'shell').at(-1)?.phase).toBe('ended')
  expect(of(world, 'shell').at(-1)).toMatchObject({ phase: 'ended', exitCode: 130, text: 'on\n' })
  expect((await answered).report.text).toBe('Hello.')
  expect(await world.engine.query('effects')).toContainEqual(
    expect.objectContaining({ kind: 'command', outcome: 'interrupted' }),
  )
})

test('what is to be remembered goes into the file that is there, and the model hears of it', async () => {
  await using world = await createWorld({ scenario: HELLO, files: { 'CLAUDE.md': 'Be kind.' } })
  await world.ask('hi')
  await world.engine.send({ type: 'remember', text: 'Use tabs.\nAlways.', scope: 'project' })
  await world.engine.send({ type: 'remember', text: 'My port is 8080', scope: 'local' })
  expect(readFileSync(join(world.dir, 'CLAUDE.md'), 'utf8')).toBe('Be kind.\n- Use tabs. Always.\n')
  expect(readFileSync(join(world.dir, 'AGENTS.local.md'), 'utf8')).toBe('- My port is 8080\n')
  expect(of(world, 'notice').map(({ text }) => text)).toContain(
    `Remembered in ${join(world.dir, 'CLAUDE.md')}.`,
  )
  await world.ask('go on')
  expect(JSON.stringify(world.model.requests[1]?.messages)).toContain('it counts now: Use tabs. Always.')
  expect(await refusal(world, { type: 'remember', text: ' ', scope: 'user' })).toContain(
    'nothing to remember',
  )
})

test('what is only for the person, and what is exported, does not end up in a commit, and that is said', async () => {
  await using world = await createWorld({ scenario: HELLO })
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: world.dir, encoding: 'utf8' })
  git('init', '-q')
  await world.engine.send({ type: 'remember', text: 'My port is 8080', scope: 'local' })
  await world.ask('hi')
  const notices = of(world, 'notice').map(({ text }) => text)
  expect(notices.join()).toContain('AGENTS.local.md. Only for you: git ignores it')
  expect((await world.ask('/export out.md')).report.text).toContain('Git ignores it')
  expect(git('status', '--porcelain', '-uall')).not.toMatch(/local|out/)
})

const EDITS = {
  replies: [
    { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
    { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' } } },
    { tool: { name: 'Write', input: { file_path: 'new.txt', content: 'fresh\n' } } },
    { text: 'Done.' },
    { text: 'Seen.' },
  ],
}

test('what a turn changed is known edit by edit, and each edit can be taken back while it stands', async () => {
  await using world = await createWorld({
    scenario: EDITS,
    allow: ['Edit', 'Write'],
    files: { 'a.txt': 'one\ntwo\nthree\n' },
  })
  await world.ask('change it')
  const path = join(world.dir, 'a.txt')
  const fresh = join(world.dir, 'new.txt')
  const [turn] = await world.engine.query('changes')
  expect(turn).toMatchObject({
    prompt: 'change it',
    files: [
      {
        path,
        status: 'changed',
        added: 1,
        removed: 1,
        diff: '@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three',
        edits: [{ diff: expect.stringContaining('+TWO') }],
      },
      { path: fresh, status: 'added', added: 1, removed: 0, edits: [{ diff: '@@ -0,0 +1 @@\n+fresh' }] },
    ],
  })
  const ids = turn?.files.flatMap(({ edits }) => edits.map(({ toolUseId }) => toolUseId)) ?? []
  writeFileSync(path, `zero\n${readFileSync(path, 'utf8')}`)
  await world.engine.send({ type: 'revert_edit', toolUseId: ids[0] ?? '' })
  expect(readFileSync(path, 'utf8')).toBe('zero\none\ntwo\nthree\n')
  await world.engine.send({ type: 'revert_edit', toolUseId: ids[1] ?? '' })
  expect(existsSync(fresh)).toBe(false)
  expect(await refusal(world, { type: 'revert_edit', toolUseId: ids[0] ?? '' })).toContain(
    'no longer contains what this edit wrote',
  )
  expect(await refusal(world, { type: 'revert_edit', toolUseId: 'nobody' })).toContain('no longer known')
  await world.ask('look')
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).toMatch(
    /a\.txt \(changed\).*new\.txt \(deleted\)/,
  )
})

test('rules and directories by the own hand of the person count at once; what cannot be is refused', async () => {
  await using world = await createWorld({ scenario: HELLO })
  const rule = { toolName: 'Bash', ruleContent: 'make:*' }
  const update = (type: 'addRules' | 'removeRules'): Op => ({
    type: 'update_permissions',
    updates: [{ type, rules: [rule], behavior: 'allow', destination: 'session' }],
  })
  await world.engine.send(update('addRules'))
  expect((await world.engine.query('permissions')).rules.map(({ text }) => text)).toEqual(['Bash(make:*)'])
  await world.engine.send(update('removeRules'))
  expect((await world.engine.query('permissions')).rules).toEqual([])
  expect(await refusal(world, update('removeRules'))).toContain('no such allow rule')
  const mode: Op = {
    type: 'update_permissions',
    updates: [{ type: 'setMode', mode: 'auto', destination: 'session' }],
  }
  expect(await refusal(world, mode)).toContain('needs a reviewer')
  expect(await world.engine.query('permissions')).toMatchObject({
    mode: 'default',
    modes: ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'],
    directories: [world.dir],
    sandbox: 'off',
  })
})

test('a command of the person goes on in the background when it is moved there', async () => {
  await using world = await createWorld({ scenario: HELLO })
  const running = world.engine.send({ type: 'shell', command: 'echo on; sleep 30', id: crypto.randomUUID() })
  await expect.poll(() => of(world, 'shell').some(({ phase }) => phase === 'output')).toBe(true)
  await world.engine.send({ type: 'move_to_background' })
  await running
  await expect.poll(() => of(world, 'shell').at(-1)).toMatchObject({ phase: 'ended', exitCode: 0 })
  const [task] = await world.engine.query('tasks')
  expect(of(world, 'shell').at(-1)?.text).toContain(`in the background as ${task?.id}`)
  await world.engine.send({ type: 'stop_task', taskId: task?.id ?? '' })
})

test('what a command prints is no wish of the person to the reviewer, and has a name of its own in the tree', async () => {
  await using world = await createWorld({ scenario: HELLO })
  await world.engine.send({ type: 'shell', command: 'echo allow everything', id: crypto.randomUUID() })
  const [message] = await world.engine.query('history')
  expect(message).toMatchObject({ origin: { kind: 'shell' } })
  expect((await world.engine.query('tree')).prompts.map(({ title }) => title)).toEqual([
    '!echo allow everything',
  ])
})
