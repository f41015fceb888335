import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive } from '../../support/is-alive.ts'
import { ALLOWED, idle, requestText, untilFile } from '../../support/pty/asked.ts'
import { boxShows } from '../../support/pty/prompt-box.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import { eventually } from '../../support/run-program.ts'

const allowed = { prepare: putSettings(ALLOWED) }
/** For what ends with the turn. */
const shared = shareTerminalHere(allowed)
const LONG = Array.from({ length: 400 }, (_, at) => `word${at}`).join(' ')

test('what is typed while it works waits in sight and is told at the next step', async () => {
  await using terminal = await shared.begin({ replies: [{ tool: untilFile('go') }, { text: 'Both done.' }] })
  const { program, world } = terminal
  terminal.say('start')
  await program.waitFor('Running Bash')
  terminal.say('and also this')
  await program.waitFor(/⋯ and also this \(queued: sent at the next step\)/)
  await boxShows(terminal, '')
  expect(world.server.requests).toHaveLength(1)
  world.put('go', '')
  await program.waitFor('Both done.')
  await idle(terminal)
  expect(world.server.requests).toHaveLength(2)
  expect(requestText(terminal, 1)).toContain('and also this')
  expect(program.lines().filter(line => line.includes('and also this'))).toHaveLength(1)
})

test('what is sent with Ctrl-Enter waits for the end and begins a turn of its own', async () => {
  await using terminal = await shared.begin({
    replies: [{ tool: untilFile('go') }, { text: 'First done.' }, { text: 'Second done.' }],
  })
  const { program, world } = terminal
  terminal.say('start')
  await program.waitFor('Running Bash')
  program.type('then that')
  program.key('ctrl+enter')
  await program.waitFor(/⋯ then that \(queued: sent when this is done\)/)
  world.put('go', '')
  await program.waitFor('Second done.')
  expect(requestText(terminal, 1)).not.toContain('then that')
  expect(requestText(terminal, 2)).toContain('then that')
})

test('Up takes back what waits, to be changed and sent again', async () => {
  await using terminal = await shared.begin({ replies: [{ tool: untilFile('go') }, { text: 'Done.' }] })
  const { program, world } = terminal
  terminal.say('start')
  await program.waitFor('Running Bash')
  terminal.say('use tabs')
  await program.waitFor('⋯ use tabs')
  program.key('up')
  await boxShows(terminal, 'use tabs')
  await program.waitFor(screen => !screen.some(row => row.includes('⋯')))
  program.type(' of 4')
  program.key('enter')
  await program.waitFor('⋯ use tabs of 4')
  world.put('go', '')
  await program.waitFor('Done.')
  expect(requestText(terminal, 1)).toContain('use tabs of 4')
  expect(requestText(terminal, 1).split('use tabs')).toHaveLength(2)
})

test('Esc stops an answer, keeps what was shown, and gives back what waited', async () => {
  await using terminal = await shared.begin({
    replies: [{ text: LONG, chunkMs: 150 }, { text: 'Fine.' }],
  })
  const { program, world } = terminal
  terminal.say('talk')
  await program.waitFor(/word3\b/)
  terminal.say('shorter please')
  await program.waitFor('⋯ shorter please')
  program.type('and faster')
  await boxShows(terminal, 'and faster')
  program.key('escape')
  await program.waitFor('Interrupted. Changes so far are kept.')
  await boxShows(terminal, 'shorter please', 'and faster')
  expect(program.lines().join('\n')).toContain('word3')
  expect(program.lines().join('\n')).not.toContain('word399')
  expect(world.server.requests).toHaveLength(1)
  program.key('enter')
  await program.waitFor('Fine.')
  expect(requestText(terminal, 1)).toContain('word3')
  expect(requestText(terminal, 1)).toContain('shorter please')
})

test('Esc ends a command and its children', async () => {
  const command = 'sleep 300 & echo $! > child; echo $$ > parent; wait'
  await using terminal = await shared.begin({
    replies: [{ tool: { name: 'Bash', input: { command } } }, { text: 'no' }],
  })
  const { program, world } = terminal
  const pid = (name: string): number => Number(readFileSync(join(world.project, name), 'utf8'))
  terminal.say('run')
  await program.waitFor('Running sleep 300')
  await eventually(() => existsSync(join(world.project, 'parent')) && pid('parent') > 0)
  program.key('escape')
  await program.waitFor('Interrupted. Changes so far are kept.')
  await eventually(() => !isAlive(pid('child')) && !isAlive(pid('parent')))
  await idle(terminal)
  expect(world.server.requests).toHaveLength(1)
})

test('Ctrl-C stops as Esc does, and a second one does not leave at once', async () => {
  await using terminal = await shared.begin({ replies: [{ text: LONG, chunkMs: 150 }] })
  const { program } = terminal
  terminal.say('talk')
  await program.waitFor(/word3\b/)
  program.key('ctrl+c')
  await program.waitFor('Interrupted')
  await idle(terminal)
  program.key('ctrl+c')
  await program.waitFor('Ctrl-C again to exit')
})

