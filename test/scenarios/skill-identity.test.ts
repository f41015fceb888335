import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { ExtensionRoot } from '../../src/protocol/extensions/roots.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { toolResults } from '../support/tool-results.ts'

/** Asks for a permission, so that calling it needs a rule. */
const skill = (says: string): string => `---\ndescription: d\nallowed-tools: Bash(ls)\n---\n${says}\n`
const FILE = '.claude/skills/deploy/run/SKILL.md'
const COLON = '.claude/skills/deploy:run/SKILL.md'
const PLUGIN = 'plugin/skills/run/SKILL.md'

interface Identity extends Omit<WorldOptions, 'config'> {
  readonly plugin?: boolean
  readonly skills?: EngineConfig['skills']
  readonly hooks?: EngineConfig['hooks']
}

const open = ({ plugin = true, skills, hooks, ...options }: Identity): Promise<World> =>
  createWorld({
    ...options,
    config: ({ place }) => ({
      extensions: {
        list: async (): Promise<readonly ExtensionRoot[]> => [
          { source: { level: 'project', directory: '.claude' }, root: join(place.cwd, '.claude') },
          ...(plugin
            ? [{ source: { level: 'plugin', name: 'deploy' } as const, root: join(place.cwd, 'plugin') }]
            : []),
        ],
        onChanged: () => () => undefined,
      },
      ...(skills ? { skills } : {}),
      ...(hooks ? { hooks } : {}),
    }),
  })
const call = (name: string) => ({ tool: { name: 'Skill', input: { skill: name } } })
const answers = async (world: World): Promise<readonly string[]> => {
  await world.ask('go')
  return toolResults(world.model.requests).map(({ isError, text }) => (isError ? 'refused' : text))
}

test.each([FILE, COLON])(
  'a grant for the skill of a plugin is none for a file of the project (%s)',
  async file => {
    const files = { [file]: skill('of the project') }
    const replies = [call('deploy:run'), call('DEPLOY:Run'), call('deploy/run'), { text: 'done' }]
    for (const allow of ['Skill(deploy:run)', 'Skill(deploy:*)', 'Skill(deploy:run *)', 'Skill(run)']) {
      await using world = await open({ files, plugin: false, scenario: { replies }, allow: [allow] })
      expect(await answers(world), allow).toEqual(['refused', 'refused', 'refused'])
    }
    await using world = await open({
      files,
      plugin: false,
      scenario: { replies },
      allow: ['Skill(deploy/run)'],
    })
    for (const text of await answers(world)) expect(text).toContain('of the project')
  },
)

test('a skill of the project stands in for none of a plugin, and both can be called', async () => {
  await using world = await open({
    files: { [FILE]: skill('of the project'), [PLUGIN]: skill('of the plugin') },
    scenario: { replies: [call('deploy:run'), call('deploy/run'), { text: 'done' }] },
    allow: ['Skill(deploy:run)'],
  })
  const [plugin, project] = await answers(world)
  expect(plugin).toContain('of the plugin')
  expect(project).toBe('refused')
  await world.ask('/deploy:run')
  expect(JSON.stringify(world.model.requests.at(-1)?.messages.at(-1))).toContain('of the plugin')
})

test('a restriction holds for every skill that its text could mean, with any arguments', async () => {
  for (const deny of ['Skill(deploy:run)', 'Skill(deploy/run)', 'Skill(Deploy:Run)', 'Skill(deploy:*)']) {
    await using world = await open({
      files: { [FILE]: skill('of the project'), [PLUGIN]: skill('of the plugin') },
      scenario: {
        replies: [
          call('deploy:run'),
          call('deploy/run'),
          { tool: { name: 'Skill', input: { skill: 'deploy:run', args: 'x' } } },
          { text: 'done' },
        ],
      },
      allow: ['Skill'],
      deny: [deny],
    })
    expect(await answers(world), deny).toEqual(['refused', 'refused', 'refused'])
  }
})

test('a name in the list of skills for a run means the skill of the plugin, not a file called like it', async () => {
  const listed = async (only: readonly string[], plugin: boolean): Promise<readonly string[]> => {
    await using world = await open({
      files: { [FILE]: skill('of the project'), [PLUGIN]: skill('of the plugin') },
      plugin,
      scenario: { replies: [{ text: 'done' }] },
      skills: { only },
    })
    await world.ask('go')
    const text = JSON.stringify(world.model.requests[0]?.messages)
    return ['deploy:run', 'deploy/run'].filter(name => text.includes(`- ${name}`))
  }
  expect(await listed(['deploy:run'], false)).toEqual([])
  expect(await listed(['deploy:run'], true)).toEqual(['deploy:run'])
  expect(await listed(['deploy/run'], true)).toEqual(['deploy/run'])
  expect(await listed(['run'], true)).toEqual(['deploy:run'])
})

test('a skill that a hook put in the place of another is the one the rules were asked about', async () => {
  await using world = await open({
    files: {
      [FILE]: skill('of the project'),
      '.claude/skills/plain/SKILL.md': '---\ndescription: d\n---\nplain\n',
    },
    plugin: false,
    scenario: { replies: [call('plain'), { text: 'done' }] },
    allow: ['Skill(deploy:run)'],
    hooks: {
      PreToolUse: [
        {
          hooks: [
            {
              type: 'command',
              command: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"skill":"deploy:run","safe":true}}}'`,
            },
          ],
        },
      ],
    },
  })
  expect(await answers(world)).toEqual(['refused'])
})
