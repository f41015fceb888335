import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asked, idle } from '../../support/pty/asked.ts'
import { boxShows } from '../../support/pty/prompt-box.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { API_KEY } from '../../support/run-program.ts'

const WITHOUT_KEY = {
  early: true,
  rows: 30,
  env: {
    ANTHROPIC_API_KEY: undefined,
    ANTHROPIC_BASE_URL: undefined,
    CAPSTAN_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CAPSTAN_DISABLE_KEYCHAIN: '1',
  },
} as const

test('without a key three ways on are shown, without a greeting above them, and Esc leaves', async () => {
  await using terminal = await openTerminalHere({ replies: [] }, { ...WITHOUT_KEY, newcomer: true })
  const { program } = terminal
  await asked(terminal, 'Welcome to Capstan')
  await program.waitFor('Enter an API key from Anthropic')
  await program.waitFor('Watch the demo')
  await program.waitFor(/No local server|Use .* on this machine|is running, but/)
  expect(program.lines().join('\n')).not.toContain('Type a task')
  program.key('escape')
  expect(await program.exit).toBe(0)
})

test('a key is typed unseen, kept for the person alone, and not asked for again', async () => {
  await using terminal = await openTerminalHere(
    { replies: [{ text: 'Hello there.', repeat: true }] },
    { ...WITHOUT_KEY, newcomer: true },
  )
  const { program, world } = terminal
  await asked(terminal, 'Welcome to Capstan')
  program.type('1')
  await program.waitFor('API key: paste it here')
  program.paste(API_KEY)
  await program.waitFor('•••')
  program.key('enter')
  await program.waitFor(/claude-/)
  // Where the row breaks depends on where the directory lies.
  await program.waitFor(screen => /credentials\.\s*json/.test(screen.join(' ')))
  // Now there is somebody to talk to.
  await program.waitFor('Type a task or a question')
  expect(program.raw.map(({ bytes }) => bytes).join('')).not.toContain(API_KEY)
  const file = join(world.config, 'credentials.json')
  expect(readFileSync(file, 'utf8')).toContain(API_KEY)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // Before anything was said there is no conversation to come back to.
  terminal.say('/login')
  await asked(terminal, 'Use another provider')
  program.type('2')
  await program.waitFor('Type to filter')
  program.type('groq')
  // The list points at something when it takes keys.
  await program.waitFor(/❯ .*Groq/)
  program.key('enter')
  await program.waitFor('Groq API key: paste it here')
  program.paste(`gsk_${API_KEY}`)
  await program.waitFor('•••')
  program.key('enter')
  await program.waitFor('checked with Groq')
  await idle(terminal)
  terminal.say('/logout groq')
  await program.waitFor('Signed out of Groq.')
  const again = await terminal.again(WITHOUT_KEY)
  await again.waitFor(/claude-/)
  expect(again.screen().join('\n')).not.toContain('Welcome')
})

test('a key that cannot be one is refused with words, and can be typed again', async () => {
  await using terminal = await openTerminalHere({ replies: [] }, WITHOUT_KEY)
  const { program } = terminal
  await asked(terminal, 'Welcome to Capstan')
  program.type('1')
  await program.waitFor('API key: paste it here')
  program.type('short\r')
  await program.waitFor('too short for a key')
  program.key('escape')
  await asked(terminal, 'Watch the demo')
})

test('a key that does not count here is kept and said to be; the welcome that comes back can be used', async () => {
  const env = { ...WITHOUT_KEY.env, ANTHROPIC_BASE_URL: 'https://gateway.invalid' }
  await using terminal = await openTerminalHere({ replies: [] }, { ...WITHOUT_KEY, env })
  const { program } = terminal
  await asked(terminal, 'Welcome to Capstan')
  program.type('1')
  await program.waitFor('API key: paste it here')
  program.paste(API_KEY)
  await program.waitFor('•••')
  program.key('enter')
  await program.waitFor('ANTHROPIC_BASE_URL is set in your')
  await asked(terminal, 'Watch the demo')
  program.key('escape')
  expect(await program.exit).toBe(0)
})

