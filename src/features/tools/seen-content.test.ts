import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../test/support/tool-call.ts'
import { editTool } from './edit/edit.ts'
import { countLines, markViewed, type Viewed } from './seen-content.ts'
import { writeTool } from './write/write.ts'

const view = async (lines?: Viewed['lines'], content = '1\n2\n3\n4\n') => {
  const call = makeToolCall()
  const path = join(call.cwd, 'a.txt')
  writeFileSync(path, content)
  await markViewed(call.files, [{ path, ...(lines ? { lines } : {}) }])
  return { call, path, seen: call.files.seen(path) }
}

test.each([
  ['all of it', undefined, undefined],
  ['a range', [{ from: 2, to: 3 }], [{ from: 2, to: 3 }]],
  ['a range past the end', [{ from: 1, to: 99 }], undefined],
  ['the last lines', { last: 2 }, [{ from: 3, to: 4 }]],
  ['more last lines than there are', { last: 9 }, undefined],
])('%s that a command showed counts as read', async (_name, lines, expected) => {
  const { seen } = await view(lines)
  expect([seen?.by, seen?.lines, seen?.excerpt]).toEqual(['read', expected, undefined])
})

test('what a search found may be edited where it matches, but not overwritten', async () => {
  const { call, path } = await view('some')
  await expect(runTool(writeTool, { file_path: path, content: 'x' }, call)).rejects.toThrow(/Only parts/)
  await runTool(editTool, { file_path: path, old_string: '4', new_string: 'four' }, call)
  await expect(runTool(writeTool, { file_path: path, content: 'x' }, call)).rejects.toThrow(/Only parts/)
})

test('viewing a part takes nothing back from what was seen before', async () => {
  const { call, path } = await view()
  await markViewed(call.files, [
    { path, lines: 'some' },
    { path, lines: { last: 1 } },
  ])
  expect(call.files.seen(path)).toMatchObject({ by: 'read' })
  expect(call.files.seen(path)).not.toHaveProperty('lines')
  expect(call.files.seen(path)).not.toHaveProperty('excerpt')
})

test('what is missing, no file or past its end is left out', async () => {
  const call = makeToolCall()
  mkdirSync(join(call.cwd, 'dir'))
  await markViewed(call.files, [{ path: join(call.cwd, 'dir') }, { path: join(call.cwd, 'none') }])
  expect(call.files.seen(join(call.cwd, 'none'))).toBeUndefined()
  expect((await view([{ from: 9, to: 10 }])).seen).toBeUndefined()
})

test('a line end closes a line and opens none', () => {
  expect(['', 'a', 'a\n', 'a\nb', '\n\n'].map(countLines)).toEqual([0, 1, 1, 2, 2])
})
