import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { callBlock, SampleSession, textBlock, writeSession } from '../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { openStory } from '../ledger/read-story.ts'
import type { StoryOutline } from '../ledger/story-outline.ts'
import { withCommandDiffs } from './command-diffs.ts'
import { pagePieces } from './html/page.ts'
import { jsonPieces } from './json.ts'
import { markdownPieces } from './markdown.ts'
import { redactStory } from './redact-story.ts'

const TEXT = 24_000
const OPTIONS = { price: () => 0.01, timeOf: (at: string) => at, notes: [] }

const FORMATS: Readonly<Record<string, (story: StoryOutline) => Iterable<string>>> = {
  html: story => pagePieces(story, OPTIONS),
  md: story => markdownPieces(story, OPTIONS),
  json: story => jsonPieces(story),
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const liveBytes = (): number => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Texts that no two entries share; prompts, replies, calls and results, all in one turn or in many. */
const sessionOf = (rounds: number, shape: 'one turn' | 'many turns'): SampleSession => {
  const text = (): string => randomBytes(TEXT / 2).toString('hex')
  const session = new SampleSession()
  for (let round = 0; round < rounds; round++) {
    if (shape === 'many turns' || round === 0) session.ask(text())
    session
      .reply([textBlock(text()), callBlock(`${round}`, 'Write', { file_path: `/w/${round}` })])
      .result(`${round}`, text(), {
        output: { type: 'create', filePath: `/w/${round}`, content: text(), structuredPatch: [] },
      })
  }
  return session
}

/** How far memory that is in use rises while a session is exported, and what the export wrote. */
const growthOf = (path: string, format: keyof typeof FORMATS): { readonly live: number; written: number } => {
  const before = liveBytes()
  using read = openStory(path, { maxText: 30_000, redact: text => text })
  const story = redactStory(
    withCommandDiffs(read, () => undefined),
    text => text,
  )
  let live = liveBytes()
  let written = 0
  let next = 0
  for (const piece of FORMATS[format]?.(story) ?? []) {
    written += piece.length
    if (written < next) continue
    next = written + 6_000_000
    live = Math.max(live, liveBytes())
  }
  return { live: live - before, written }
}

for (const shape of ['one turn', 'many turns'] as const)
  test(`an export takes no more memory for a longer session of ${shape}`, async () => {
    await using tmp = tmpDir()
    const [short, long] = [60, 180].map(rounds =>
      writeSession(join(tmp.path, `${rounds}.jsonl`), sessionOf(rounds, shape).lines),
    ) as [string, string]
    const longer = statSync(long).size - statSync(short).size
    growthOf(short, 'html')
    for (const format of Object.keys(FORMATS)) {
      const small = growthOf(short, format)
      const large = growthOf(long, format)
      expect(large.written, format).toBeGreaterThan(small.written * 2)
      expect((large.live - small.live) / longer, format).toBeLessThan(0.6)
    }
  })
