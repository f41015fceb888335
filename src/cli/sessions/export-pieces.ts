import { pagePieces } from '../../features/sessions/export/html/page.ts'
import { renderMarkdown } from '../../features/sessions/export/markdown.ts'
import type { Story } from '../../features/sessions/ledger/story.ts'
import type { SessionsDeps } from './deps.ts'
import { localTime } from './local-time.ts'
import { pricesFor } from './prices.ts'

export type ExportEnding = 'html' | 'md' | 'json'

/** Of one text: a page should open at once. The session file has the rest. */
export const MAX_TEXT = 30_000

/** A session as one file, a turn at a time as far as the format lets. */
export const exportPieces = (
  story: Story,
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
  return ending === 'html' ? pagePieces(story, means) : [renderMarkdown(story, means)]
}

function* jsonPieces({ turns, ...rest }: Story): Generator<string, void, void> {
  yield `${JSON.stringify(rest).slice(0, -1)},"turns":[`
  for (const [at, turn] of turns.entries()) yield `${at === 0 ? '' : ','}${JSON.stringify(turn)}`
  yield ']}\n'
}