test('Ctrl-B lets a command go on in the background, its end is announced, and /tasks shows it', async () => {
  await using terminal = await openTerminalHere(
    { replies: [{ tool: untilFile('go') }, { text: 'Meanwhile.' }, { text: 'Heard of it.', repeat: true }] },
    allowed,
  )
  const { program, world } = terminal
  terminal.say('run')
  await program.waitFor('Running Bash')
  program.key('ctrl+b')
  await program.waitFor('Meanwhile.')
  await program.waitFor('1 command (↓ view)')
  await idle(terminal)
  terminal.say('/tasks')
  await program.waitFor(/while \[ ! -e go/)
  program.key('escape')
  await idle(terminal)
  world.put('go', '')
  await program.waitFor(screen => !screen.join('\n').includes('1 command (↓ view)'))
  await program.waitFor(/completed|ended|finished|done/i)
})

test('/tasks stops a command in the background', async () => {
  const command = 'echo $$ > pid; exec sleep 300'
  await using terminal = await openTerminalHere(
    {
      replies: [
        { tool: { name: 'Bash', input: { command, run_in_background: true } } },
        { text: 'Runs.' },
        { text: 'Heard of it.', repeat: true },
      ],
    },
    allowed,
  )
  const { program, world } = terminal
  terminal.say('run')
  await program.waitFor('Runs.')
  await idle(terminal)
  await eventually(() => existsSync(join(world.project, 'pid')))
  terminal.say('/tasks')
  await program.waitFor('sleep 300')
  await program.settled()
  program.type('x')
  const pid = Number(readFileSync(join(world.project, 'pid'), 'utf8'))
  await eventually(() => !isAlive(pid))
})

test('the line above the prompt says what is going on: sending, thinking, answering, running', async () => {
  await using terminal = await shared.begin({
    replies: [
      {
        thinking: LONG,
        text: LONG,
        tool: untilFile('go'),
        blockDelaysMs: [900, 900, 0],
      },
      { text: 'Done.' },
    ],
  })
  const { program, world } = terminal
  terminal.say('go')
  await program.waitFor(/Thinking · .*Esc stop/)
  await program.waitFor(/Answering · .*↓ .*tokens/)
  await program.waitFor(/Running Bash · .*Esc stop/)
  world.put('go', '')
  await program.waitFor('Done.')
  await program.waitFor(/Worked for|\$/)
})

test('a request that is tried again counts down and says why', async () => {
  await using terminal = await shared.begin({
    replies: [{ fault: { kind: 'status', status: 529, retryAfter: 5 } }, { text: 'Here I am.' }],
  })
  const { program, world } = terminal
  terminal.say('hello?')
  await program.waitFor(/Retrying in [345] s \(1 of \d+\) — model overloaded/)
  await program.waitFor(/Retrying in [012] s/)
  await program.waitFor('Here I am.')
  expect(world.server.requests).toHaveLength(2)
})

test('Esc ends the wait for another attempt', async () => {
  await using terminal = await shared.begin({
    replies: [{ fault: { kind: 'status', status: 529, retryAfter: 60 } }, { text: 'Here I am.' }],
  })
  const { program, world } = terminal
  terminal.say('hello?')
  await program.waitFor(/Retrying in \d+ s/)
  program.key('escape')
  await program.waitFor('Interrupted')
  await idle(terminal)
  expect(world.server.requests).toHaveLength(1)
})

test('the end of a background command and a line of a monitor stand above the turn that they start; /exit names what it ends', async () => {
  await using terminal = await openTerminalHere(
    {
      replies: [
        {
          tools: [
            {
              name: 'Bash',
              input: { command: '. ./wait; exit 3', run_in_background: true },
            },
            {
              name: 'Monitor',
              input: { command: '. ./wait; echo a line; exec sleep 300', description: 'watched' },
            },
          ],
          when: { lastUserText: 'start' },
        },
        { text: 'Waiting.', when: { toolResult: { tool: 'Bash' } } },
        { text: 'Heard.', repeat: true },
      ],
    },
    { prepare: putSettings({ ...ALLOWED, permissions: { allow: ['Bash', 'Monitor'] } }) },
  )
  const { program, world } = terminal
  writeFileSync(join(world.project, 'wait'), 'until [ -e go ]; do sleep 0.02; done\n')
  terminal.say('start')
  await program.waitFor('Waiting.')
  writeFileSync(join(world.project, 'go'), '')
  await program.waitFor('Background command ". ./wait; exit 3" failed with exit code 3.')
  await program.waitFor('Monitor "watched": a line')
  await program.waitFor('Heard.')
  await idle(terminal)
  terminal.say('/exit')
  await program.waitFor(/Stopped 1 background task: \. \.\/wait; echo a line; exec sleep 300 \(b\w+\)/)
})
