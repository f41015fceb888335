import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { toolQuestion } from '../../../protocol/messages/permissions/tool-questions.ts'
import { OpError } from '../../../protocol/op.ts'
import type { SettingsAccess } from '../../../protocol/settings-access.ts'
import { configTool } from './config.ts'

const written: unknown[] = []
const settings: SettingsAccess = {
  list: async () => [
    { key: 'theme', value: 'dark' },
    { key: 'sandbox.enabled', value: true },
    { key: 'env.TOKEN', hidden: true },
    { key: 'hooks', hidden: true },
  ],
  about: async key => {
    if (key === 'nonsense') throw new OpError(verbatim('nonsense is no setting'))
    return { default: 'auto' }
  },
  write: async (...given) => {
    written.push(given)
    return { file: '/home/settings.json', counts: 'next start' }
  },
}
const config = async (input: object) =>
  (await runTool(configTool, input, { ...makeToolCall(), settings })).text

test.each([
  ['theme', 'theme is "dark".'],
  ['sandbox', 'sandbox is {"sandbox.enabled":true}.'],
  ['env', 'env.TOKEN is set; its value is not shown because it may hold a secret.'],
  ['env.TOKEN', 'env.TOKEN is set; its value is not shown because it may hold a secret.'],
  ['hooks.Stop', 'hooks is set; its value is not shown because it may hold a secret.'],
  ['other', 'other is "auto" (the default; it is not set).'],
])('the setting %s is read without asking', async (setting, text) => {
  expect(await config({ setting })).toBe(text)
  expect(configTool.access({ setting }, '/')).toEqual([])
})

test('a setting is written after the person was asked about just that', async () => {
  expect(configTool.access({ setting: 'theme', value: 'light' }, '/')).toEqual([
    {
      kind: 'person',
      changes: 'settings',
      question: {
        title: toolQuestion('set_title', { setting: 'theme', value: '"light"' }),
        why: toolQuestion('set', { scope: 'user' }),
      },
    },
  ])
  expect(await config({ setting: 'theme', value: 'light', scope: 'local' })).toBe(
    'theme is "light" in /home/settings.json, from the next start on.',
  )
  expect(written).toEqual([['theme', 'light', 'local']])
})

test('what is no setting is told', async () => {
  await expect(config({ setting: 'nonsense' })).rejects.toThrow('nonsense is no setting')
})
