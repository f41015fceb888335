import { expect, test } from 'vitest'
import type { LocalizedText } from '../../src/protocol/messages/localized-text.ts'
import { connectAcp } from '../support/acp-client.ts'
import { putSettings } from '../support/pty/put-settings.ts'
import { openWorldHere } from '../support/run-here.ts'
import { openWorld, resultOf, type World } from '../support/run-program.ts'

const HAN = /\p{Script=Han}/u
const NEVER = { replies: [{ text: 'never' }] }

const speakChinese = <W extends World>(world: W): W => {
  putSettings({ uiLanguage: 'zh' })(world)
  return world
}

test('text output says what commands answer and refuse in the language of the settings', async () => {
  await using world = speakChinese(await openWorldHere(NEVER))
  const answered = await world.run(['-p', '/context'])
  expect([answered.code, answered.stdout]).toEqual([0, expect.stringMatching(HAN)])
  const refused = await world.run(['-p', '/contxt'])
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('未知命令 /contxt')])
  expect(world.server.requests).toEqual([])
})

test('a flag goes before the files', async () => {
  await using world = await openWorldHere(NEVER)
  const chinese = await world.run(['--settings', '{"uiLanguage":"zh"}', '-p', '/contxt'])
  expect(chinese.stderr).toContain('未知命令 /contxt')
  const english = await speakChinese(world).run(['--settings', '{"uiLanguage":"en"}', '-p', '/contxt'])
  expect(english.stderr).toContain('Unknown command /contxt')
})

test('lines for a program stay English, with the row and its values beside it', async () => {
  await using world = speakChinese(await openWorldHere(NEVER))
  const ended = await world.stream(['--verbose', '/contxt'])
  const result = resultOf(ended) as {
    readonly errors?: readonly string[]
    readonly localized?: LocalizedText
  }
  expect(result.errors).toEqual([expect.stringContaining('Unknown command /contxt')])
  expect(result.localized?.text).toBe(result.errors?.[0])
  expect(result.localized?.id).toMatch(/^[a-z-]+\.\w+$/)
  const shown = await world.stream(['--verbose', '/help'])
  const output = shown.lines.find(({ subtype }) => subtype === 'local_command_output')
  expect(output).toMatchObject({
    content: expect.not.stringMatching(HAN),
    localized: { text: output?.['content'] },
  })
})

test('an editor is answered and refused in that language, with the row in the data of an error', async () => {
  await using world = speakChinese(await openWorld(NEVER))
  await using editor = await connectAcp(world)
  const session = await editor.open()
  await editor.say(session, '/context')
  expect(editor.text(session)).toMatch(HAN)
  const refusal = await editor.agent.request('session/set_mode', { sessionId: session, modeId: 'none' }).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(refusal).toMatchObject({
    message: expect.stringContaining('没有权限模式 "none"。'),
    data: { localized: { id: 'acp.no_mode', values: { mode: '"none"' }, text: 'There is no mode "none".' } },
  })
})

test('a subcommand complains about its arguments in that language', async () => {
  await using world = speakChinese(await openWorld(NEVER))
  const run = async (...argv: string[]) => (await world.run(argv)).stderr.split('\n', 1)[0]
  expect(await run('sessions', 'list', '--limit', 'x')).toBe(
    'capstan: sessions list：--limit 接受大于 0 的整数，而不是 "x"。',
  )
  expect(await run('doctor', 'me')).toBe('capstan: doctor：多余的参数 "me"。')
  expect(await run('trust', 'a', 'b')).toBe('capstan: 一次只能指定一个文件夹。')
  expect(await run('plugin', 'instal')).toBe('capstan: plugin：没有命令 instal。是否指 install？')
})
