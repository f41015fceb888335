import { expect, test } from 'vitest'
import { FORCED_END, SAYS_FORCED_END } from '../support/forced-end.ts'
import { openWorldHere } from '../support/run-here.ts'
import { openWorld, type World } from '../support/run-program.ts'

const echo = { replies: [{ text: 'ok', repeat: true }] }

/** The prompt of the n-th request as the model saw it. */
const promptOf = (world: World, at = 0): string => {
  const messages = world.server.requests[at]?.body?.['messages'] as readonly {
    readonly content: readonly { readonly text: string }[]
  }[]
  return messages.at(-1)?.content.at(-1)?.text ?? ''
}

test('what is piped in is the prompt, or stands below the one given', async () => {
  await using world = await openWorld(echo)
  expect(await world.run(['-p'], { input: 'from the pipe' })).toMatchObject({ code: 0, stdout: 'ok\n' })
  expect(promptOf(world)).toBe('from the pipe')
  expect(await world.run(['-p', 'explain'], { input: 'line 1\nline 2\n' })).toMatchObject({ code: 0 })
  expect(promptOf(world, 1)).toBe('explain\n\nline 1\nline 2\n')
})

test('without a word to go on with it is a usage error and no request', async () => {
  await using world = await openWorld(echo)
  for (const input of ['', ' \n\t ']) {
    const ended = await world.run(['-p'], { input })
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain('prompt')
  }
  expect(world.server.requests).toEqual([])
})

test('more than 10 MB is refused before anything is sent', async () => {
  await using world = await openWorld(echo)
  const ended = await world.run(['-p', 'sum it up'], { input: 'x'.repeat(10 * 1024 * 1024 + 1) })
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain('10 MB')
  expect(world.server.requests).toEqual([])
})

test('bytes that are no text become valid text', async () => {
  await using world = await openWorld(echo)
  const garbage = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x41])
  expect(await world.run(['-p', 'what is this'], { input: garbage })).toMatchObject({
    code: 0,
    stdout: 'ok\n',
  })
  expect(promptOf(world)).toMatch(/^what is this\n\n.*A$/s)
  expect(promptOf(world).isWellFormed()).toBe(true)
})

test('a silent pipe is left alone when there is a prompt, and that is said; the program ends by itself', async () => {
  await using world = await openWorld(echo)
  const program = world.start(['-p', 'hello'], { input: 'keep', env: SAYS_FORCED_END })
  await program.stderr('No input came from stdin')
  const ended = await program.ended
  expect(ended).toMatchObject({ code: 0, stdout: 'ok\n' })
  expect(ended.stderr).not.toContain(FORCED_END)
  expect(promptOf(world)).toBe('hello')
})

test('a prompt that begins with a dash and one with the form of a path reach the model', async () => {
  await using world = await openWorldHere(echo)
  expect((await world.run(['-p', '-- really?'])).code).toBe(0)
  expect(promptOf(world)).toBe('-- really?')
  expect((await world.run(['-p', '/etc/hosts is what?'])).code).toBe(0)
  expect(promptOf(world, 1)).toBe('/etc/hosts is what?')
})