/** Something that looks like a server of models where one usually is; undefined when the place is taken. */
const serveModels = async (port: number) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.url === '/v1/models') response.end(JSON.stringify({ data: [{ id: 'little-model' }] }))
    else response.writeHead(request.url === '/v1/messages' ? 400 : 404).end('{}')
  })
  const open = await new Promise<boolean>(resolve => {
    server.on('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!open) return undefined
  return { asked, [Symbol.dispose]: () => void server.close() }
}

test('a server of models on this machine is found and chosen', async context => {
  using models = await serveModels(1234)
  if (!models) return context.skip()
  await using terminal = await openTerminalHere({ replies: [] }, WITHOUT_KEY)
  const { program } = terminal
  await asked(terminal, 'Use LM Studio on this machine')
  program.type('3')
  await program.waitFor('little-model')
  await idle(terminal)
  terminal.say('hi')
  await program.waitFor(/400|refused|not accepted|did not/)
  expect(models.asked.filter(each => each.startsWith('POST /v1/messages')).length).toBeGreaterThan(1)
  expect(readFileSync(join(terminal.world.config, 'credentials.json'), 'utf8')).toContain('little-model')
})

test('the demo plays to its end with answers by key', async () => {
  await using terminal = await openTerminalHere({ replies: [] }, WITHOUT_KEY)
  const { program } = terminal
  await asked(terminal, 'Watch the demo')
  await program.waitFor(/No local server|Use .* on this machine|is running, but/)
  const row = program.screen().find(line => line.includes('Watch the demo')) ?? ''
  program.type(/(\d)\. Watch/.exec(row)?.[1] ?? '')
  await program.waitFor('A customer bought ten pens')
  program.key('enter')
  await asked(terminal, 'Run a command')
  program.key('enter')
  await asked(terminal, 'Change a file')
  program.key('enter')
  await asked(terminal, 'Run a command')
  program.key('enter')
  await program.waitFor('All tests pass.')
  await program.waitFor('end of the demo')
})

test('a no with words in the demo has an ending of its own', async () => {
  await using terminal = await openTerminalHere({ replies: [] }, WITHOUT_KEY)
  const { program } = terminal
  await asked(terminal, 'Watch the demo')
  await program.waitFor(/No local server|Use .* on this machine|is running, but/)
  const row = program.screen().find(line => line.includes('Watch the demo')) ?? ''
  program.type(/(\d)\. Watch/.exec(row)?.[1] ?? '')
  await program.waitFor('A customer bought ten pens')
  program.key('enter')
  await asked(terminal, 'Run a command')
  program.type('3')
  await program.waitFor('No: what to do instead')
  program.type('just guess\r')
  await program.waitFor('nothing runs without your approval')
})

test('what was typed before the welcome is in the prompt afterwards', async () => {
  await using terminal = await openTerminalHere({ replies: [] }, WITHOUT_KEY)
  const { program } = terminal
  program.type('fix the 1st bug')
  await asked(terminal, 'Welcome to Capstan')
  await boxShows(terminal, 'fix the 1st bug')
})

test('a key that is typed at the menu in one go is the key, digits and all', async () => {
  await using terminal = await openTerminalHere(
    { replies: [{ text: 'Hello there.', repeat: true }] },
    { ...WITHOUT_KEY, args: ['/login'] },
  )
  const { program, world } = terminal
  await asked(terminal, 'Welcome to Capstan')
  program.type(`${API_KEY}12345\r`)
  await program.waitFor(/claude-/)
  expect(readFileSync(join(world.config, 'credentials.json'), 'utf8')).toContain(`${API_KEY}12345`)
  // Who has just signed in is not asked to sign in, although the program was started for that.
  await idle(terminal)
  expect(program.screen().join('\n')).not.toContain('Sign in')
})
