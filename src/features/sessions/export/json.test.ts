import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleWork, writeSession } from '../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { openStory, readStory } from '../ledger/read-story.ts'
import { jsonPieces } from './json.ts'

test('the pieces are the JSON of the whole story', async () => {
  await using tmp = tmpDir()
  const session = sampleWork(3)
  const path = writeSession(join(tmp.path, 'x.jsonl'), session.lines)
  writeSession(join(tmp.path, 'x/subagents/agent-1.jsonl'), session.lines)
  using story = openStory(path)
  expect(JSON.parse([...jsonPieces(story)].join(''))).toEqual(JSON.parse(JSON.stringify(readStory(path))))
})
