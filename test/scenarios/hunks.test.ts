import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PermissionAnswer, PermissionRequest } from '../../src/protocol/permission.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

const LINES = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`)
const BEFORE = `${LINES.join('\n')}\n`
const changed = (...numbers: readonly number[]): string =>
  `${LINES.map((line, at) => (numbers.includes(at + 1) ? `LINE ${at + 1}` : line)).join('\n')}\n`

const EDIT = {
  id: 'e1',
  name: 'Edit',
  input: {
    file_path: 'a.txt',
    edits: [3, 20, 38].map(at => ({ old_string: `line ${at}\n`, new_string: `LINE ${at}\n` })),
  },
}
const write = (content: string) => ({ id: 'w1', name: 'Write', input: { file_path: 'a.txt', content } })
const READ = { id: 'r1', name: 'Read', input: { file_path: 'a.txt' } }

interface Asked {
  readonly call?: { readonly id: string; readonly name: string; readonly input: object }
  readonly before?: string
  meanwhile?(world: World): void
}

const decide = async (
  answer: PermissionAnswer | ((request: PermissionRequest) => PermissionAnswer),
  { call = EDIT, before = BEFORE, meanwhile }: Asked = {},
) => {
  const world = await createWorld({
    scenario: { replies: [{ tool: READ }, { tool: call }, { text: 'done' }] },
    config: ({ permissions }) => ({ permissions: { ...permissions, mode: 'default', canAsk: true } }),
  })
  const file = join(world.dir, 'a.txt')
  writeFileSync(file, before)
  const requests: PermissionRequest[] = []
  void (async () => {
    for await (const event of world.engine.events())
      if (event.type === 'permission_request') {
        requests.push(event.request)
        meanwhile?.(world)
        const given = typeof answer === 'function' ? answer(event.request) : answer
        await world.engine.send({ type: 'answer_permission', id: event.request.id, answer: given })
      }
  })()
  await world.ask('go')
  const told = JSON.stringify(world.model.requests.at(-1)?.messages ?? [])
  const text = readFileSync(file, 'utf8')
  await world[Symbol.asyncDispose]()
  return { requests, told, text }
}

const some = (...numbers: readonly number[]): PermissionAnswer => ({
  behavior: 'allow',
  hunks: numbers.map(at => ({ at })),
})

test.each([
  ['the first', [0], changed(3)],
  ['the first and the last', [0, 2], changed(3, 38)],
  ['all', [0, 1, 2], changed(3, 20, 38)],
])('%s of three hunks is accepted, and the model is told what was left out', async (_, at, text) => {
  const done = await decide(some(...at))
  expect(done.requests[0]?.details?.diff).toMatchObject({ divisible: true })
  expect(done.text).toBe(text)
  if (at.length === 3) expect(done.told).not.toContain('only part of this change')
  else {
    expect(done.told).toContain('only part of this change')
    expect(done.told).toContain('-LINE 20')
    expect(done.told).toContain('+line 20')
    expect(done.told).not.toContain('-LINE 3\\n')
  }
})

test('a hunk is taken with other lines', async () => {
  const text = 'line 17\nline 18\nline 19\nmine\nline 21\nline 22\nline 23'
  const done = await decide({ behavior: 'allow', hunks: [{ at: 1, text }] })
  expect(done.text).toBe(BEFORE.replace('line 20\n', 'mine\n'))
  expect(done.told).toContain('+mine')
})

test('none of them is a no', async () => {
  const done = await decide(some())
  expect(done.text).toBe(BEFORE)
})

test('a number of no hunk takes nothing', async () => {
  const done = await decide(some(7))
  expect(done.text).toBe(BEFORE)
})

test.each([
  ['without a line end at the end', BEFORE.trimEnd(), changed(3, 20, 38).trimEnd(), changed(3, 38).trimEnd()],
  [
    'with Windows line ends',
    BEFORE.replaceAll('\n', '\r\n'),
    changed(3, 20, 38),
    changed(3, 38).replaceAll('\n', '\r\n'),
  ],
  ['that loses its last line end', BEFORE, changed(3, 20).trimEnd(), `${changed(3).trimEnd()}`],
])('Write over a file %s', async (_, before, content, text) => {
  const done = await decide(some(0, 2), { call: write(content), before })
  expect(done.text).toBe(text)
})

test('the file changed while it was asked: nothing is written over it', async () => {
  const done = await decide(some(0), {
    meanwhile: world => writeFileSync(join(world.dir, 'a.txt'), changed(5)),
  })
  expect(done.text).toBe(changed(5))
})

test('a note goes with it', async () => {
  const done = await decide({ behavior: 'allow', hunks: [{ at: 0 }], note: 'the rest is mine' })
  expect(done.text).toBe(changed(3))
  expect(done.told).toContain('the rest is mine')
})

test('one hunk cannot be divided', async () => {
  const done = await decide({ behavior: 'allow' }, { call: write(changed(3)) })
  expect(done.requests[0]?.details?.diff).not.toHaveProperty('divisible')
  expect(done.text).toBe(changed(3))
})
