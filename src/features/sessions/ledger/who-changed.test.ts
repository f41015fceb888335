import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callBlock, SampleSession, writeSession } from '../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { type FileEdit, fileChanges } from './file-changes.ts'
import { whoChanged } from './who-changed.ts'

const edit = (more: Partial<FileEdit>): FileEdit => ({
  sessionId: 's',
  at: '',
  turn: 1,
  because: '',
  by: 'Edit',
  subject: '',
  before: undefined,
  after: undefined,
  hunks: [],
  ...more,
})

const first = edit({ turn: 1, before: '', after: 'a\nb\nc\n' })
const second = edit({ turn: 2, before: 'a\nb\nc\n', after: 'a\nB\nc\n' })

test('a line belongs to the edit that brought it, however far it moved since', () => {
  const third = edit({ turn: 3, before: 'a\nB\nc\n', after: 'new\na\nB\nc\n' })
  const edits = [first, second, third]
  const turns = [0, 1, 2, 3].map(line => whoChanged('new\na\nB\nc\n', line, edits))
  expect(turns.map(author => author.kind === 'edit' && author.edit.turn)).toEqual([3, 1, 2, 1])
  expect(turns.every(author => author.certain)).toBe(true)
})

test('a line that no edit brought came from outside, before or after', () => {
  expect(whoChanged('a\nB\nc\nmine\n', 3, [first, second])).toEqual({
    kind: 'outside',
    after: second,
    certain: true,
  })
  expect(whoChanged('old\nB\n', 0, [edit({ before: 'old\nb\n', after: 'old\nB\n' })])).toMatchObject({
    kind: 'older',
    certain: true,
  })
  expect(whoChanged('x', 0, [])).toEqual({ kind: 'older', than: undefined, certain: true })
})

test('hunks alone tell it too, but not for certain', () => {
  const hunks = [{ oldStart: 1, newStart: 1, lines: [' a', '-b', '+B'] }]
  const author = whoChanged('a\nB\n', 1, [edit({ turn: 5, hunks })])
  expect(author).toMatchObject({ kind: 'edit', edit: { turn: 5 }, certain: false })
})

test('changes of one file are read from results and from the file history', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession().ask('make it')
  const messageUuid = session.last
  const hash = 'c'.repeat(64)
  session
    .reply([callBlock('w', 'Write', { file_path: 'a.txt', content: 'one\n' })])
    .result('w', 'ok', {
      output: {
        type: 'create',
        filePath: '/w/a.txt',
        content: 'one\n',
        structuredPatch: [],
        originalFile: null,
      },
    })
    .pass(10)
    .ask('now by hand')
    .reply([callBlock('b', 'Bash', { command: 'echo two >> a.txt' })])
    .metadata({
      type: 'file-history-snapshot',
      messageUuid,
      files: { '/w/a.txt': { before: { hash: 'd'.repeat(64) }, after: { hash } } },
    })
    .result('b', '', { output: { stdout: '', exitCode: 0 } })
  const file = writeSession(join(tmp.path, `${session.sessionId}.jsonl`), session.lines)
  const contentOf = (_: string, name: string): string => (name === hash ? 'one\ntwo\n' : 'one\n')
  const edits = fileChanges(file, new Set(['/w/a.txt']), contentOf)
  expect(edits.map(({ turn, by, subject, before, after }) => [turn, by, subject, before, after])).toEqual([
    [1, 'Write', '/w/a.txt', '', 'one\n'],
    [2, 'Bash', 'echo two >> a.txt', 'one\n', 'one\ntwo\n'],
  ])
  expect(whoChanged('one\ntwo\n', 1, edits)).toMatchObject({ edit: { because: 'now by hand' } })
  expect(fileChanges(file, new Set(['/w/other.txt']), contentOf)).toEqual([])
})
