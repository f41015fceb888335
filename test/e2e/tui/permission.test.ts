import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { asked, fileText, idle, requestText, untilFile } from '../../support/pty/asked.ts'
import { boxRows, boxShows } from '../../support/pty/prompt-box.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import type { TerminalWorld } from '../../support/pty/terminal-world.ts'
import type { World } from '../../support/run-program.ts'

const bash = (command: string) => ({ name: 'Bash', input: { command } })
const openAsking = async (
  tool: { readonly name: string; readonly input: object },
  prepare: (world: World) => void = () => {},
): Promise<TerminalWorld> => {
  const terminal = await openTerminalHere(
    { replies: [{ tool }, { text: 'Very well.' }] },
    { prepare, rows: 30 },
  )
  terminal.say('please')
  return terminal
}
/** The same in a program that other tests used before: for questions that are answered and leave no rule behind. */
const shared = shareTerminalHere({ rows: 30 })
const shareAsking = async (tool: {
  readonly name: string
  readonly input: object
}): Promise<TerminalWorld> => {
  const terminal = await shared.begin({ replies: [{ tool }, { text: 'Very well.' }] })
  terminal.say('please')
  return terminal
}
const made = ({ world }: TerminalWorld): boolean => existsSync(join(world.project, 'made'))
/** How often the words stand in the transcript. */
const said = ({ program }: TerminalWorld, words: string): number =>
  program.lines().filter(line => line.includes(words)).length
const sixty = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n')

test('a question shows the command and why it asks; yes runs it once', async () => {
  await using terminal = await shareAsking(bash('touch made'))
  const { program } = terminal
  await asked(terminal, `Why: "touch made" may change things and isn't on the allow list`)
  expect(made(terminal)).toBe(false)
  program.key('enter')
  await program.waitFor('Very well.')
  expect(made(terminal)).toBe(true)
  expect(fileText(terminal.world, '.capstan/settings.local.json')).toBeUndefined()
})

test('no, Esc and Ctrl-C each stop the turn there, and no says so; Esc in words leads back to the answers', async () => {
  await using terminal = await shared.begin({ replies: [{ tool: bash('touch made'), repeat: true }] })
  const { program, world } = terminal
  const ways: readonly (() => void)[] = [
    () => program.type('2'),
    () => program.key('escape'),
    () => program.key('ctrl+c'),
  ]
  for (const [at, stop] of ways.entries()) {
    terminal.say(`please ${at}`)
    await asked(terminal, 'touch made')
    program.type('3')
    await program.waitFor('No: what to do instead')
    program.type('use')
    await program.waitFor('No: use')
    program.key('escape')
    await asked(terminal, '1. Yes')
    stop()
    await program.waitFor(() => said(terminal, 'Interrupted') === at + 1)
    await idle(terminal)
    expect([made(terminal), world.server.requests.length]).toEqual([false, at + 1])
    expect(said(terminal, 'You declined')).toBeGreaterThan(0)
  }
})

test('a no with words is read by the model, which goes on', async () => {
  await using terminal = await shareAsking(bash('touch made'))
  const { program } = terminal
  await asked(terminal, 'touch made')
  program.type('3')
  await program.waitFor('No: what to do instead')
  program.type('use mkdir, yes')
  program.key('enter')
  await program.waitFor('Very well.')
  expect(made(terminal)).toBe(false)
  expect(requestText(terminal, 1)).toContain('The person declined it and says: use mkdir, yes')
  await program.waitFor('You declined: use mkdir, yes')
})

test('words with a yes are told at the next step', async () => {
  await using terminal = await shareAsking(bash('touch made'))
  const { program } = terminal
  await asked(terminal, 'touch made')
  program.key('tab')
  await program.waitFor('Yes, and: add a note')
  program.type('only this once')
  program.key('enter')
  await program.waitFor('Very well.')
  expect(made(terminal)).toBe(true)
  expect(requestText(terminal, 1)).toContain('only this once')
})

test('Ctrl-E tells of every part why it asks', async () => {
  await using terminal = await shareAsking(bash('ls && touch made && rm made'))
  const { program } = terminal
  await asked(terminal, 'Ctrl-E why')
  program.key('ctrl+e')
  await program.waitFor(/touch made — /)
  await program.waitFor(/rm made — /)
  program.key('ctrl+e')
  await program.waitFor(screen => !screen.some(row => /rm made — /.test(row)))
  program.key('escape')
  await idle(terminal)
})

