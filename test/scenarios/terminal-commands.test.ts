import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PermissionRequest } from '../../src/protocol/permission.ts'
import type { PersonTerminal, TerminalSeat } from '../../src/protocol/tools/person-terminal.ts'
import { createWorld } from '../support/engine-bench.ts'

/** A terminal nobody types into, and how often it was lent. */
const terminalOf = (): { readonly terminal: PersonTerminal; readonly lent: string[] } => {
  const lent: string[] = []
  const seat: TerminalSeat = {
    size: () => ({ columns: 80, rows: 24 }),
    write: () => undefined,
    onInput: () => undefined,
    onResize: () => undefined,
    onHangUp: () => undefined,
  }
  return {
    lent,
    terminal: {
      async lend({ program }, work) {
        lent.push(program)
        return await work(seat)
      },
    },
  }
}

test.each([
  ['a call that was not offered one', 'touch made.txt', true],
  ['a session without one', 'vim --version; touch made.txt', false],
])('a yes with the terminal is a plain yes to %s', async (_, command, hasTerminal) => {
  const { terminal, lent } = terminalOf()
  await using world = await createWorld({
    scenario: { replies: [{ tool: { name: 'Bash', input: { command } } }, { text: 'done' }] },
    config: ({ permissions }) => ({
      permissions: { ...permissions, mode: 'default', canAsk: true },
      ...(hasTerminal ? { terminal } : {}),
    }),
  })
  const asked: PermissionRequest[] = []
  void (async () => {
    for await (const event of world.engine.events())
      if (event.type === 'permission_request') {
        asked.push(event.request)
        const answer = { behavior: 'allow', inTerminal: true } as const
        await world.engine.send({ type: 'answer_permission', id: event.request.id, answer })
      }
  })()
  await world.ask('go')
  expect(asked.map(({ details }) => details?.terminal)).toEqual([undefined])
  expect(existsSync(join(world.dir, 'made.txt'))).toBe(true)
  expect(lent).toEqual([])
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).not.toContain('the person typed into')
})

test('what a program at the terminal did to files is taken back; what it did elsewhere is left, and said', async () => {
  const { terminal, lent } = terminalOf()
  await using world = await createWorld({
    scenario: { replies: [{ text: 'Hello.', repeat: true }] },
    files: { 'old.txt': 'old\n' },
    config: () => ({ terminal }),
  })
  const outside = join(world.configHome, '../outside.txt')
  writeFileSync(outside, 'before\n')
  const id = crypto.randomUUID()
  const command = `echo new > old.txt; echo made > made.txt; mkfifo pipe; echo after > ${outside}`
  await world.engine.send({ type: 'shell', command, id, terminal: 'always' })
  expect(lent).toHaveLength(1)
  expect(readFileSync(join(world.dir, 'old.txt'), 'utf8')).toBe('new\n')
  const plan = await world.engine.rewindFiles({ messageUuid: id, dryRun: true })
  const report = await world.engine.rewindFiles({ messageUuid: id })
  expect(plan).toMatchObject({ canRewind: true })
  const { files = [], ...rest } = report.canRewind ? report : {}
  expect(files.map(({ path, action }) => [path.slice(world.dir.length + 1), action]).toSorted()).toEqual([
    ['made.txt', 'delete'],
    ['old.txt', 'restore'],
  ])
  expect(readFileSync(join(world.dir, 'old.txt'), 'utf8')).toBe('old\n')
  expect(existsSync(join(world.dir, 'made.txt'))).toBe(false)
  // It was never looked at, and nobody is told that it was taken back.
  expect(readFileSync(outside, 'utf8')).toBe('after\n')
  expect(JSON.stringify(rest)).toContain(join(world.dir, 'pipe'))
  expect(JSON.stringify(rest)).not.toContain('outside.txt')
})
