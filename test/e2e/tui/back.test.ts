import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive } from '../../support/is-alive.ts'
import { ALLOWED, fileText, idle, requestText } from '../../support/pty/asked.ts'
import type { PtyProgram } from '../../support/pty/program.ts'
import { boxShows } from '../../support/pty/prompt-box.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import type { TerminalWorld } from '../../support/pty/terminal-world.ts'
import { converseHere } from '../../support/run-here.ts'
import { eventually, IS_OTHER_PROGRAM, type World } from '../../support/run-program.ts'

const bash = (command: string) => ({ name: 'Bash', input: { command } })
const prepare = putSettings({ ...ALLOWED, promptSuggestionEnabled: false })

const shared = shareTerminalHere({ prepare, rows: 34 })

/** Two turns: one writes a file, the other changes it and another through the shell. No two tests have a file in common. */
const openChanged = async (name: string): Promise<TerminalWorld> => {
  const terminal = await shared.begin({
    replies: [
      { tool: { name: 'Write', input: { file_path: `${name}-a.txt`, content: 'one\ntwo\n' } } },
      { text: 'Written.' },
      { tool: bash(`echo shell > ${name}-b.txt; sed -i s/two/TWO/ ${name}-a.txt`) },
      { text: 'Changed.' },
      { text: 'Fine.', repeat: true },
    ],
  })
  terminal.say('first wish')
  await terminal.program.waitFor('Written.')
  await idle(terminal)
  terminal.say('second wish')
  await terminal.program.waitFor('Changed.')
  await idle(terminal)
  return terminal
}

/** A session of one question lies there. */
const putEarlier = async ({ world }: { readonly world: World }, question: string): Promise<void> => {
  const args = ['-p', question]
  const ended = IS_OTHER_PROGRAM ? world.run(args, { cwd: world.project }) : converseHere(world, args)
  expect(await ended).toMatchObject({ code: 0 })
}
const chooseEarlier = async (terminal: TerminalWorld, question: string): Promise<void> => {
  const { program } = terminal
  terminal.say('/resume')
  await program.waitFor('Resume a session')
  await program.waitFor(question)
  program.type(question)
  await program.waitFor(screen => screen.some(row => row.includes(`❯ ${question}`)))
}

/** Moves the pointer of a list to a row. Each key is drawn before the next: one that is on its way would count as well. */
const pointAt = async (program: PtyProgram, row: RegExp, key: 'up' | 'down'): Promise<void> => {
  const pointed = (): string => program.screen().find(line => line.includes('❯')) ?? ''
  // What is typed before the list points at something is not for it.
  await program.waitFor('❯')
  for (let before = pointed(); !row.test(before); before = pointed()) {
    program.key(key)
    await program.waitFor(() => pointed() !== before)
  }
}

const chooseWish = async ({ program }: TerminalWorld, title: string): Promise<void> => {
  await program.waitFor('Rewind to before which message?')
  await program.waitFor(screen => screen.some(row => row.includes(title)))
  await pointAt(program, new RegExp(`❯ ${title}`), 'up')
  program.key('enter')
  await program.waitFor(`Before “${title}”`)
  await program.waitFor('1. Restore conversation and files')
}

test('/rewind names the files that change; both take conversation and files back, and the text is in the prompt', async () => {
  await using terminal = await openChanged('both')
  const { program, world } = terminal
  terminal.say('/rewind')
  await chooseWish(terminal, 'second wish')
  await program.waitFor(/restores both-a\.txt/)
  await program.waitFor(/deletes both-b\.txt/)
  program.type('1')
  await boxShows(terminal, 'second wish')
  expect([fileText(world, 'both-a.txt'), fileText(world, 'both-b.txt')]).toEqual(['one\ntwo\n', undefined])
  program.key('ctrl+u')
  await boxShows(terminal, '')
  terminal.say('third wish')
  await program.waitFor('Fine.')
  expect(requestText(terminal, -1)).toContain('first wish')
  expect(requestText(terminal, -1).includes('second wish')).toBe(false)
})

