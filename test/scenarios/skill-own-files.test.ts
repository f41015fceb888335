import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HookSettings } from '../../src/protocol/hook.ts'
import { createWorld } from '../support/engine-bench.ts'
import { toolResults } from '../support/tool-results.ts'

interface Opened {
  readonly files: Readonly<Record<string, string>>
  readonly hooks?: HookSettings
  readonly replies?: readonly object[]
}

const open = ({ files, hooks = {}, replies = [{ text: 'done' }] }: Opened) =>
  createWorld({
    files: { 'a.txt': 'from-a', 'scripts/x.sh': 'echo from-x\n', deploy: 'echo deploying\n', ...files },
    scenario: { replies: [...replies] as never },
    allow: ['Skill', 'Skill(*)'],
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
const skill = (body: string): string => `---\ndescription: d\nallowed-tools: Bash\n---\n${body}\n`

test.each([
  ['makes a file', 'touch built.txt'],
  ['copies one', 'cp a.txt built.txt'],
  ['runs its script by a program', 'env sh scripts/x.sh'],
  ['has code in it', "awk 'BEGIN { print 42.5 }'"],
  ['changes the script it has', 'chmod +x scripts/x.sh'],
  ['runs what another skill runs, too', 'tee -a deploy'],
])('a command in a skill that is allowed and %s runs: what it names is its own', async (_, command) => {
  await using world = await open({
    files: {
      '.claude/skills/s/SKILL.md': skill(`!\`${command}\``),
      '.claude/skills/other/SKILL.md': skill('!`./deploy now`'),
    },
  })
  expect((await world.ask('/s')).terminal).toMatchObject({ kind: 'completed' })
})

test('words of a caller do not reach what another skill runs', async () => {
  await using world = await open({
    files: {
      '.claude/skills/s/SKILL.md': skill('!`cp a.txt $ARGUMENTS`'),
      '.claude/skills/other/SKILL.md': skill('!`./deploy now`'),
    },
    replies: [{ tool: { name: 'Skill', input: { skill: 's', args: 'deploy' } } }, { text: 'done' }],
  })
  await world.ask('go')
  expect(JSON.stringify(toolResults(world.model.requests)[0])).toContain('the skill other runs it')
  expect(readFileSync(join(world.dir, 'deploy'), 'utf8')).toBe('echo deploying\n')
})

test('what a hook runs stays closed to commands in skills, and the refusal gives no advice that would not help', async () => {
  await using world = await open({
    files: { '.claude/skills/s/SKILL.md': skill('!`cp a.txt scripts/fmt.sh`') },
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'sh scripts/fmt.sh' }] }] },
  })
  const { terminal } = await world.ask('/s')
  expect(terminal).toMatchObject({
    kind: 'command_failed',
    message: expect.stringMatching(/was not run: .*fmt\.sh is protected: the Stop hook runs it$/),
  })
  expect(existsSync(join(world.dir, 'scripts/fmt.sh'))).toBe(false)
})

test('the model is asked about what a skill runs, also while a skill that allows everything is in use', async () => {
  await using world = await open({
    files: { '.claude/skills/s/SKILL.md': skill('!`sh scripts/x.sh`') },
    replies: [
      { tool: { name: 'Bash', input: { command: 'cp a.txt scripts/x.sh', description: 'x' } } },
      { text: 'done' },
    ],
  })
  await world.ask('/s')
  expect(toolResults(world.model.requests)[0]).toMatchObject({ isError: true })
  expect(readFileSync(join(world.dir, 'scripts/x.sh'), 'utf8')).toBe('echo from-x\n')
})
