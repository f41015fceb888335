import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDisplay } from '../../src/features/desktop/x11/open-display.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import type { PermissionAnswer, PermissionRequest } from '../../src/protocol/permission.ts'
import { createWorld, type WorldOptions } from '../support/engine-bench.ts'
import { hasXvfb } from '../support/needs-program.ts'
import { startXServer, type XServer } from '../support/x-server.ts'

const here = hasXvfb()
let screen: XServer
let directory: string

beforeAll(async () => {
  if (!here) return
  screen = await startXServer()
  directory = mkdtempSync(join(tmpdir(), 'capstan-desktop-'))
})
afterAll(async () => {
  await screen?.[Symbol.asyncDispose]()
  if (directory) rmSync(directory, { recursive: true, force: true })
})

const YES: PermissionAnswer = { behavior: 'allow' }
const NO: PermissionAnswer = { behavior: 'deny', message: 'no' }

/** A session whose model uses that screen. */
const openDesktop = async (options: Partial<WorldOptions> = {}, answer: PermissionAnswer = YES) => {
  const replies: ScriptedReply[] = []
  const asked: PermissionRequest[] = []
  const world = await createWorld({
    ...options,
    scenario: { replies },
    config: config => ({
      desktop: { on: true, settings: {}, display: screen.display },
      permissions: { ...config.permissions, canAsk: true },
      ...options.config?.(config),
    }),
  })
  const reader = world.engine.events()
  void (async () => {
    for await (const event of reader)
      if (event.type === 'permission_request') {
        asked.push(event.request)
        await world.engine.send({ type: 'answer_permission', id: event.request.id, answer })
      }
  })()
  return {
    asked,
    /** What the model sees of these calls, made one after the other. */
    async use(...inputs: readonly Readonly<Record<string, unknown>>[]): Promise<readonly string[]> {
      for (const input of inputs) replies.push({ tool: { name: 'Computer', input } })
      replies.push({ text: 'done' })
      const before = world.events.length
      await world.ask('go')
      return world.events.slice(before).flatMap(event => {
        if (event.type !== 'entry' || event.entry.type !== 'user') return []
        const { content } = event.entry.message
        if (typeof content === 'string') return []
        return content.flatMap(block => (block.type === 'tool_result' ? [textOf(block.content)] : []))
      })
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : (content as readonly { readonly type: string; readonly text?: string }[])
        .map(block => block.text ?? `[${block.type}]`)
        .join(' ')

/** Until a window of the application is there: it draws when it likes. */
const shown = async (application: string): Promise<void> => {
  await using desktop = await openDesktop({ allow: ['Computer(app:screen)'] })
  await expect
    .poll(async () => (await desktop.use({ action: 'windows' })).join(), { timeout: 60_000, interval: 50 })
    .toContain(application)
}

/** Of the question in the lower right corner, in pixels of the picture. */
const BUTTON = { x: 973, y: 630 }

test.runIf(here)(
  'a question of one program is answered by a click, and a file is written in another',
  async () => {
    const file = join(directory, 'note.txt')
    writeFileSync(file, '')
    const question = screen.start('xmessage', ['-geometry', '300x100+1200+700', '-buttons', 'Go:7', 'Well?'])
    screen.start('xedit', ['-geometry', '700x400+20+20', file])
    await shown('Xedit')
    await shown('Xmessage')
    await using desktop = await openDesktop()
    const ended = once(question, 'exit')
    const [first, clicked] = await desktop.use({ action: 'screenshot' }, { action: 'click', ...BUTTON })
    expect(first).toMatch(/Picture of 1280 × 800\. ?\[image\]/)
    expect(clicked).toContain('[image]')
    expect(await ended).toEqual([7, null])
    const typed = await desktop.use(
      { action: 'click', x: 240, y: 240 },
      { action: 'type', text: 'Grüße, 世界 & 42%\n' },
      { action: 'key', text: 'ctrl+x ctrl+s' },
    )
    expect(typed.every(result => result.includes('[image]'))).toBe(true)
    await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 60_000 }).toContain('42%')
    // Each application once, whatever is done there, and the screen itself.
    expect(desktop.asked.map(({ details }) => details?.about)).toEqual([
      { kind: 'application', name: 'screen' },
      { kind: 'application', name: 'Xmessage' },
      { kind: 'application', name: 'Xedit' },
    ])
  },
)

test.runIf(here)('what nobody allowed is not done: a no, a rule, plan mode', async () => {
  const question = screen.start('xmessage', ['-geometry', '300x100+1200+700', '-buttons', 'Go:7', 'Well?'])
  await shown('Xmessage')
  const click = { action: 'click', ...BUTTON }
  await using declined = await openDesktop({ allow: ['Computer(app:screen)'] }, NO)
  await using denied = await openDesktop({ allow: ['Computer'], deny: ['Computer(app:xmess*)'] })
  await using planning = await openDesktop({
    allow: ['Computer'],
    config: config => ({ permissions: { ...config.permissions, mode: 'plan', canAsk: true } }),
  })
  for (const [desktop, words] of [
    [declined, 'no'],
    [denied, 'Computer(app:xmess*)'],
    [planning, 'only looked at'],
  ] as const) {
    const [seen, clicked] = await desktop.use({ action: 'screenshot' }, click)
    expect(seen).toContain('[image]')
    expect(clicked).toContain(words)
    expect(clicked).not.toContain('[image]')
  }
  expect(question.exitCode).toBeNull()
  question.kill()
})

test.runIf(here)(
  'the person stops it with the pointer in the corner, where the model never gets',
  async () => {
    const question = screen.start('xmessage', ['-geometry', '300x100+1200+700', '-buttons', 'Go:7', 'Well?'])
    await shown('Xmessage')
    await using desktop = await openDesktop({ allow: ['Computer'] })
    await using hand = await openDisplay(screen.display)
    const { signal } = new AbortController()
    await desktop.use({ action: 'screenshot' }, { action: 'move', x: 0, y: 0 })
    expect(await hand.pointer(signal)).not.toEqual({ x: 0, y: 0 })
    await hand.move({ x: 0, y: 0 }, signal)
    const [stopped] = await desktop.use({ action: 'click', ...BUTTON })
    expect(stopped).toContain('The person has stopped you')
    expect(question.exitCode).toBeNull()
    question.kill()
  },
)

test.runIf(here)('what the model gets wrong is said in words', async () => {
  await using desktop = await openDesktop({ allow: ['Computer'] })
  const results = await desktop.use(
    { action: 'click', x: 5, y: 5 },
    { action: 'click' },
    { action: 'screenshot' },
    { action: 'click', x: 5_000, y: 5 },
    { action: 'focus', text: 'no such window' },
  )
  expect(results).toEqual([
    expect.stringContaining('Take a screenshot first'),
    expect.stringContaining('needs x, y'),
    expect.stringContaining('[image]'),
    expect.stringContaining('outside the last picture'),
    expect.stringContaining('No window has'),
  ])
})

test('without a display it says what is missing, and where nobody switched it on there is no such tool', async () => {
  const ask = async (desktop: object) => {
    const replies: ScriptedReply[] = [
      { tool: { name: 'Computer', input: { action: 'screenshot' } } },
      { text: 'done' },
    ]
    await using world = await createWorld({
      scenario: { replies },
      allow: ['Computer'],
      config: () => ({ ...desktop }),
    })
    await world.ask('go')
    return JSON.stringify(world.model.requests.at(-1)?.messages)
  }
  expect(await ask({ desktop: { on: true, settings: {} } })).toContain('DISPLAY is not set')
  expect(await ask({ desktop: { on: true, settings: {}, other: 'wayland' } })).toContain('Wayland')
  expect(await ask({ desktop: { on: true, settings: {}, display: ':999' } })).toContain('could not be opened')
  expect(await ask({ desktop: { on: false, settings: {} } })).not.toContain('DISPLAY')
  expect(existsSync('/tmp/.X11-unix/X999')).toBe(false)
})