test('only the conversation goes back when that is wanted', async () => {
  await using terminal = await openChanged('words')
  const { program, world } = terminal
  terminal.say('/rewind')
  await chooseWish(terminal, 'first wish')
  program.type('2')
  await boxShows(terminal, 'first wish')
  expect([fileText(world, 'words-a.txt'), fileText(world, 'words-b.txt')]).toEqual(['one\nTWO\n', 'shell\n'])
})

test('only the files go back when that is wanted', async () => {
  await using terminal = await openChanged('files')
  const { program, world } = terminal
  terminal.say('/rewind')
  await chooseWish(terminal, 'first wish')
  program.type('3')
  await eventually(() => fileText(world, 'files-a.txt') === undefined)
  await idle(terminal)
  await boxShows(terminal, '')
  terminal.say('third wish')
  await program.waitFor('Fine.')
  expect(requestText(terminal, -1)).toContain('second wish')
})

test('Esc twice opens the way back', async () => {
  await using terminal = await openChanged('esc')
  const { program } = terminal
  program.key('escape')
  await program.waitFor('Esc again to go back to an earlier message')
  program.key('escape')
  // The list says what Esc does there, and nothing else does.
  await program.waitFor(
    rows => rows.join('').includes('Rewind to before which message?') && !rows.join('').includes('Esc again'),
  )
  expect(program.screen().filter(row => row.includes('Esc'))).toEqual([expect.stringContaining('Esc close')])
  program.key('escape')
  await idle(terminal)
})

test('/tree leads over to a branch that was left', async () => {
  await using terminal = await openChanged('tree')
  const { program } = terminal
  terminal.say('/rewind')
  await chooseWish(terminal, 'second wish')
  program.type('2')
  await boxShows(terminal, 'second wish')
  program.key('ctrl+u')
  await boxShows(terminal, '')
  terminal.say('another wish')
  await program.waitFor('Fine.')
  await idle(terminal)
  terminal.say('/tree')
  await program.waitFor('another wish')
  await program.waitFor(/you are here/)
  await pointAt(program, /❯.*second wish/, 'up')
  program.key('enter')
  await program.waitFor('Switch to “second wish”')
  await program.waitFor('Switch conversation only')
  await pointAt(program, /❯.*Switch conversation only/, 'down')
  program.key('enter')
  // The dialog stays until the conversation is there.
  await program.waitFor(screen => !screen.join('\n').includes('Switch to “second wish”'))
  await idle(terminal)
  terminal.say('where am I?')
  await program.waitFor(() => requestText(terminal, -1).includes('where am I?'))
  expect(requestText(terminal, -1)).toContain('second wish')
  expect(requestText(terminal, -1).includes('another wish')).toBe(false)
})