test('an edit is asked about with what it changes', async () => {
  const edit = {
    name: 'Edit',
    input: { file_path: 'a.txt', old_string: 'line 3\n', new_string: 'line three\n' },
  }
  await using terminal = await shared.begin({
    replies: [
      { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
      { tool: edit },
      { text: 'Very well.' },
    ],
  })
  const { program, world } = terminal
  world.put('a.txt', sixty)
  terminal.say('please')
  await asked(terminal, 'a.txt')
  await program.waitFor(/4 - line 3/)
  await program.waitFor(/4 \+ line three/)
  expect(fileText(world, 'a.txt')).toBe(sixty)
  program.type('1')
  await program.waitFor('Very well.')
  expect(fileText(world, 'a.txt')).toContain('line three')
})

test('"accept all edits" counts for the next edits and shows in the footer', async () => {
  const write = (file_path: string) => ({ name: 'Write', input: { file_path, content: 'x\n' } })
  await using terminal = await openTerminalHere({
    replies: [{ tool: write('one') }, { tool: write('two') }, { text: 'Very well.' }],
  })
  const { program, world } = terminal
  terminal.say('please')
  await asked(terminal, 'Yes, and accept all edits')
  program.type('4')
  await program.waitFor('Very well.')
  await program.waitFor('accept edits')
  expect([fileText(world, 'one'), fileText(world, 'two')]).toEqual(['x\n', 'x\n'])
})

test('a command that edits is asked about with its change', async () => {
  await using terminal = await shared.begin({
    replies: [{ tool: bash("sed -i 's/line 33/line 3333/' a.txt") }, { text: 'Very well.' }],
  })
  const { program, world } = terminal
  world.put('a.txt', sixty)
  terminal.say('please')
  await asked(terminal, "sed -i 's/line 33/line 3333/' a.txt")
  await program.waitFor(/34 - line 33/)
  await program.waitFor(/34 \+ line 3333/)
  program.key('escape')
  await idle(terminal)
})

test('Ctrl-G opens a long change whole, and leads back', async () => {
  const content = Array.from({ length: 200 }, (_, at) => `row ${at}`).join('\n')
  await using terminal = await shareAsking({ name: 'Write', input: { file_path: 'b.txt', content } })
  const { program } = terminal
  await asked(terminal, 'Ctrl-G show all')
  expect(program.screen().join('\n')).not.toContain('row 199')
  program.key('ctrl+g')
  await program.waitFor('Esc back')
  program.key('end')
  await program.waitFor('row 199')
  program.key('ctrl+g')
  await asked(terminal, '1. Yes')
  program.key('escape')
  await idle(terminal)
})

test('several questions are counted and asked one after the other', async () => {
  const read = (name: string) => ({ name: 'Read', input: { file_path: `/etc/${name}` } })
  await using terminal = await shared.begin({
    replies: [{ tools: [read('hostname'), read('hosts'), read('os-release')] }, { text: 'Very well.' }],
  })
  const { program } = terminal
  terminal.say('please')
  await asked(terminal, '(1 of 3)')
  program.key('enter')
  await asked(terminal, '(1 of 2)')
  program.key('enter')
  await program.waitFor(screen => !screen.join('\n').includes('(1 of'))
  await asked(terminal, 'Read a file ──')
  expect(program.screen().join('\n')).toContain('/etc/os-release')
  program.key('enter')
  await program.waitFor('Very well.')
})

/** Until the box holds the text, in however many rows: how much is typed meanwhile is the machine's affair. */
const holds = async ({ program }: TerminalWorld, text: string): Promise<void> =>
  void (await program.waitFor(screen => boxRows(screen).join('') === text))

/** A clock that goes on when it is told to: who types makes no pause because the machine is busy. */
const clockOfKeys = (): ((ms: number) => void) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return ms => void vi.setSystemTime(Date.now() + ms)
}

