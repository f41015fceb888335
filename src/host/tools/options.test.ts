import { expect, test } from 'vitest'
import type { HookSettings } from '../../protocol/hook.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { DescribedTool } from '../../protocol/tools/described-tool.ts'
import { chooseWeb } from '../web/options.ts'
import { chooseTools, withWorkflowSize } from './options.ts'
import { readToolSpecs } from './toolbox.ts'

const web = chooseWeb({ proxy: {} }, {}, '1')
const answering = (matcher?: string) => ({
  PreToolUse: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', command: 'x' }] }],
})

test.each<[string, { canAsk?: boolean; hooks?: HookSettings; tools?: readonly string[] }, boolean]>([
  ['nobody can be asked', {}, true],
  ['a person or host can be asked', { canAsk: true }, false],
  ['a hook for it may answer', { hooks: answering('Edit|AskUserQuestion') }, false],
  ['a hook for every tool may answer', { hooks: answering() }, false],
  ['hooks are for other tools', { hooks: answering('Bash') }, true],
  ['hooks come after the call', { hooks: { PostToolUse: answering().PreToolUse } }, true],
  ['it was asked for by name', { tools: ['AskUserQuestion'] }, false],
  ['all were asked for', { tools: ['default'] }, true],
])('whether AskUserQuestion is left out: %s', async (_, { canAsk = false, hooks = {}, tools }, idle) => {
  const choice = await chooseTools({
    specs: await readToolSpecs(),
    options: { bare: false, ...(tools ? { tools } : {}) },
    gathered: { rules: [{ text: 'Edit', behavior: 'deny', source: 'cli', anchor: '/' }], hooks },
    environment: { toolSearchOff: false },
    web,
    permissions: { canAsk },
    request: { interactive: true },
  })
  expect(choice).toEqual({
    denied: [
      'Edit',
      'WebSearch',
      ...(idle ? ['AskUserQuestion'] : []),
      ...(canAsk ? [] : ['EnterPlanMode']),
      'SubscribePR',
    ],
    allAtOnce: false,
    ...(tools ? { only: tools } : {}),
  })
})

test('tools that schedule are left out where nobody keeps the session open, unless they were asked for', async () => {
  const deniedOf = async (tools: readonly string[] | undefined, interactive: boolean) =>
    (
      await chooseTools({
        specs: await readToolSpecs(),
        options: { bare: false, ...(tools ? { tools } : {}) },
        gathered: { rules: [], hooks: {} },
        environment: { toolSearchOff: false },
        web,
        permissions: { canAsk: true },
        request: { interactive },
      })
    ).denied
  expect(await deniedOf(undefined, false)).toContain('CronCreate')
  expect(await deniedOf(['CronCreate'], false)).not.toContain('CronCreate')
  expect(await deniedOf(undefined, true)).not.toContain('ScheduleWakeup')
})

test('the tool that asks language servers is left out where none is started', async () => {
  const deniedOf = async (languageServers: { readonly off?: 'setting' | 'untrusted' }) =>
    (
      await chooseTools({
        specs: await readToolSpecs(),
        options: { bare: false },
        gathered: { rules: [], hooks: {} },
        environment: { toolSearchOff: false },
        web,
        permissions: { canAsk: true },
        languageServers,
      })
    ).denied
  expect(await deniedOf({ off: 'setting' })).toContain('LSP')
  expect(await deniedOf({ off: 'untrusted' })).toContain('LSP')
  expect(await deniedOf({})).not.toContain('LSP')
})

test.each([
  ['html', { previews: 'html' }],
  ['markdown', { previews: 'markdown' }],
  ['crayons', {}],
  [undefined, {}],
])('previews of answers to questions as the environment says: %s', async (format, expected) => {
  const { previews } = await chooseTools({
    specs: await readToolSpecs(),
    options: { bare: false },
    gathered: { rules: [], hooks: {} },
    environment: { toolSearchOff: false },
    web,
    permissions: { canAsk: true },
    request: { env: { CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: format } },
  })
  expect(previews === undefined ? {} : { previews }).toEqual(expected)
})

test('the model is told how large a workflow of its own is to be, unless nobody minds', () => {
  const runs: DescribedTool = {
    name: 'Flow',
    groups: ['workflows'],
    description: 'Runs.',
    input_schema: {},
  }
  const other: DescribedTool = { name: 'Read', description: 'Reads.', input_schema: {} }
  const told = (settings: Settings, language?: 'zh') =>
    withWorkflowSize([runs, other], settings, language).map(({ description }) => description)
  expect(told({})).toEqual([
    'Runs.\nIn one that you write, aim for fewer than 15 agents in all, unless the user wants another scale.',
    'Reads.',
  ])
  expect(told({ workflowSizeGuideline: 'small' })[0]).toContain('fewer than 5 agents')
  expect(told({ workflowSizeGuideline: 'large' }, 'zh')[0]).toContain('少于 50 个')
  expect(told({ workflowSizeGuideline: 'unrestricted' })).toEqual(['Runs.', 'Reads.'])
})
