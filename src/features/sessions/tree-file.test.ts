import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SampleSession, writeSession } from '../../../test/support/sample-session.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { SessionError } from './session-error.ts'
import { readText, readTreeFile } from './tree-file.ts'

const tmp = tmpDir()
afterAll(() => tmp[Symbol.asyncDispose]())

test('prompts, boundaries and what was removed are read with their place; results and summaries are no prompts', async () => {
  const place = { isSidechain: false, timestamp: '2026-01-01T00:00:00.000Z' }
  const user = (uuid: string, parentUuid: string | null, content: unknown, more = {}) => ({
    parentUuid,
    ...place,
    type: 'user',
    message: { role: 'user', content },
    uuid,
    ...more,
  })
  const path = writeSession(join(tmp.path, 'a.jsonl'), [
    user('u1', null, `  do\n this ${'x'.repeat(300)}`),
    { parentUuid: 'u1', ...place, type: 'progress', uuid: 'p1' },
    user('u2', 'p1', [{ type: 'tool_result', tool_use_id: 't', content: 'x' }]),
    user('u3', 'u2', 'go on', { isMeta: true }),
    {
      parentUuid: null,
      logicalParentUuid: 'u3',
      ...place,
      type: 'system',
      subtype: 'compact_boundary',
      content: '',
      uuid: 'c',
    },
    user('u4', 'c', 'summary', { isCompactSummary: true }),
    {
      parentUuid: 'u4',
      ...place,
      type: 'system',
      subtype: 'tombstone',
      content: '',
      removed: ['r'],
      uuid: 't',
    },
    { type: 'custom-title', customTitle: 'x' },
  ])
  expect((await readTreeFile(path)).map(({ parentUuid: _p, isSidechain: _s, ...node }) => node)).toEqual([
    { uuid: 'u1', type: 'user', prompt: { title: `do this ${'x'.repeat(192)}`, timestamp: place.timestamp } },
    { uuid: 'p1', type: 'link' },
    { uuid: 'u2', type: 'user' },
    { uuid: 'u3', type: 'user', quiet: true },
    { uuid: 'c', type: 'system', logicalParentUuid: 'u3', isBoundary: true },
    { uuid: 'u4', type: 'user' },
    { uuid: 't', type: 'system', removed: ['r'] },
  ])
})

test('damaged lines are passed over', async () => {
  const path = join(tmp.path, 'damaged.jsonl')
  const { lines } = new SampleSession().ask('one').ask('two')
  writeFileSync(path, `${JSON.stringify(lines[0])}\n{"torn\n\0\0\n\n${JSON.stringify(lines[1])}\n{"uuid":`)
  expect((await readTreeFile(path)).map(node => node.prompt?.title)).toEqual(['one', 'two'])
})

test('the text of a record is that of its whole reply, that of a prompt is whole; anything else has none', async () => {
  const record = (uuid: string, id: string, content: readonly unknown[]) => ({
    parentUuid: null,
    isSidechain: false,
    type: 'assistant',
    message: { id, role: 'assistant', model: 'm', content, usage: { input_tokens: 1, output_tokens: 1 } },
    uuid,
  })
  const long = 'y'.repeat(1000)
  const path = writeSession(join(tmp.path, 'b.jsonl'), [
    record('r1', 'one', [{ type: 'text', text: 'Hello ' }]),
    record('r2', 'one', [{ type: 'tool_use', id: 't', name: 'Read', input: {} }]),
    record('r3', 'other', [{ type: 'text', text: 'No.' }]),
    record('r4', 'one', [{ type: 'text', text: 'world' }]),
    {
      parentUuid: null,
      isSidechain: false,
      type: 'user',
      message: { role: 'user', content: long },
      uuid: 'u',
    },
  ])
  expect(await Promise.all(['r1', 'r2', 'r3', 'u', 'none', '"'].map(uuid => readText(path, uuid)))).toEqual([
    'Hello world',
    'Hello world',
    'No.',
    long,
    undefined,
    undefined,
  ])
})

test('a file that cannot be read is said', async () => {
  mkdirSync(join(tmp.path, 'directory.jsonl'))
  for (const name of ['none.jsonl', 'directory.jsonl'])
    await expect(readTreeFile(join(tmp.path, name))).rejects.toThrow(SessionError)
})
