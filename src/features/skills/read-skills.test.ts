import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { createMarkdownHeads } from '../../lib/markdown-heads.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'
import { readSkills } from './read-skills.ts'

const put = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

const positionAt = (root: string, more: Partial<ExtensionRoot> = {}): ExtensionRoot => ({
  source: { level: 'project', directory: '.claude' },
  root,
  ...more,
})

const read = async (...places: readonly ExtensionRoot[]) => {
  const { contributions } = await readSkills(places, createMarkdownHeads(undefined))
  return {
    names: contributions.map(({ skills = [] }) => skills.map(({ name }) => name)),
    skills: contributions.flatMap(({ skills = [] }) => skills),
    problems: contributions.flatMap(({ problems = [] }) => problems).map(({ message }) => message),
  }
}

test('skills, commands, folders of them and links to them are found under their names', async () => {
  await using tmp = tmpDir()
  put(tmp.path, {
    'skills/deploy/SKILL.md': '---\ndescription: Deploys\n---\nDo it.',
    'skills/deploy/reference.md': 'more',
    'skills/docs/pdf/SKILL.md': 'Reads PDF files.\n',
    'skills/lower/skill.md': 'x',
    'skills/.hidden/SKILL.md': 'x',
    'skills/node_modules/evil/SKILL.md': 'x',
    'skills/notes.txt': 'x',
    'commands/fix.md': 'Fix it.',
    'commands/front/new.md': 'New.',
    'commands/tool/SKILL.md': 'A skill among commands.',
    'elsewhere/linked/SKILL.md': 'linked',
  })
  symlinkSync(join(tmp.path, 'elsewhere/linked'), join(tmp.path, 'skills/linked'))
  symlinkSync(join(tmp.path, 'nowhere'), join(tmp.path, 'skills/broken'))
  const { names, problems } = await read(positionAt(tmp.path))
  expect(names).toEqual([['deploy', 'docs:pdf', 'linked', 'lower', 'fix', 'front:new', 'tool']])
  expect(problems).toEqual([])
})

test('a file that two places lead to counts once, and of a skill and a command of one name the skill does', async () => {
  await using tmp = tmpDir()
  put(tmp.path, {
    'one/skills/a/SKILL.md': 'x',
    'one/commands/a.md': 'y',
  })
  symlinkSync(join(tmp.path, 'one'), join(tmp.path, 'two'))
  const { names, skills, problems } = await read(
    positionAt(join(tmp.path, 'one')),
    positionAt(join(tmp.path, 'two')),
  )
  expect(names).toEqual([['a']])
  expect(skills[0]?.kind).toBe('skill')
  expect(problems).toEqual(['Command a: not used, because SKILL.md next to it has the same name.'])
})

test('every key of the head counts, unknown ones are ignored', async () => {
  await using tmp = tmpDir()
  put(tmp.path, {
    'skills/all/SKILL.md': [
      '---',
      'name: other-name',
      'description: Does: everything',
      'when_to_use: Always',
      'argument-hint: [issue] [title]',
      'arguments: issue title',
      'allowed-tools: Bash(git add *), Read',
      'disallowed-tools: [Write, Edit]',
      'model: haiku',
      'effort: low',
      'context: fork',
      'agent: Explore',
      'background: false',
      'user-invocable: false',
      'disable-model-invocation: true',
      'paths: "src/**/*.ts, *.md"',
      'shell: bash',
      'version: 1.2',
      'license: MIT',
      'metadata:\n  author: me',
      'hooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: echo',
      '---',
      'Body $issue',
    ].join('\n'),
  })
  const { skills, problems } = await read(positionAt(tmp.path))
  expect(problems).toEqual([])
  const { body, ...skill } = skills[0] ?? { body: async () => '' }
  expect(skill).toEqual({
    name: 'all',
    kind: 'skill',
    file: join(tmp.path, 'skills/all/SKILL.md'),
    description: 'Does: everything',
    whenToUse: 'Always',
    argumentHint: '[issue] [title]',
    arguments: ['issue', 'title'],
    allowedTools: ['Bash(git add *)', 'Read'],
    disallowedTools: ['Write', 'Edit'],
    model: 'haiku',
    effort: 'low',
    context: 'fork',
    agent: 'Explore',
    background: false,
    byPerson: false,
    byModel: false,
    paths: ['src/**/*.ts', '*.md'],
    shell: 'bash',
    version: '1.2',
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo' }] }] },
    chars: 11,
  })
  expect(await body()).toBe('Body $issue')
})

test('without a head a skill is described by its first line; a plain command is the person’s alone', async () => {
  await using tmp = tmpDir()
  put(tmp.path, {
    'skills/a/SKILL.md': '\n# Write tests\n\nMore.',
    'commands/b.md': 'Fix $ARGUMENTS',
    'commands/c.md': '---\ndescription: Fixes\n---\nx',
  })
  const { skills } = await read(positionAt(tmp.path))
  expect(
    skills.map(({ name, description, byModel, byPerson }) => [name, description, byModel, byPerson]),
  ).toEqual([
    ['a', 'Write tests', true, true],
    ['b', 'Fix $ARGUMENTS', false, true],
    ['c', 'Fixes', true, true],
  ])
})

test('a bad value is told with its file and left out, and the skill still works', async () => {
  await using tmp = tmpDir()
  put(tmp.path, {
    'skills/a/SKILL.md':
      '---\neffort: hihg\ncontext: 3\nallowed-tools: {x: 1}\nuser-invocable: maybe\n---\nx',
    'skills/b/SKILL.md': '---\n- nothing\n---\nx',
    'skills/c d/SKILL.md': 'x',
    'skills/mcp__jira__fix/SKILL.md': 'x',
    'skills/e/SKILL.md': 'x'.repeat(1024 * 1024 + 1),
  })
  const { names, problems } = await read(positionAt(tmp.path))
  expect(names).toEqual([['a']])
  expect(problems).toEqual([
    'Skill a: "allowed-tools" should be a list of texts. It is ignored.',
    'Skill a: "effort" should be one of low, medium, high, xhigh, max (high?). It is ignored.',
    'Skill a: "context" should be one of inline, fork. It is ignored.',
    'Skill a: "user-invocable" should be true or false. It is ignored.',
    'Skill b: the part between the --- lines is not valid YAML. Put values with a ":" in quotes.',
    'Skill c d: "c d" cannot be a name: rename it without spaces or slashes.',
    'Skill e: larger than 1024 KB, so it is not loaded.',
    'Skill mcp__jira__fix: Names that begin with "mcp__" are for prompts of MCP servers: rename it.',
  ])
})

test('a plugin names its skills in their heads, lists its own places, and lends its variables', async () => {
  await using tmp = tmpDir()
  put(tmp.path, {
    'SKILL.md': '---\nname: whole\n---\nx',
    'more/tidy/SKILL.md': '---\nname: clean-up\n---\nx',
    'cmd/go.md': 'x',
  })
  const variables = { CLAUDE_PLUGIN_ROOT: tmp.path }
  const plugin = positionAt(tmp.path, {
    source: { level: 'plugin', name: 'p' },
    skills: [tmp.path, join(tmp.path, 'more')],
    commands: [join(tmp.path, 'cmd/go.md')],
    variables,
  })
  const { names, skills } = await read(plugin)
  expect(names).toEqual([['whole', 'clean-up', 'go']])
  expect(skills.every(skill => skill.variables === variables)).toBe(true)
})
