import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command } from '../../protocol/command.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import { extensionName, writeExtensionName } from '../../protocol/extensions/extension-name.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { ContributionSource } from '../../protocol/extensions/source.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { mergeContributions } from './merge.ts'

const command = (name: string, description: string, more: Partial<Command> = {}): Command => ({
  name,
  description,
  group: 'work',
  headless: true,
  run: async () => ({ kind: 'shown', text: verbatim(description) }),
  ...more,
})
const tool = (name: string, description: string) => ({
  spec: { name, description, input_schema: {} },
  load: async () => undefined,
})
const from = (source: ContributionSource): Contribution => {
  const who = [source.level, 'directory' in source ? source.directory : ''].join('')
  return { source, commands: [command('x', who)], tools: [tool('X', who)] }
}

const MANAGED = { level: 'managed' } as const
const USER = { level: 'user', directory: '.capstan' } as const
const USER_OTHER = { level: 'user', directory: '.claude' } as const
const PROJECT = { level: 'project', directory: '.capstan' } as const
const PROJECT_OTHER = { level: 'project', directory: '.claude' } as const
const BUILT_IN = { level: 'built-in' } as const
const PLUGIN = { level: 'plugin', name: 'p' } as const

test.each<[string, readonly ContributionSource[], string, string]>([
  ['all', [BUILT_IN, PROJECT_OTHER, PROJECT, USER_OTHER, USER, MANAGED], 'managed', 'built-in'],
  ['user and project', [PROJECT, PROJECT_OTHER, USER_OTHER, USER], 'user.capstan', 'user.capstan'],
  ['the other directory of the user', [PROJECT, USER_OTHER], 'user.claude', 'user.claude'],
  ['two directories of a project', [PROJECT_OTHER, PROJECT], 'project.capstan', 'project.capstan'],
  ['the project and ourselves', [BUILT_IN, PROJECT_OTHER], 'project.claude', 'built-in'],
])('of %s, one command and one tool of a name count', (_, sources, ofCommand, ofTool) => {
  const { commands, tools, overrides } = mergeContributions(sources.map(from))
  expect(commands.map(({ description }) => description)).toEqual([ofCommand])
  expect(tools.map(({ spec }) => spec.description)).toEqual([ofTool])
  expect(overrides.length).toBe(2 * (sources.length - 1))
})

test('what overrides what is told, whole', () => {
  const { overrides } = mergeContributions([from(BUILT_IN), from(PROJECT)])
  expect(overrides).toEqual([
    { kind: 'command', name: 'x', by: PROJECT, over: BUILT_IN },
    { kind: 'tool', name: 'X', by: BUILT_IN, over: PROJECT },
  ])
})

test('commands of a plugin carry its name and stand in for nothing', () => {
  const plugin = { source: PLUGIN, commands: [command('x', 'theirs', { aliases: ['y'] })] }
  const { commands, overrides } = mergeContributions([from(BUILT_IN), plugin])
  expect(commands.map(({ name, aliases }) => [name, aliases])).toEqual([
    ['x', undefined],
    ['p:x', ['p:y']],
  ])
  expect(overrides).toEqual([])
})

test('an alias that somebody else answers to is lost, the command is not', () => {
  const ours = { source: BUILT_IN, commands: [command('cost', 'ours', { aliases: ['usage', 'stats'] })] }
  const theirs = { source: USER, commands: [command('Usage', 'theirs')] }
  const { commands, overrides } = mergeContributions([ours, theirs])
  expect(commands.map(({ name, aliases, description }) => [name, aliases, description])).toEqual([
    ['cost', ['stats'], 'ours'],
    ['usage', [], 'theirs'],
  ])
  expect(overrides).toEqual([{ kind: 'command', name: 'usage', by: USER, over: BUILT_IN }])
})

test('entries keep the order in which they came, and their identity', () => {
  const [a, b, c] = [command('a', 'a'), command('b', 'b'), command('c', 'c')]
  const { commands } = mergeContributions([
    { source: BUILT_IN, commands: [b] },
    { source: MANAGED, commands: [c] },
    { source: USER, commands: [a] },
  ])
  expect(commands.map((each, at) => each === [b, c, a][at])).toEqual([true, true, true])
})

test('no skill of a file stands in for one of a plugin, nor the other way round, whatever their names', () => {
  const word = fc.stringMatching(/^[abAB]$/)
  const names = fc.uniqueArray(
    fc.array(word, { minLength: 1, maxLength: 3 }).map(parts => parts.join(':')),
    { selector: name => name.toLowerCase(), maxLength: 6 },
  )
  const skill = (name: string): Skill => ({
    name,
    kind: 'skill',
    description: '',
    context: 'inline',
    byPerson: true,
    byModel: true,
    body: async () => '',
  })
  fc.assert(
    fc.property(names, names, names, (files, a, b) => {
      const all = [
        { source: PROJECT, skills: files.map(skill) },
        { source: { level: 'plugin', name: 'a' } as const, skills: a.map(skill) },
        { source: { level: 'plugin', name: 'b' } as const, skills: b.map(skill) },
      ]
      const { skills, overrides } = mergeContributions(all)
      const pairs = skills.map(one => writeExtensionName(extensionName(one)))
      expect(overrides).toEqual([])
      expect(pairs).toEqual([
        ...files.map(name => writeExtensionName({ name })),
        ...a.map(name => `a:${name}`),
        ...b.map(name => `b:${name}`),
      ])
      expect(new Set(skills.map(({ name }) => name.toLowerCase())).size).toBe(skills.length)
    }),
    { numRuns: 500, seed: 44 },
  )
})
