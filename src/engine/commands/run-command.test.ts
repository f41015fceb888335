import { expect, test } from 'vitest'
import { createFakeHost } from '../../../test/support/fake-command-host.ts'
import { COMMANDS } from '../../features/commands/index.ts'
import { findCommand } from '../../features/commands/parse-command.ts'
import { commandInfos } from '../contributions/part.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import { runCommand } from './commands.ts'

const speaking = (uiLanguage: 'en' | 'zh'): { readonly settings: Pick<SettingsPort, 'initial'> } => ({
  settings: { initial: { settings: { uiLanguage }, rules: [], problems: [], managedOnly: false } },
})

const said = async (line: string, language: 'en' | 'zh'): Promise<string> => {
  const [name = '', ...args] = line.split(' ')
  const command = findCommand(name, COMMANDS)
  if (!command) throw new Error(`no command ${name}`)
  return (await runCommand({ command, args: args.join(' ') }, createFakeHost(), speaking(language))).text
}

const WRITE_PROMPTS = [
  ...COMMANDS.filter(({ bundled }) => bundled).map(({ name }) => name),
  'statusline',
  'debug',
]

test.each(WRITE_PROMPTS)('the prompt that /%s writes goes behind the line that was typed', async name => {
  const command = findCommand(name, COMMANDS)
  if (!command) throw new Error(`no command ${name}`)
  const outcome = await runCommand({ command, args: 'the bridge' }, createFakeHost(), speaking('en'))
  expect(outcome).toMatchObject({
    kind: 'submit',
    text: `/${name} the bridge`,
    skills: [{ name, text: expect.stringContaining('the bridge') }],
  })
  const bare = await runCommand(
    { command, args: '', typedName: 'other' },
    createFakeHost(),
    speaking('en'),
  ).catch(() => undefined)
  if (bare?.kind === 'submit') expect(bare.text).toBe('/other')
})

test('a task typed behind /plan is the person’s own words', async () => {
  const command = findCommand('plan', COMMANDS)
  if (!command) throw new Error('no /plan')
  const outcome = await runCommand({ command, args: 'the bridge' }, createFakeHost(), speaking('en'))
  expect(outcome).toEqual({ kind: 'submit', text: 'the bridge' })
})

test.each([
  ['todos', '待办列表为空。'],
  ['budget', '没有花费上限'],
  ['snip', '回答'],
  ['theme dark', '主题为 dark。已保存到 /home/.capstan/settings.json。'],
])('/%s answers in the language of the interface', async (line, chinese) => {
  expect(await said(line, 'zh')).toContain(chinese)
  expect(await said(line, 'en')).not.toMatch(/\p{Script=Han}/u)
})

test('a refusal is told in Chinese, and what a model says or is asked stays as it is', async () => {
  await expect(said('add-dir', 'zh')).rejects.toThrow('哪个目录？')
  expect(await said('btw why', 'zh')).toBe('An answer.')
  expect(await said('simplify src', 'zh')).toBe(await said('simplify src', 'en'))
})

test('the list of commands is Chinese only where the interface is', async () => {
  const descriptions = async (language: 'en' | 'zh') =>
    (await commandInfos(COMMANDS, speaking(language))).filter(({ description }) =>
      /\p{Script=Han}/u.test(description),
    ).length
  expect(await descriptions('en')).toBe(0)
  expect(await descriptions('zh')).toBeGreaterThan(50)
})
