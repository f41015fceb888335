import { expect, test } from 'vitest'
import { createFakeHost } from '../../../test/support/fake-command-host.ts'
import { FakeEngine } from '../../../test/support/fake-engine.ts'
import { COMMANDS } from '../../features/commands/index.ts'
import { findCommand } from '../../features/commands/parse-command.ts'
import type { Command, CommandOutcome } from '../../protocol/command.ts'
import type { Event } from '../../protocol/event.ts'
import { inChinese } from '../../protocol/messages/chinese.ts'
import { describeError, inEnglish, type Text } from '../../protocol/messages/localized-text.ts'
import { commandInfos } from '../contributions/part.ts'
import { runCommand, serveCommand } from './commands.ts'

const outcomeOf = async (line: string): Promise<CommandOutcome> => {
  const [name = '', ...args] = line.split(' ')
  const command = findCommand(name, COMMANDS)
  if (!command) throw new Error(`no command ${name}`)
  return await runCommand({ command, args: args.join(' ') }, createFakeHost())
}

const hostWithNothing = () =>
  createFakeHost({
    engine: new FakeEngine([], { extensions: { entries: [], overrides: [], problems: [], waiting: [] } }),
  })

const WRITE_PROMPTS = [
  ...COMMANDS.filter(({ bundled }) => bundled).map(({ name }) => name),
  'statusline',
  'debug',
]

test.each(WRITE_PROMPTS)('the prompt that /%s writes goes behind the line that was typed', async name => {
  const command = findCommand(name, COMMANDS)
  if (!command) throw new Error(`no command ${name}`)
  const outcome = await runCommand({ command, args: 'the bridge' }, hostWithNothing())
  expect(outcome).toMatchObject({
    kind: 'submit',
    text: `/${name} the bridge`,
    skills: [{ name, text: expect.stringContaining('the bridge') }],
  })
  const bare = await runCommand({ command, args: '', typedName: 'other' }, hostWithNothing()).catch(
    () => undefined,
  )
  if (bare?.kind === 'submit') expect(bare.text).toBe('/other')
})

test('a task typed behind /plan is the person’s own words', async () => {
  const command = findCommand('plan', COMMANDS)
  if (!command) throw new Error('no /plan')
  const outcome = await runCommand({ command, args: 'the bridge' }, createFakeHost())
  expect(outcome).toEqual({ kind: 'submit', text: 'the bridge' })
})

test.each([
  ['todos', '待办列表为空。'],
  ['budget', '没有花费上限'],
  ['snip', '回答'],
  ['theme dark', '主题为 dark。已保存到 /home/.capstan/settings.json。'],
])('/%s answers with data that is shown in either language', async (line, chinese) => {
  const { text } = await outcomeOf(line)
  expect(inChinese(text)).toContain(chinese)
  expect(inEnglish(text)).not.toMatch(/\p{Script=Han}/u)
})

test('a refusal is data, too, and what a model says or is asked stays as it is', async () => {
  const refusal = await outcomeOf('add-dir').catch((error: unknown) => describeError(error))
  expect(inChinese(refusal as Text)).toContain('哪个目录？')
  expect(inChinese((await outcomeOf('btw why')).text)).toBe('An answer.')
  expect(typeof (await outcomeOf('simplify src')).text).toBe('string')
})

test('the event of an answer, and the end of a command that failed, carry the data beside the English', async () => {
  const events: Event[] = []
  const serve = async (name: string, args: string): Promise<void> => {
    const command = findCommand(name, COMMANDS)
    if (!command) throw new Error(`no command ${name}`)
    await serveCommand(
      { command, args },
      {
        config: { runtime: { elapsed: () => 0 } as never },
        accounts: { cost: {} } as never,
        turn: {} as never,
        screen: true,
        host: createFakeHost(),
        queued: () => 0,
        join: async () => undefined,
        emit: async event => void events.push(event),
      },
    )
  }
  await serve('todos', '')
  await serve('add-dir', '')
  expect(events.filter(({ type }) => type !== 'turn_started')).toMatchObject([
    {
      type: 'command_output',
      text: 'The to-do list is empty.',
      localized: { id: 'commands-work.no_todos', text: 'The to-do list is empty.' },
    },
    { type: 'turn_ended', terminal: { kind: 'completed' }, report: { text: 'The to-do list is empty.' } },
    {
      type: 'turn_ended',
      terminal: {
        kind: 'command_failed',
        message: 'Which directory? For example: /add-dir ../other',
        localized: { id: 'commands-permissions.which_directory' },
      },
      report: { text: 'Which directory? For example: /add-dir ../other' },
    },
  ])
})

test('a command that answers with a plain string does not compile', () => {
  // @ts-expect-error words of ours are rows of the catalogue, words of others go through verbatim
  const outcome: CommandOutcome = { kind: 'shown', text: 'Done.' }
  expect(outcome.kind).toBe('shown')
})

test('the list of commands is English, with its rows of the catalogue for commands that are built in', () => {
  const theirs: Command = { ...COMMANDS[0], name: 'theirs', description: 'Say it' } as Command
  const infos = commandInfos([...COMMANDS, theirs], { releaseNotes: async () => '' })
  expect(infos.filter(({ description }) => HAN.test(description))).toEqual([])
  const built = infos.slice(0, -1)
  expect(
    built.filter(info => !HAN.test(inChinese(info.localized?.description ?? ''))).map(({ name }) => name),
  ).toEqual([])
  expect(infos.at(-1)?.localized).toBeUndefined()
  const compact = built.find(({ name }) => name === 'compact')
  expect(inChinese(compact?.localized?.argumentHint ?? '')).toBe('[重点] [--preview]')
})

const HAN = /\p{Script=Han}/u
