import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  callBlock,
  patchOutput,
  SampleSession,
  textBlock,
  writeSession,
} from '../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { openStory } from '../ledger/read-story.ts'
import { collectStory } from '../ledger/story-outline.ts'
import { redactStory } from './redact-story.ts'

const SECRET = 'hunter2'

test('no text of a story keeps what the redactor takes out', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession()
    .ask(`ask ${SECRET}`)
    .reply([
      { type: 'thinking', thinking: SECRET, signature: 's' },
      textBlock(SECRET),
      callBlock('1', 'Bash', { command: `echo ${SECRET}` }),
      callBlock('2', 'Edit', { file_path: `/w/${SECRET}` }),
    ])
    .result('1', SECRET, { output: { stdout: SECRET, exitCode: 0 } })
    .result('2', SECRET, { output: patchOutput(`/w/${SECRET}`, SECRET, SECRET) })
    .notice(SECRET)
    .ask(SECRET, { isMeta: true })
    .metadata({ type: 'custom-title', customTitle: SECRET })
    .metadata({
      type: 'file-history-snapshot',
      messageUuid: 'x',
      files: { [`/w/${SECRET}`]: { before: null, after: null } },
    })
  const path = writeSession(join(tmp.path, 'x.jsonl'), session.lines)
  writeSession(join(tmp.path, 'x/subagents/agent-1.jsonl'), session.lines)
  using story = openStory(path)
  expect(JSON.stringify(collectStory(story))).toContain(SECRET)
  const redacted = redactStory(story, text => text.replaceAll(SECRET, '***'))
  const [turn] = redacted.turns
  const clean = JSON.stringify([collectStory(redacted), [...(turn?.facts() ?? [])], turn?.hunks(1)])
  expect(clean).not.toContain(SECRET)
  expect(clean).toContain('"+***"')
})

test('a secret over several lines of a diff is taken out as one', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession()
    .ask('a')
    .reply([callBlock('1', 'Write', { file_path: 'k' })])
    .result('1', '', {
      output: { type: 'create', filePath: '/k', content: 'BEGIN\nabc\nEND\n', structuredPatch: [] },
    })
  using story = openStory(writeSession(join(tmp.path, 'x.jsonl'), session.lines))
  const clean = collectStory(redactStory(story, text => text.replace(/BEGIN[\s\S]*?END/g, '[key]')))
  expect(clean.turns[0]?.steps).toMatchObject([{ call: { effect: { hunks: [{ lines: ['+[key]'] }] } } }])
})
