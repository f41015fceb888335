import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AttachmentFacts } from '../../src/protocol/attachment.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

const attachments = (world: World) =>
  world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type === 'attachment' ? [event.entry.attachment] : [],
  )
const kinds = (world: World) => attachments(world).map(({ kind }) => kind)
const read = (file: string) => ({ name: 'Read', input: { file_path: file } })

test('a file that somebody else changes is told of once, at the next turn', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'one\n', 'b.txt': 'two\n' },
    scenario: { replies: [{ tools: [read('a.txt'), read('b.txt')] }, { text: 'ok', repeat: true }] },
  })
  await world.ask('read')
  writeFileSync(join(world.dir, 'a.txt'), 'something else\n')
  rmSync(join(world.dir, 'b.txt'))
  await world.ask('and now?')
  await world.ask('again')
  expect(kinds(world)).toEqual(['user_context', 'changed_files'])
  expect(attachments(world)[1]?.text).toContain(
    `- ${join(world.dir, 'a.txt')} (changed)\n  @@ -1,1 +1,1 @@\n  -one\n  +something else\n`,
  )
  expect(attachments(world)[1]?.text).toContain(`- ${join(world.dir, 'b.txt')} (deleted)`)
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).toContain('(deleted)')
})

test('what the model changes itself is no news', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'one\n' },
    allow: ['Edit'],
    scenario: {
      replies: [
        { tool: read('a.txt') },
        { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'one', new_string: 'two' } } },
        { text: 'ok', repeat: true },
      ],
    },
  })
  await world.ask('edit')
  await world.ask('more')
  expect(kinds(world)).toEqual(['user_context'])
})

test('midnight within a turn is told between two requests, and the first message stays as it was', async () => {
  let day = 5
  await using world = await createWorld({
    files: { 'a.txt': 'one\n' },
    scenario: { replies: [{ tool: read('a.txt') }, { text: 'ok', repeat: true }] },
    config: config => ({
      runtime: { ...config.runtime, now: () => new Date(2026, 0, day, 12) },
      prompt: {
        attachments: [
          {
            name: 'clock',
            collect: ({ when }) => {
              if (when === 'turn') day = 6
              return []
            },
          },
        ],
      },
    }),
  })
  await world.ask('read')
  await world.ask('again')
  expect(attachments(world).map(({ kind, date }) => [kind, date])).toEqual([
    ['user_context', '2026-01-05'],
    ['date_changed', '2026-01-06'],
  ])
  const [first, second] = world.model.requests
  expect(second?.messages[0]).toBe(first?.messages[0])
})

test('further sources are asked before each request, and what they say is an entry', async () => {
  const asked: AttachmentFacts['when'][] = []
  await using world = await createWorld({
    files: { 'a.txt': 'one\n' },
    scenario: { replies: [{ tool: read('a.txt') }, { text: 'ok' }] },
    config: () => ({
      prompt: {
        attachments: [
          {
            name: 'plan',
            async collect({ when }) {
              asked.push(when)
              return when === 'round' ? [{ kind: 'plan', text: 'Keep to the plan.', step: 2 }] : []
            },
          },
        ],
      },
    }),
  })
  await world.ask('read')
  expect(asked).toEqual(['turn', 'round'])
  expect(attachments(world).at(-1)).toEqual({ kind: 'plan', text: 'Keep to the plan.', step: 2 })
  expect(JSON.stringify(world.model.requests[1]?.messages.at(-1))).toContain('Keep to the plan.')
})

test('a compaction brings the context back and makes the prompt anew', async () => {
  let branch = 'before'
  await using world = await createWorld({
    scenario: {
      replies: [
        { text: 'ok', usage: { input_tokens: 190_000 } },
        { text: '<summary>we talked</summary>' },
        { text: 'ok', repeat: true },
      ],
    },
    config: () => ({
      prompt: {
        instructions: () => `on ${branch}`,
        git: async () => ({ branch, mainBranch: undefined, user: undefined, status: [], commits: [] }),
      },
    }),
  })
  await world.ask('one')
  branch = 'after'
  await world.ask('two')
  const [first] = world.model.requests
  const last = world.model.requests.at(-1)
  expect(JSON.stringify(first?.system)).toContain('Branch: before')
  expect(JSON.stringify(last?.system)).toContain('Branch: after')
  expect(kinds(world).filter(kind => kind === 'user_context')).toHaveLength(2)
  expect(JSON.stringify(last?.messages)).toContain('on after')
  expect(JSON.stringify(last?.messages)).toContain('we talked')
})

test('a file whose change was shown can be edited without reading it again', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'one\n' },
    allow: ['Edit'],
    scenario: {
      replies: [
        { tool: read('a.txt') },
        { text: 'ok' },
        { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: 'three' } } },
        { text: 'done' },
      ],
    },
  })
  await world.ask('read')
  writeFileSync(join(world.dir, 'a.txt'), 'one\ntwo\n')
  await world.ask('now edit')
  expect(readFileSync(join(world.dir, 'a.txt'), 'utf8')).toBe('one\nthree\n')
  expect(kinds(world)).toEqual(['user_context', 'changed_files'])
})

test('a file that a command of the model changes is not said to be changed by somebody', async () => {
  let minute = 0
  await using world = await createWorld({
    files: { 'a.txt': 'one\n' },
    allow: ['Bash'],
    scenario: {
      replies: [
        { tool: read('a.txt') },
        { tool: { name: 'Bash', input: { command: 'sed -i s/one/two/ a.txt' } } },
        { text: 'ok', repeat: true },
      ],
    },
    config: config => ({ runtime: { ...config.runtime, now: () => new Date(2026, 0, 1, 0, minute++) } }),
  })
  await world.ask('change it')
  const [change] = attachments(world).filter(({ kind }) => kind === 'changed_files')
  expect(change?.text).toMatch(
    /^Files you have seen are different on disk now\. A command of this session may have done it; if not/,
  )
  expect(change?.text).toContain('+two')
})

test('after a resume, a file that changed meanwhile is told of, whole or read in part', async () => {
  const lines = Array.from({ length: 9 }, (_, n) => `${n}\n`).join('')
  await using world = await createWorld({
    files: { 'whole.txt': 'one\n', 'part.txt': lines, 'same.txt': lines },
    scenario: {
      replies: [
        {
          tools: [
            read('whole.txt'),
            { name: 'Read', input: { file_path: 'part.txt', offset: 2, limit: 2 } },
            { name: 'Read', input: { file_path: 'same.txt', offset: 2, limit: 2 } },
          ],
        },
        { text: 'ok' },
      ],
    },
  })
  await world.ask('read')
  writeFileSync(join(world.dir, 'whole.txt'), 'two\n')
  writeFileSync(join(world.dir, 'part.txt'), `new\n${lines}`)
  await using again = await createWorld({
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
    scenario: { replies: [{ text: 'ok', repeat: true }] },
  })
  await again.ask('go on')
  await again.ask('and on')
  const told = attachments(again).filter(({ kind }) => kind === 'changed_files')
  expect(told.map(each => each['paths'])).toEqual([
    ['whole.txt', 'part.txt'].map(name => join(world.dir, name)),
  ])
})
