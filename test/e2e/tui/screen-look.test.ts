import { expect, test } from 'vitest'
import { textWidth } from '../../../src/lib/text-width.ts'
import type { PtyProgram } from '../../support/pty/program.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import type { TerminalWorld } from '../../support/pty/terminal-world.ts'
import { visibleBytes } from '../../support/pty/visible-bytes.ts'

/** Words with a table and code, then a question. */
const TALK = {
  replies: [
    {
      when: { lastUserText: 'begin' },
      text: 'A **word**, `code`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a = 1\n```\n\nSo far.',
    },
    { when: { lastUserText: 'tidy up' }, tool: { name: 'Bash', input: { command: 'rm -rf ./gone' } } },
    { when: { toolResult: { tool: 'Bash' } }, text: 'As you wish.' },
  ],
}
const toTheQuestion = async (terminal: TerminalWorld): Promise<void> => {
  terminal.say('begin')
  await terminal.program.waitFor('So far.')
  terminal.say('tidy up')
  await terminal.program.waitFor(/^ [❯>] \d\. /)
  await terminal.program.settled()
}

const leave = async (program: PtyProgram): Promise<void> => {
  await program.waitFor(rows => !/Esc (?:stop|停止)/.test(rows.join('')))
  program.key('ctrl+c')
  await program.waitFor(/Ctrl-C again|再按/)
  program.key('ctrl+c')
  await program.exit
}

test('in 40 columns and 15 rows prompt, question and status fit, and nothing is broken by the terminal', async () => {
  await using terminal = await openTerminalHere(TALK, { columns: 40, rows: 15 })
  const { program } = terminal
  expect(terminal.bottom().slice(0, 4)).toEqual([
    '─'.repeat(39),
    '>',
    '─'.repeat(39),
    expect.stringContaining('% left'),
  ])
  await toTheQuestion(terminal)
  const screen = program.screen()
  expect(screen.join('\n')).toMatch(/❯ 2\. No/)
  expect(screen.at(-1)).toMatch(/ask first · \d+% left/)
  for (const line of program.lines()) expect(textWidth(line)).toBeLessThan(40)
  program.type('1')
  await program.waitFor('As you wish.')
  program.type('你好👍é')
  await program.waitFor('> 你好👍é')
  expect(program.cursor().x).toBe(9)
})

