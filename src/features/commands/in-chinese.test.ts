import { expect, test } from 'vitest'
import { COMMAND_SCENES, type CommandScene, hostOf } from '../../../test/support/command-scenes.ts'
import { inChinese } from '../../protocol/messages/chinese.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Text, TextValue } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import { COMMANDS } from './index.ts'
import { findCommand, parseCommand } from './parse-command.ts'

/** What a command answers, or is refused with. */
const answerTo = async (scene: CommandScene): Promise<Text> => {
  const parsed = parseCommand(scene.line)
  const command = parsed && findCommand(parsed.name, COMMANDS)
  if (!command) throw new Error(`no command ${scene.line}`)
  try {
    return (await command.run(parsed.args, hostOf(scene))).text
  } catch (error) {
    if (error instanceof OpError) return error.localized
    throw error
  }
}

/** Every string in a text that is shown as it is in every language. */
const foreignWords = (text: TextValue): readonly string[] => {
  if (typeof text === 'number') return []
  if (typeof text === 'string') return [text]
  if (Array.isArray(text)) return text.flatMap(foreignWords)
  return Object.values((text as LocalizedText).values ?? {}).flatMap(foreignWords)
}

/** What a person types, or a program prints: the same in every language. Scenes bring nothing else in English. */
const TYPED = /^(?:\/|capstan [\d-]|capstan (?:sessions|workflow) |[{}\s]*"|\{|\s+set -| +\{)/

const WORDS = /\p{Script=Latin}{2,} \p{Script=Latin}{2,}/u

test.each(
  COMMAND_SCENES.map(scene => [`${scene.line} ${scene.when ?? ''}`.trim().slice(0, 60), scene] as const),
)('%s answers with rows of the catalogue, without words of its own in them', async (_, scene) => {
  const text = await answerTo(scene)
  expect(typeof text).toBe('object')
  const hidden = foreignWords(text).filter(
    words => !FROM_OTHERS.has(words) && !TYPED.test(words) && WORDS.test(words),
  )
  expect(hidden).toEqual([])
})

/** What the engine, a file or a person says in the scenes. */
const FROM_OTHERS: ReadonlySet<string> = new Set([
  'nothing was sent before',
  'the conversation was compacted',
  'the provider cleared old results',
  'not as the earlier process sent it',
  '6 minutes since the previous request',
  "the same prefix wasn't served from the cache",
  'Read a.ts',
  'The default model',
  'import { readFileSyn',
])

test('every command that answers by itself has a scene', () => {
  const told = new Set(COMMAND_SCENES.map(({ line }) => parseCommand(line)?.name))
  const silent = COMMANDS.filter(({ name }) => !told.has(name)).map(({ name }) => name)
  expect(silent.sort()).toEqual(
    [
      // The model is asked, or has said it.
      ...['commit', 'init', 'recap', 'review', 'security-review', 'simplify', 'skillify', 'statusline'],
      ...['verify', 'run', 'run-skill-generator', 'pr-comments', 'autofix-pr', 'schedule', 'team-onboarding'],
      ...['auto-mode-setup', 'plugin-authoring', 'workflow-authoring'],
      // One function for all of these.
      ...['brief', 'color', 'focus', 'verbose'],
      // The host answers.
      ...['heapdump', 'import', 'plugin'],
    ].sort(),
  )
})

test('a table is laid out for the language it is shown in', async () => {
  const scene = COMMAND_SCENES.find(({ line }) => line === '/budget 1')
  expect(inChinese(scene ? await answerTo(scene) : '')).toBe(
    '本次运行还可花费 $1.00。\n\n范围      上限    已花费\n本次运行  $20.00  $1.00',
  )
})

test.each([
  ['/compact', '原样保留：2 次请求、2 项待办、2 份计划、2 条操作记录、2 条拒绝、2 条消息。'],
  ['/rewind 1', '将回退到“题 p0”之前。你的 1 条消息及其后的内容保留为分支。'],
  ['/stop', '没有后台任务。'],
  ['/goal x --usd 0', '--usd 需要大于 0 且不超过 10000 的数字。'],
])('%s says: %s', async (line, chinese) => {
  const scene = COMMAND_SCENES.find(each => each.line === line && each.when === undefined)
  expect(inChinese(scene ? await answerTo(scene) : '')).toContain(chinese)
})

test('words of others stay as they are, also where they read like ours', () => {
  for (const words of ['2 sessions', 'Goal reached: x', 'No background tasks.', '| a | b |\n| --- | --- |'])
    expect(inChinese(verbatim(words))).toBe(words)
})
