import { pagePieces } from '../../features/sessions/export/html/page.ts'
import { jsonPieces } from '../../features/sessions/export/json.ts'
import { markdownPieces } from '../../features/sessions/export/markdown.ts'
import type { StoryOutline } from '../../features/sessions/ledger/story-outline.ts'
import type { SessionsDeps } from './deps.ts'
import { localTime } from './local-time.ts'
import { pricesFor } from './prices.ts'

export type ExportEnding = 'html' | 'md' | 'json'

/** Of one text: a page should open at once. The session file has the rest. */
export const MAX_TEXT = 30_000

/** A session as one file, a turn at a time as far as the format lets. */
export const exportPieces = (
  story: StoryOutline,
  ending: ExportEnding,
  { deps, secrets }: { readonly deps: SessionsDeps; readonly secrets: 'kept' | 'redacted' },
): Iterable<string> => {
  if (ending === 'json') return jsonPieces(story)
  const means = {
    price: pricesFor(deps),
    timeOf: localTime,
    notes: [
      secrets === 'kept'
        ? 'Nothing was redacted.'
        : 'What looks like a key or a password was redacted. Review it before sharing.',
      `Long texts are truncated; the session file has everything. Written by capstan ${deps.process.version} on ${localTime(deps.now)}.`,
    ],
  }
  return ending === 'html' ? pagePieces(story, means) : markdownPieces(story, means)
}