test('NO_COLOR: not one colour, in words, code, tables, questions and the status line', async () => {
  await using terminal = await openTerminalHere(TALK, { env: { NO_COLOR: '1' } })
  await toTheQuestion(terminal)
  const codes = [...visibleBytes(terminal.program).matchAll(/␛\[([\d;]*)m/g)].flatMap(
    ([, list]) => list?.split(';') ?? [],
  )
  // biome-ignore format: one list
  expect(codes.filter(code => !['', '0', '1', '2', '3', '4', '7', '9', '22', '23', '24', '27', '29'].includes(code))).toEqual([])
})

test('on the Linux console there are 16 colours, and nothing it would print', async () => {
  const env = { TERM: 'linux', COLORTERM: undefined, TERM_PROGRAM: undefined }
  await using terminal = await openTerminalHere(TALK, { env })
  await toTheQuestion(terminal)
  const bytes = visibleBytes(terminal.program)
  expect(bytes).not.toMatch(/␛\[[\d;]*[34]8;[25]/)
  expect(bytes).not.toMatch(/␛\][^8]|␛\[>|␛\[\?1004h|␛\[\?2026h/)
  expect(bytes).toMatch(/␛\[[\d;]*(?:3[0-7]|9[0-7])m/)
})

/** The colour of the sign before the prompt. */
const promptColour = (program: PtyProgram): string => {
  const row = program.screen().findLastIndex(line => line.startsWith('>'))
  return program.cell(0, row).colour
}

test('with the theme "auto" the terminal is asked for its background, and a light one gets the light theme', async () => {
  await using terminal = await openTerminalHere({ replies: [] })
  const { program } = terminal
  await program.waitFor(() => visibleBytes(program).includes('␛]11;?'))
  const dark = promptColour(program)
  program.type('\u001b]11;rgb:ffff/ffff/ffff\u0007')
  await program.waitFor(() => promptColour(program) !== dark)
  await using named = await openTerminalHere({ replies: [] }, { prepare: putSettings({ theme: 'light' }) })
  await named.program.settled()
  expect(promptColour(program)).toBe(promptColour(named.program))
  expect(visibleBytes(named.program)).not.toContain('␛]11;?')
  await leave(program)
  const next = await terminal.again()
  expect(promptColour(next)).toBe(promptColour(named.program))
})

test('the colour-blind theme shows changes in blue and orange instead of green and red', async () => {
  const look = async (theme: string): Promise<{ readonly removed: string; readonly added: string }> => {
    await using terminal = await openTerminalHere(
      {
        replies: [
          { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
          { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'one', new_string: 'two' } } },
          { text: 'Done.' },
        ],
      },
      {
        args: ['--permission-mode', 'acceptEdits'],
        prepare: world => {
          world.put('a.txt', 'one\n')
          putSettings({ theme })(world)
        },
      },
    )
    const { program } = terminal
    terminal.say('change it')
    await program.waitFor('Done.')
    const at = (wanted: RegExp): string => {
      const row = program.screen().findIndex(line => wanted.test(line))
      const column = program.screen()[row]?.search(/[-+] ?(?:one|two)/) ?? 0
      const { colour, background } = program.cell(Math.max(0, column), row)
      return `${colour} ${background}`
    }
    return { removed: at(/- ?one/), added: at(/\+ ?two/) }
  }
  const usual = await look('dark')
  const daltonized = await look('dark-daltonized')
  expect(daltonized.removed).not.toBe(daltonized.added)
  expect(daltonized).not.toEqual(usual)
})

test('with uiLanguage zh the prompt, the status line, questions and the last word are Chinese', async () => {
  await using terminal = await openTerminalHere(TALK, { prepare: putSettings({ uiLanguage: 'zh' }) })
  const { program } = terminal
  await program.waitFor('上下文剩余')
  expect(program.screen().join('\n')).toContain('先询问')
  await toTheQuestion(terminal)
  const screen = program.screen().join('\n')
  for (const words of ['等待你的回答', '1. 是', '询问原因', 'Enter 选择']) expect(screen).toContain(words)
  expect(screen).not.toMatch(/Yes|Waiting|choose/)
  program.key('escape')
  await program.waitFor('已中断')
  await leave(program)
  expect(program.screen().join('')).toMatch(/恢复会话：\S*capstan --resume/)
  const next = await terminal.again({ early: true })
  await next.waitFor('先询问')
  expect(visibleBytes(next)).not.toContain('ask first')
  // Taken back while it runs: not the language of the last run, but the default.
  putSettings({})(terminal.world)
  await next.waitFor('ask first')
})

test('a language of the command line is that of the first frame, and of this run alone', async () => {
  await using terminal = await openTerminalHere(TALK, { args: ['--settings', '{"uiLanguage":"zh"}'] })
  const { program } = terminal
  await program.waitFor('先询问')
  expect(visibleBytes(program)).not.toMatch(/ask first|Type a task/)
  await leave(program)
  const next = await terminal.again({ early: true })
  await next.waitFor('ask first')
  expect(visibleBytes(next)).not.toContain('先询问')
})

test.each([
  ['the setting', putSettings({ axScreenReader: true }), {}],
  ['the environment', undefined, { CAPSTAN_AX_SCREEN_READER: '1' }],
])(
  'for a screen reader (%s) there are no drawn lines, and states are said in words',
  async (_, prepare, env) => {
    await using terminal = await openTerminalHere(TALK, { env, ...(prepare ? { prepare } : {}) })
    const { program } = terminal
    await toTheQuestion(terminal)
    const text = program.lines().join('\n')
    expect(text).not.toMatch(/[\u2500-\u257f\u2800-\u28ff▌◇○●✗❯•]/)
    expect(text).toContain('You: begin')
    expect(text).toContain('Capstan:')
    expect(text).toMatch(/Bash .*\(waiting\)/)
    program.type('1')
    await program.waitFor('As you wish.')
    program.key('ctrl+c')
    program.key('ctrl+c')
    await program.exit
    // From the second start on not even the first prompt has a frame.
    const next = await terminal.again({ env })
    expect(visibleBytes(next)).not.toMatch(/[\u2500-\u257f]/)
  },
)

test('with reduced motion nothing turns', async () => {
  await using terminal = await openTerminalHere(
    { replies: [{ text: 'Slow words that come one by one. The end.', chunkMs: 60 }] },
    { prepare: putSettings({ prefersReducedMotion: true }) },
  )
  terminal.say('go')
  await terminal.program.waitFor('Esc stop')
  await terminal.program.waitFor('The end.')
  expect(visibleBytes(terminal.program)).not.toMatch(/[\u2800-\u28ff]/)
  expect(visibleBytes(terminal.program)).toContain('●')
})

test('with uiLanguage zh commands are listed, answer and are refused in Chinese', async () => {
  await using terminal = await openTerminalHere(TALK, { prepare: putSettings({ uiLanguage: 'zh' }) })
  const { program } = terminal
  await program.waitFor('先询问')
  program.type('/tod')
  await program.waitFor('显示待办列表')
  program.type('os')
  program.key('enter')
  await program.waitFor('待办列表为空。')
  program.type('/add-dir')
  program.key('enter')
  await program.waitFor('哪个目录？例如：')
  program.type('/rewind 7')
  program.key('enter')
  await program.waitFor('没有消息 7：还没有对话。')
  await leave(program)
})
