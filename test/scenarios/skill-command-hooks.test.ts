import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HookFunction, HookSettings } from '../../src/protocol/hook.ts'
import { createWorld, type World } from '../support/engine-bench.ts'
import { toolResults } from '../support/tool-results.ts'

const BODY = 'Now: !`printf ok > made.txt && cat a.txt`\n'
const HEAD = '---\ndescription: d\nallowed-tools: Bash\n---\n'

interface Hooked {
  readonly hooks: HookSettings
  readonly file?: string
  readonly replies?: readonly object[]
}

const open = ({ hooks, file = '.claude/skills/s/SKILL.md', replies = [{ text: 'done' }] }: Hooked) =>
  createWorld({
    files: { [file]: `${HEAD}${BODY}`, 'a.txt': 'from-a' },
    scenario: { replies: [...replies] as never },
    allow: ['Skill'],
    config: ({ place }) => ({
      hooks,
      extensions: {
        list: async () => [
          { source: { level: 'project', directory: '.claude' }, root: join(place.cwd, '.claude') },
        ],
        onChanged: () => () => undefined,
      },
    }),
  })
const hook = (event: string, run: HookFunction): HookSettings => ({
  [event]: [{ matcher: 'Bash', hooks: [{ type: 'function', run }] }],
})
const pre = (answer: object): HookSettings =>
  hook('PreToolUse', () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...answer } }))
const made = (world: World): boolean => existsSync(join(world.dir, 'made.txt'))

const REFUSALS: readonly [string, HookSettings, RegExp][] = [
  ['denies', pre({ permissionDecision: 'deny', permissionDecisionReason: 'not today' }), /not today/],
  ['asks', pre({ permissionDecision: 'ask', permissionDecisionReason: 'look first' }), /look first/],
  ['blocks', hook('PreToolUse', () => ({ decision: 'block', reason: 'blocked' })), /blocked/],
  ['stops', hook('PreToolUse', () => ({ continue: false, stopReason: 'all stop' })), /all stop/],
]

test.each(REFUSALS)('a command in a skill is not run when a hook %s', async (_, hooks, why) => {
  for (const file of ['.claude/skills/s/SKILL.md', '.claude/commands/s.md']) {
    await using typed = await open({ hooks, file })
    expect((await typed.ask('/s')).terminal).toMatchObject({
      kind: 'command_failed',
      message: expect.stringMatching(why),
    })
    expect(made(typed)).toBe(false)
  }
  await using called = await open({
    hooks,
    replies: [{ tool: { name: 'Skill', input: { skill: 's' } } }, { text: 'done' }],
  })
  await called.ask('go')
  expect(toolResults(called.model.requests)[0]).toMatchObject({ isError: true })
  expect(toolResults(called.model.requests)[0]?.text).toMatch(why)
  expect(made(called)).toBe(false)
})

test('what a hook puts in the place of a command is what is judged and run', async () => {
  await using world = await open({ hooks: pre({ updatedInput: { command: 'printf other' } }) })
  await world.ask('/s')
  expect(JSON.stringify(world.model.requests[0]?.messages)).toContain('Now: other')
  expect(made(world)).toBe(false)
})

test('hooks hear of the command and of what came of it, as of a Bash call', async () => {
  const heard: Record<string, unknown>[] = []
  const note: HookFunction = input => {
    heard.push({ ...input })
    return input.hook_event_name === 'PostToolUse'
      ? { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'mind the gap' } }
      : {}
  }
  await using world = await open({ hooks: { ...hook('PreToolUse', note), ...hook('PostToolUse', note) } })
  await world.ask('/s')
  expect(made(world)).toBe(true)
  expect(readFileSync(join(world.dir, 'made.txt'), 'utf8')).toBe('ok')
  expect(heard).toMatchObject([
    {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'printf ok > made.txt && cat a.txt' },
    },
    { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_response: { stdout: 'from-a', exitCode: 0 } },
  ])
  expect(heard[0]?.['tool_use_id']).toBe(heard[1]?.['tool_use_id'])
  expect(JSON.stringify(world.model.requests[0]?.messages)).toContain('mind the gap')
})

test('a command that fails is told to hooks of failures', async () => {
  const heard: string[] = []
  await using world = await open({
    hooks: hook('PostToolUseFailure', input => {
      heard.push(String(input['error']))
      return {}
    }),
    replies: [],
  })
  rmSync(join(world.dir, 'a.txt'))
  const message = expect.stringContaining('failed (exit code 1)')
  expect((await world.ask('/s')).terminal).toMatchObject({ kind: 'command_failed', message })
  expect(heard).toHaveLength(1)
})
