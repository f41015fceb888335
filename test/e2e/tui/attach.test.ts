import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SessionInfo } from '../../../src/protocol/serve/wire.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { FakeClient } from '../../support/serve-world.ts'

const REPLIES = [
  { when: { lastUserText: /make/ }, tool: { name: 'Bash', input: { command: 'touch made.txt' } } },
  { when: { toolResult: { tool: 'Bash' } }, text: 'Made it.' },
  { when: { lastUserText: /from the phone/ }, text: 'Hello, phone.' },
]
const QUIET = ['--settings', '{"promptSuggestionEnabled":false,"compaction":{"notes":false}}']

test('a session in a terminal is followed from elsewhere: prompts, questions answered once, and who watches', async () => {
  await using place = await openTerminalHere(
    { replies: REPLIES },
    { args: [...QUIET, '--remote-control', 'Work'], columns: 120 },
  )
  const { program, world } = place
  await program.waitFor('Remote control is on at')
  const url = /Remote control is on at (\S+)/.exec(program.lines().join('\n'))?.[1] ?? ''
  const bearer = {
    authorization: `Bearer ${readFileSync(join(world.config, 'serve/token'), 'utf8').trim()}`,
  }
  const { sessions } = (await (await fetch(`${url}/api/v1/sessions`, { headers: bearer })).json()) as {
    sessions: readonly SessionInfo[]
  }
  expect(sessions).toMatchObject([{ open: true, title: 'Work' }])
  const id = sessions[0]?.id ?? ''
  const phone = new FakeClient(`${url.replace('http', 'ws')}/api/v1/sessions/${id}/events?name=Phone`, bearer)
  await phone.frame('hello')
  await program.waitFor('1 watching')
  const denied = await fetch(`${url}/api/v1/sessions`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(denied.status).toBe(403)

  await phone.say({ type: 'submit', content: 'Say something from the phone' })
  await program.waitFor('Hello, phone.')
  // What a command of the phone wants of a screen is not for this one.
  await phone.say({ type: 'command', line: '/exit' })
  await phone.frame('ui')

  place.say('make a file')
  const { event } = await phone.frame('event', frame => frame.event.type === 'permission_request')
  await program.waitFor('Run a command')
  const question = event.type === 'permission_request' ? event.request.id : ''
  await phone.say({ type: 'answer_permission', id: question, answer: { behavior: 'allow' } })
  await program.waitFor('Made it.')

  const other = await place.again({ args: ['attach'], columns: 120 })
  await other.waitFor('Made it.')
  await program.waitFor('2 watching')
  phone.socket.terminate()
  await program.waitFor('1 watching')
  place.say('/remote-control off')
  await program.waitFor('Remote control is off')
  await other.waitFor('Connection to the server lost')
}, 120_000)

test('a terminal that is attached outlives the server: it says so, comes back and goes on', async () => {
  await using place = await openTerminalHere({ replies: [{ text: 'Back again.', repeat: true }] })
  const { world } = place
  const serve = async (port: string) => {
    const server = world.start(['serve', '--port', port, ...QUIET], { input: 'keep' })
    let said = ''
    const url = await new Promise<string>(resolve => {
      server.child.stdout.on('data', (piece: string) => {
        said += piece
        const found = /is at (\S+)/.exec(said)?.[1]
        if (found !== undefined) resolve(found)
      })
    })
    return { server, url }
  }
  const { server, url } = await serve('0')
  const terminal = await place.again({ args: ['attach', url] })
  terminal.type('One')
  terminal.key('enter')
  await terminal.waitFor('Back again.')
  server.child.kill('SIGKILL')
  await server.ended
  await terminal.waitFor('Connection to the server lost')
  terminal.type('Two')
  terminal.key('enter')
  await serve(new URL(url).port)
  await terminal.waitFor('Connected again.')
  await terminal.waitFor(screen => screen.filter(row => row.includes('Back again.')).length === 2)
  terminal.key('ctrl+c')
  terminal.key('ctrl+c')
  terminal.key('ctrl+c')
  // Where the program lies may be so long that the line goes on below.
  await terminal.waitFor(screen => screen.join('').includes(`attach ${url}`))
}, 120_000)
