import { expect, test } from 'vitest'
import type { FileChange, TurnChanges } from '../../../protocol/session/turn-changes.ts'
import { changedFiles } from './changed-files.ts'

const file = (path: string, status: FileChange['status'], more: Partial<FileChange> = {}): FileChange => ({
  path,
  status,
  added: 1,
  removed: 2,
  edits: [],
  diff: '@@ -1 +1 @@\n-a\n+b\n',
  ...more,
})
const turn = (messageUuid: string, ...files: readonly FileChange[]): TurnChanges => ({
  messageUuid,
  prompt: `prompt ${messageUuid}`,
  files,
})

test('files are listed once, the last change first, with the sum and each turn of it', () => {
  const files = changedFiles([
    turn('1', file('/w/a', 'changed'), file('/w/b', 'added')),
    turn('2', file('/w/a', 'changed', { cut: true })),
  ])
  expect(files.map(({ path, added, removed }) => [path, added, removed])).toEqual([
    ['/w/a', 2, 4],
    ['/w/b', 1, 2],
  ])
  expect(files[0]?.turns.map(({ prompt, cut }) => [prompt, cut])).toEqual([
    ['prompt 1', false],
    ['prompt 2', true],
  ])
  expect(files[0]?.turns[0]?.hunks?.[0]?.lines).toEqual(['-a', '+b'])
})

test.each([
  [['added', 'changed'], 'added'],
  [['changed', 'deleted'], 'deleted'],
  [['added', 'deleted'], 'deleted'],
  [['deleted', 'added'], 'changed'],
  [['changed', 'changed'], 'changed'],
] as const)('%j is %s to who had it before', (statuses, status) => {
  const [only] = changedFiles(statuses.map((each, at) => turn(String(at), file('/w/a', each))))
  expect(only?.status).toBe(status)
})

test('a binary file has no lines', () => {
  const { diff: _, ...binary } = file('/w/a.png', 'added')
  expect(changedFiles([turn('1', binary)])[0]?.turns[0]).not.toHaveProperty('hunks')
})
