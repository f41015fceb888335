import { existsSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { findModel } from '../../features/models/catalogue.ts'
import { costOf } from '../../features/models/pricing.ts'
import { withCommandDiffs } from '../../features/sessions/export/command-diffs.ts'
import { pagePieces } from '../../features/sessions/export/html/page.ts'
import { jsonPieces } from '../../features/sessions/export/json.ts'
import { markdownPieces } from '../../features/sessions/export/markdown.ts'
import { redactStory } from '../../features/sessions/export/redact-story.ts'
import { openStory } from '../../features/sessions/ledger/read-story.ts'
import type { StoryOutline } from '../../features/sessions/ledger/story-outline.ts'
import { writeTextAtomically } from '../../lib/atomic-write.ts'
import { errorText } from '../../lib/error-text.ts'
import { keepOutOfGit } from '../../lib/git/keep-out-of-git.ts'
import { expandHome } from '../../lib/paths.ts'
import type { Exported } from '../../protocol/command.ts'
import { conversationAnswer } from '../../protocol/messages/commands/conversation.ts'
import { OpError } from '../../protocol/op.ts'
import type { ThreadState } from '../live/state.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Ports } from '../ports/part.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface ExportDeps {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly models: ModelChoice
    readonly runtime: Runtime
  }
  readonly live: Pick<ThreadState, 'cwd'>
  readonly ports: Pick<Ports, 'secrets' | 'history'>
}

/** Of one text: a page should open at once. The session file has the rest. */
const MAX_TEXT = 30_000

/** Writes the conversation, without secrets, to a file that is not there yet. Throws OpError with words. */
export const exportSession = async (
  { config, live, ports }: ExportDeps,
  file: string | undefined,
): Promise<Exported> => {
  const { session, place, models, runtime } = config
  if (session.path === undefined || session.leaf === null)
    throw new OpError(conversationAnswer('nothing_to_export'))
  const path = resolve(live.cwd, expandHome(file ?? `${session.id}.md`, place.home))
  if (existsSync(path)) throw new OpError(conversationAnswer('export_exists', { path }))
  const { redact } = await ports.secrets.ready()
  using read = openStory(session.path, { maxText: MAX_TEXT, redact })
  const story = redactStory(withCommandDiffs(read, await ports.history.texts()), redact)
  const pieces = render(story, extname(path), {
    price: (model, usage) => costOf(usage, findModel(model, models.rows).facts),
    timeOf,
    notes: [
      'What looks like a key or a password was redacted. Review it before sharing.',
      `Long texts are truncated; the session file has everything. Written by capstan ${session.version} on ${timeOf(runtime.now().getTime())}.`,
    ],
  })
  try {
    // For the person alone: a conversation may hold what others should not read.
    const bytes = await writeTextAtomically(path, pieces, { mode: 0o600 })
    return { path, bytes, git: keepOutOfGit(path) }
  } catch (error) {
    throw new OpError(conversationAnswer('export_failed', { path, why: errorText(error) }))
  }
}

const render = (
  story: StoryOutline,
  ending: string,
  options: Parameters<typeof pagePieces>[1],
): Iterable<string> => {
  if (ending === '.html' || ending === '.htm') return pagePieces(story, options)
  return ending === '.json' ? jsonPieces(story) : markdownPieces(story, options)
}

/** Where the person is, to the minute. */
const timeOf = (at: string | number): string => {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? 'unknown' : time.toLocaleString('sv-SE').slice(0, 16)
}
