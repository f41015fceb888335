import { pagePieces } from '../../features/sessions/export/html/page.ts'
import { jsonPieces } from '../../features/sessions/export/json.ts'
import { markdownPieces } from '../../features/sessions/export/markdown.ts'
import type { StoryOutline } from '../../features/sessions/ledger/story-outline.ts'
import { storedText } from '../../protocol/messages/cli/session-output.ts'
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
      storedText(secrets === 'kept' ? 'kept_all' : 'redacted'),
      storedText('truncated', { version: deps.process.version, time: localTime(deps.now) }),
    ].map(text => deps.localize(text)),
  }
  return ending === 'html' ? pagePieces(story, means) : markdownPieces(story, means)
}