test('what is being typed when a question comes up never answers it', async () => {
  const pass = clockOfKeys()
  await using terminal = await openTerminalHere(
    {
      replies: [
        { text: 'Now I will try it, and I take my time. '.repeat(2), tool: bash('touch made'), chunkMs: 30 },
        { text: 'Very well.' },
      ],
    },
    { rows: 30 },
  )
  const { program } = terminal
  terminal.say('please')
  // Without a pause, from before the question until after it.
  let typed = ''
  let after = 0
  while (after < 5) {
    const letter = 'y1n'[typed.length % 3] ?? ''
    program.type(letter)
    typed += letter
    await holds(terminal, typed)
    pass(120)
    if (program.screen().join('\n').includes('Why')) after += 1
  }
  await program.waitFor("You're still typing in the prompt")
  expect(made(terminal)).toBe(false)
  pass(1000)
  await asked(terminal, 'touch made')
  program.type('1')
  await program.waitFor('Very well.')
  await holds(terminal, typed)
  expect(made(terminal)).toBe(true)
  program.key('ctrl+u')
  await boxShows(terminal, '')
})

test('letters typed while a question stands are in the draft after it; only the digit answers', async () => {
  const pass = clockOfKeys()
  await using terminal = await openAsking(bash('touch made'))
  const { program } = terminal
  await program.waitFor('Why')
  pass(1000)
  await asked(terminal, 'touch made')
  // The question takes keys already: a sentence with every key that could answer.
  program.type('yes, and no 1 a')
  await holds(terminal, 'yes, and no 1 a')
  await program.waitFor("You're still typing in the prompt")
  expect(made(terminal)).toBe(false)
  pass(1000)
  await asked(terminal, 'touch made')
  program.type('1')
  await program.waitFor('Very well.')
  await holds(terminal, 'yes, and no 1 a')
  expect(made(terminal)).toBe(true)
})

test('a dangerous question points at No, and Enter declines it', async () => {
  await using terminal = await shared.begin({ replies: [{ tool: bash('rm -rf made | sudo sh') }] })
  const { program } = terminal
  terminal.say('please')
  await asked(terminal, 'rm -rf made | sudo sh')
  await program.waitFor(/❯ 2\. No/)
  program.key('enter')
  await program.waitFor('You declined')
  await idle(terminal)
})

test('a paste never answers a question, not even one that claims to be over', async () => {
  await using terminal = await shared.begin({
    replies: [{ tool: bash('touch made') }, { text: 'Very well.' }],
  })
  const { program } = terminal
  terminal.say('please')
  await asked(terminal, 'touch made')
  program.paste('1\r')
  program.type('\u001b[200~text\u001b[201~1\r\u001b[201~')
  await program.settled()
  await asked(terminal, 'touch made')
  expect(made(terminal)).toBe(false)
  program.key('escape')
  await idle(terminal)
  expect(made(terminal)).toBe(false)
})

test('Esc that leaves the insert mode of vim does not answer a question that just came up', async () => {
  const pass = clockOfKeys()
  await using terminal = await openTerminalHere(
    {
      replies: [
        { text: 'Now I will try it, slowly.', tool: bash('touch made'), chunkMs: 60 },
        { text: 'Very well.' },
      ],
    },
    {
      prepare: world => void world.put('.capstan/settings.json', '{}'),
      args: ['--settings', '{"editorMode":"vim"}'],
    },
  )
  const { program } = terminal
  terminal.say('please')
  // Without a pause, and the last two together: only right behind other keys is Esc one of the prompt's.
  const typing = setInterval(() => program.type('x'), 20)
  await program.waitFor('Why').finally(() => clearInterval(typing))
  program.type('x\u001b')
  await program.waitFor(/NORMAL/)
  expect(program.screen().join('\n')).toContain('Why')
  pass(1000)
  await asked(terminal, 'touch made')
  program.type('1')
  await program.waitFor('Very well.')
  expect(made(terminal)).toBe(true)
})