test('/diff shows each turn, and one edit is taken back on the disk', async () => {
  const edit = (old_string: string, new_string: string) => ({
    name: 'Edit',
    input: { file_path: 'a.txt', old_string, new_string },
  })
  await using terminal = await openTerminalHere(
    {
      replies: [
        { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
        { tools: [edit('one', 'ONE'), edit('nine', 'NINE')] },
        { text: 'Edited.' },
      ],
    },
    { rows: 34, prepare },
  )
  const { program, world } = terminal
  world.put('a.txt', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n')
  terminal.say('edit')
  await program.waitFor('Edited.')
  await idle(terminal)
  terminal.say('/diff')
  await program.waitFor(/Turn 1 of 1/)
  await program.waitFor(/1 \+ ONE/)
  expect(program.isAlternate()).toBe(true)
  program.key('enter')
  await program.settled()
  program.type('r')
  await program.waitFor('1 yes')
  program.type('1')
  await eventually(() => fileText(world, 'a.txt')?.startsWith('one\n') === true)
  expect(fileText(world, 'a.txt')).toContain('NINE')
  program.key('escape')
  await program.settled()
  program.key('escape')
  await program.waitFor(() => !program.isAlternate())
})

test('/resume finds an earlier conversation by its words and goes on with it', async () => {
  await using terminal = await shared.begin({
    replies: [
      { text: 'The treasure is under the oak.' },
      { text: 'Second start.' },
      { text: 'Fine.', repeat: true },
    ],
  })
  const { program } = terminal
  await putEarlier(terminal, 'where is it?')
  terminal.say('hello')
  await program.waitFor('Second start.')
  await idle(terminal)
  terminal.say('/resume')
  await program.waitFor('Resume a session')
  await program.waitFor('where is it?')
  program.type('/')
  await program.waitFor('text to find')
  program.type('the oak\r')
  await program.waitFor(/1 session with “the oak”/)
  program.key('enter')
  await program.waitFor('The treasure is under the oak.')
  await idle(terminal)
  terminal.say('and then?')
  await program.waitFor(() => requestText(terminal, -1).includes('and then?'))
  expect(requestText(terminal, -1)).toContain('under the oak')
  expect(requestText(terminal, -1).includes('Second start.')).toBe(false)
})

test('when an earlier conversation cannot be had, that is said and this one goes on', async () => {
  await using terminal = await shared.begin({
    replies: [{ text: 'The first.' }, { text: 'The second.' }, { text: 'Still here.' }],
  })
  const { program, world } = terminal
  await putEarlier(terminal, 'who was first?')
  const earlier = world.sessions().find(({ entries }) => JSON.stringify(entries).includes('who was first?'))
  terminal.say('hello')
  await program.waitFor('The second.')
  await idle(terminal)
  await chooseEarlier(terminal, 'who was first?')
  rmSync(earlier?.path ?? '')
  program.key('enter')
  await program.waitFor('▲ No session')
  terminal.say('are you there?')
  await program.waitFor('Still here.')
  expect(requestText(terminal, -1)).toContain('The second.')
})

test('another conversation can be taken up while this one works, which ends then', async () => {
  await using terminal = await shared.begin({
    replies: [
      { text: 'The key is under the elm.' },
      { tool: bash('echo $$ > pid; exec sleep 300') },
      { text: 'Fine.' },
    ],
  })
  const { program, world } = terminal
  await putEarlier(terminal, 'and the key?')
  terminal.say('work')
  await program.waitFor('Running echo')
  await eventually(() => Number(fileText(world, 'pid')) > 0)
  await chooseEarlier(terminal, 'and the key?')
  program.key('enter')
  await program.waitFor('The key is under the elm.')
  await idle(terminal)
  await eventually(() => !isAlive(Number(fileText(world, 'pid'))))
  terminal.say('and then?')
  await program.waitFor('Fine.')
  expect(requestText(terminal, -1)).toContain('under the elm')
})

test('Tab in /resume shows conversations of other folders', async () => {
  await using terminal = await openTerminalHere(
    { replies: [{ text: 'Fine.', repeat: true }] },
    { prepare, rows: 34 },
  )
  const { program, world } = terminal
  const other = join(world.root, 'elsewhere')
  mkdirSync(other)
  await putEarlier({ world: { ...world, project: other } }, 'a question from elsewhere')
  terminal.say('/resume')
  await program.waitFor('No earlier sessions here')
  program.key('tab')
  await program.waitFor('a question from elsewhere')
  await program.waitFor('elsewhere')
  program.key('tab')
  await program.waitFor('No earlier sessions here')
})

test('--continue shows what was said and goes on', async () => {
  await using terminal = await shared.begin({
    replies: [{ text: 'First answer.' }, { text: 'Second answer.', repeat: true }],
  })
  await putEarlier(terminal, 'first question')
  const program = await terminal.again({ args: ['--continue'] })
  await program.waitFor('First answer.')
  program.type('second question\r')
  await program.waitFor('Second answer.')
  expect(requestText(terminal, -1)).toContain('first question')
})
