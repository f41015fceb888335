import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  callBlock,
  patchOutput,
  SampleSession,
  writeSession,
} from '../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { openStory } from '../ledger/read-story.ts'
import { collectStory } from '../ledger/story-outline.ts'
import { withCommandDiffs } from './command-diffs.ts'
import { redactStory } from './redact-story.ts'
import { figuresOf } from './story-figures.ts'

const name = (letter: string): string => letter.repeat(64)
const TEXTS: Readonly<Record<string, string>> = { a: 'one\ntwo\n', b: 'one\nsecret\n', c: 'x\0y' }
const textOf = (_: string, hash: string): string | undefined => TEXTS[hash[0] ?? '']

const storyOf = (files: Readonly<Record<string, unknown>>, path: string) => {
  const session = new SampleSession().ask('a')
  session
    .metadata({ type: 'file-history-snapshot', messageUuid: session.last, files })
    .reply([callBlock('e', 'Edit', { file_path: '/w/told' })])
    .result('e', 'ok', { output: patchOutput('/w/told', 'x', 'y') })
  return withCommandDiffs(openStory(writeSession(path, session.lines)), textOf)
}

test('what a command changed is shown as a diff, and counted', async () => {
  await using tmp = tmpDir()
  using story = storyOf(
    {
      '/w/changed': { before: { hash: name('a') }, after: { hash: name('b') } },
      '/w/new': { before: null, after: { hash: name('a') } },
      '/w/gone': { before: { hash: name('a') }, after: null },
    },
    join(tmp.path, 'x.jsonl'),
  )
  const figures = figuresOf(story, () => undefined).get(1)
  expect(
    figures?.files.map(file => [file.path, file.added, file.removed, file.note, file.byCommand]),
  ).toEqual([
    ['/w/told', 1, 1, 'changed', false],
    ['/w/changed', 1, 1, 'changed', true],
    ['/w/new', 2, 0, 'created', true],
    ['/w/gone', 0, 2, 'deleted', true],
  ])
  expect(
    JSON.stringify(collectStory(redactStory(story, text => text.replaceAll('secret', '***')))),
  ).not.toContain('secret')
})

test('without copies, or in what is no text, there is no diff', async () => {
  await using tmp = tmpDir()
  using story = storyOf(
    {
      '/w/lost': { before: { hash: name('d') }, after: { hash: name('a') } },
      '/w/binary': { before: { hash: name('c') }, after: { hash: name('a') } },
      '/w/link': { before: { link: 'x' }, after: { hash: name('a') } },
      '/w/told': { before: { hash: name('a') }, after: { hash: name('b') } },
    },
    join(tmp.path, 'x.jsonl'),
  )
  expect([...(story.turns[0]?.touched() ?? [])].map(file => file.hunks)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