test('a question comes before a dialog that is open, which is there again afterwards', async () => {
  const write = { name: 'Write', input: { file_path: 'made', content: 'x' } }
  await using terminal = await openTerminalHere(
    { replies: [{ tool: untilFile('go') }, { tool: write }, { text: 'Very well.', repeat: true }] },
    { rows: 34, prepare: putSettings({ permissions: { allow: ['Bash'] } }) },
  )
  const { program, world } = terminal
  terminal.say('please')
  await program.waitFor('Running Bash')
  terminal.say('/help')
  await program.waitFor('this help')
  world.put('go', '')
  await asked(terminal, 'Create a file')
  program.type('1')
  await program.waitFor('this help')
  program.key('escape')
  await program.waitFor('Very well.')
  expect(made(terminal)).toBe(true)
})

test('an edit that cannot succeed is told to the model without a question', async () => {
  const edit = (old_string: string) => ({
    name: 'Edit',
    input: { file_path: 'a.txt', old_string, new_string: 'x' },
  })
  await using terminal = await shared.begin({
    replies: [
      { tool: edit('alpha') },
      { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'x' } } },
      { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
      { tool: edit('nowhere') },
      { tool: edit('twice') },
      { tool: edit('alpha') },
      { text: 'Very well.' },
    ],
  })
  const { program, world } = terminal
  world.put('a.txt', 'alpha\ntwice\ntwice\n')
  terminal.say('please')
  // The first question is the one that makes sense.
  await asked(terminal, 'alpha')
  expect(world.server.requests).toHaveLength(6)
  for (const [at, words] of [
    [1, 'has not been read. Read it first, then edit it'],
    [2, 'exists but has not been read'],
    [4, 'not found'],
    [5, 'twice'],
  ] as const)
    expect(requestText(terminal, at)).toContain(words)
  program.key('enter')
  await program.waitFor('Very well.')
  expect(fileText(world, 'a.txt')).toBe('x\ntwice\ntwice\n')
})

test('the key that opens the whole of a question can be another one, and the hint names it', async () => {
  const bindings = [{ context: 'Confirmation', bindings: { 'ctrl+g': null, 'ctrl+y': 'confirm:open' } }]
  const write = { name: 'Write', input: { file_path: 'a.txt', content: sixty } }
  await using terminal = await openAsking(write, ({ config }) => {
    mkdirSync(config, { recursive: true })
    writeFileSync(join(config, 'keybindings.json'), JSON.stringify({ bindings }))
  })
  const { program } = terminal
  await asked(terminal, 'Ctrl-Y show all')
  program.key('ctrl+g')
  program.key('ctrl+y')
  await program.waitFor(screen => !screen.join('\n').includes('1. Yes'))
  program.key('ctrl+y')
  await asked(terminal, 'Ctrl-Y show all')
})

test('a message that does not fit below the prompt is in the transcript, whole', async () => {
  await using terminal = await openTerminalHere({ replies: [] }, { columns: 40 })
  terminal.say('/effort ridiculous')
  await terminal.program.waitFor(screen =>
    screen.join(' ').replaceAll(/\s+/g, ' ').includes('of the model).'),
  )
})

// Last, because what they allow stays: each has a command of its own.

test('a rule for the session is not asked about again and not written down', async () => {
  const touch = bash('touch made-twice')
  await using terminal = await shared.begin({
    replies: [{ tool: touch }, { tool: touch }, { text: 'Twice.' }],
  })
  const { program, world } = terminal
  terminal.say('please')
  await asked(terminal, "don't ask again for Bash(touch made-twice)  this session")
  program.type('4')
  await program.waitFor('Twice.')
  expect(fileText(world, 'made-twice')).toBe('')
  expect(fileText(world, '.capstan/settings.local.json')).toBeUndefined()
})

test.each([
  ['6', 'in any project', (world: World) => join(world.config, 'settings.json')],
  ['5', 'only you: ', (world: World) => join(world.project, '.capstan/settings.local.json')],
])(
  'answer %s writes the very rule that is shown into the file that is named: %s',
  async (digit, where, file) => {
    const command = `touch made-${digit}`
    await using terminal = await shareAsking(bash(command))
    const { program, world } = terminal
    await asked(terminal, `don't ask again for Bash(${command})`)
    await program.waitFor(where)
    program.type(digit)
    await program.waitFor('Very well.')
    expect(fileText(world, `made-${digit}`)).toBe('')
    expect(JSON.parse(readFileSync(file(world), 'utf8'))).toMatchObject({
      permissions: { allow: [`Bash(${command})`] },
    })
  },
)
