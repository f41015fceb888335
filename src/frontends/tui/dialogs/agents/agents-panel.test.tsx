import { expect, test } from 'vitest'
import { FakeEngine } from '../../../../../test/support/fake-engine.ts'
import { openFakeUi } from '../../../../../test/support/fake-ui.tsx'
import type { Queries } from '../../../../protocol/query.ts'
import type { AgentsPort } from '../../ports/agents-port.ts'
import { AgentsPanel } from './agents-panel.tsx'

const USER = { level: 'user', directory: '.capstan' } as const

const AGENTS: Queries['agents'] = [
  {
    name: 'reviewer',
    description: 'Reviews changes',
    prompt: 'x',
    file: '/h/reviewer.md',
    source: USER,
    tools: ['Read'],
  },
  {
    name: 'Explore',
    description: 'Looks around',
    prompt: 'x',
    source: { level: 'built-in' },
    model: 'haiku',
    permissionMode: 'dontAsk',
  },
]

const EXTENSIONS: Queries['extensions'] = {
  entries: [],
  overrides: [{ kind: 'agent', name: 'reviewer', by: USER, over: { level: 'plugin', name: 'kit' } }],
  problems: [
    {
      source: USER,
      message: 'Agent bad: "description" is missing. Say in it when the agent should be used.',
    },
    { source: USER, message: 'Skill other: wrong' },
  ],
  waiting: [],
}

const open = async (language: 'en' | 'zh' = 'en') => {
  const engine = new FakeEngine([], { agents: AGENTS, extensions: EXTENSIONS })
  const did: unknown[] = []
  const agents: AgentsPort = {
    create: async (draft, scope) => {
      did.push([scope, draft])
      return '/h/new.md'
    },
    remove: async file => void did.push(['removed', file]),
  }
  const system = { openFile: async (file: unknown) => void did.push(['opened', file]) }
  const fake = await openFakeUi({ engine, columns: 100, rows: 30, language, ports: { agents, system } })
  let closed = 0
  const close = (): void => {
    closed += 1
  }
  await fake.mount(<AgentsPanel params={undefined} close={close} />)
  await fake.settle()
  return Object.assign(fake, { did, closed: () => closed })
}

test('agents are listed with where they come from, what they replace, and what is wrong with others', async () => {
  await using fake = await open()
  await fake.pause()
  expect(fake.text()).toContain('❯ + Create a new agent')
  expect(fake.text()).toContain('Explore  built in · haiku · Looks around')
  expect(fake.text()).toContain('you, all projects · replaces the one from plugin kit · Reviews changes')
  expect(fake.text()).toContain('▲ Agent bad: "description" is missing')
  expect(fake.text()).not.toContain('Skill other')
})

test('of one that is built in nothing can be deleted or edited', async () => {
  await using fake = await open()
  await fake.press('down', 'enter')
  expect(fake.text()).toContain('Model: haiku')
  expect(fake.text()).toContain('Try it on a prompt')
  expect(fake.text()).not.toContain('Delete')
})

test('an agent is tried on a prompt: the model is told to hand it over', async () => {
  await using fake = await open()
  await fake.press('down', 'enter', 'enter')
  await fake.type('find it')
  await fake.press('enter')
  expect(fake.said).toEqual(['Use the Explore agent for this: find it'])
  expect(fake.closed()).toBe(1)
})

test('one from a file is opened in the editor, and deleted only after a question', async () => {
  await using fake = await open()
  await fake.press('up', 'enter')
  expect(fake.text()).toContain('Tools: Read')
  await fake.press('down', 'enter', 'down', 'enter')
  expect(fake.text()).toContain('Delete reviewer (/h/reviewer.md)?')
  await fake.press('enter')
  await fake.pause()
  await fake.press('2')
  expect(fake.did).toEqual([['opened', { path: '/h/reviewer.md' }]])
  await fake.press('down', 'down', 'enter')
  await fake.pause()
  await fake.press('1')
  await fake.settle()
  expect(fake.did.at(-1)).toEqual(['removed', '/h/reviewer.md'])
  expect(fake.toasts).toEqual(['Deleted reviewer.'])
})

test('a new one is asked for step by step; what cannot be a name or is missing is said at once', async () => {
  await using fake = await open()
  await fake.press('enter')
  await fake.type('two words')
  await fake.press('enter')
  expect(fake.toasts).toEqual(['Use letters, digits and hyphens, such as code-reviewer.'])
  await fake.press('ctrl+u')
  for (const text of ['tester', 'Runs tests', 'You run tests.', 'Bash(npm test), Read', '']) {
    await fake.type(text)
    await fake.press('enter')
  }
  expect(fake.text()).toContain('Where should it be saved?')
  await fake.press('down', 'enter')
  await fake.settle()
  const made = { name: 'tester', description: 'Runs tests', prompt: 'You run tests.', model: '' }
  expect(fake.did).toEqual([['user', { ...made, tools: ['Bash(npm test)', 'Read'] }]])
  expect(fake.toasts.at(-1)).toBe('Created /h/new.md')
  expect(fake.text()).toContain('Create a new agent')
})

test('in Chinese no English word of ours is left', async () => {
  await using fake = await open('zh')
  expect(fake.text()).toMatch(/新建智能体[\s\S]*内置 · haiku/)
  expect(fake.text()).not.toMatch(/Create|built in|replaces/)
})

test.each([
  ['en', 'Mode: never asks'],
  ['zh', '权限模式：不询问'],
] as const)('the permission mode of an agent is said in words (%s)', async (language, line) => {
  await using fake = await open(language)
  await fake.press('down', 'enter')
  expect(fake.text()).toContain(line)
  expect(fake.text()).not.toContain('dontAsk')
})
