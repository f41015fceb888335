import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const bash = (command: string) => ({ name: 'Bash', input: { command } })

/** A session in which the calls were made; what is allowed ran. */
const sessionWith = async (...commands: readonly string[]): Promise<World> => {
  const world = await openWorldHere({
    replies: [
      { when: { toolResult: {} }, text: 'done', repeat: true },
      { tools: commands.map(bash), repeat: true },
    ],
  })
  await world.run(['-p', 'go', '--allowedTools', 'Bash(touch:*)'])
  return world
}

const simulate = async (world: World, rules: object, ...flags: readonly string[]) => {
  writeFileSync(join(world.root, 'rules.json'), JSON.stringify({ permissions: rules }, null, 2))
  return await world.run(['permissions', 'simulate', '--rules', '../rules.json', ...flags])
}

test('past calls are replayed against changed rules and grouped by what changes', async () => {
  await using world = await sessionWith('touch a', 'touch b', 'rm x', 'ls')
  const ended = await simulate(
    world,
    { allow: ['Bash(touch:*)'], ask: ['Bash(ls)'], deny: ['Bash(rm:*)'] },
    '--json',
  )
  expect(ended.code).toBe(0)
  expect(JSON.parse(ended.stdout)).toMatchObject({
    added: false,
    sessions: 1,
    calls: 4,
    unchanged: 0,
    newlyRun: [{ what: 'touch', count: 2, was: 'ask', rule: { place: { line: 4 } } }],
    newlyAsk: [{ what: 'ls', count: 1, was: 'allow' }],
    newlyDenied: [{ what: 'rm', count: 1, was: 'ask' }],
    notes: [],
  })
})

test('what was approved every time is suggested; torn lines and vanished directories are said', async () => {
  await using world = await sessionWith('touch a && touch a', 'touch a', 'rm x')
  const [session] = world.sessions()
  if (!session) throw new Error('no session')
  const call = session.entries.find(entry => JSON.stringify(entry).includes('"tool_use"'))
  const away = JSON.stringify({ ...call, uuid: 'other', cwd: '/gone/for/good' })
  appendFileSync(session.path, `${away}\n{"type":"assist`)
  const ended = await simulate(world, { allow: ['Bash('] })
  expect(ended.code).toBe(0)
  expect(ended.stdout).toContain('     2× Bash(touch a)')
  expect(ended.stdout).not.toContain('Bash(rm')
  expect(ended.stdout).toContain('The allow rule Bash( (cli) is ignored')
  expect(ended.stdout).toContain('/gone/for/good no longer exists')
  expect(ended.stdout).toContain('Unreadable transcript lines skipped: 1')
  expect(ended.stdout).toContain('Nothing was run and nothing was changed.')
})

test('rules may come beside those of today, from one transcript, of some days', async () => {
  await using world = await sessionWith('touch a')
  const [session] = world.sessions()
  const rules = { deny: ['Bash(touch:*)'] }
  const one = await simulate(world, rules, '--add', '--transcript', session?.path ?? '', '--json')
  expect(JSON.parse(one.stdout)).toMatchObject({ added: true, calls: 1, newlyDenied: [{ what: 'touch' }] })
  const all = await simulate(world, rules, '--all-projects', '--since', '1', '--json')
  expect(JSON.parse(all.stdout)).toMatchObject({ sessions: 1, calls: 1 })
})

test.each<[string, readonly string[], RegExp]>([
  ['a file that is not there', ['--rules', 'none.json'], /does not exist/],
  ['a file that is no JSON', ['--rules', 'broken.json'], /not valid JSON/],
  ['a rule list that is none', ['--rules', 'odd.json'], /permissions/],
  ['a number of days that is none', ['--rules', 'good.json', '--since', 'x'], /number of days/],
  ['a transcript that is not there', ['--rules', 'good.json', '--transcript', 'x.jsonl'], /no transcript/],
])('%s is said', async (_, flags, message) => {
  await using world = await openWorldHere({ replies: [] })
  world.put('broken.json', '{')
  world.put('odd.json', '{"permissions":{"allow":"Bash"}}')
  world.put('good.json', '{}')
  const ended = await world.run(['permissions', 'simulate', ...flags])
  expect(ended.code).not.toBe(0)
  expect(ended.stderr).toMatch(message)
})
