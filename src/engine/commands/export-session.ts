import { existsSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { findModel } from '../../features/models/catalogue.ts'
import { costOf } from '../../features/models/pricing.ts'
import { withCommandDiffs } from '../../features/sessions/export/command-diffs.ts'
import { renderPage } from '../../features/sessions/export/html/page.ts'
import { renderMarkdown } from '../../features/sessions/export/markdown.ts'
import { redactStory } from '../../features/sessions/export/redact-story.ts'
import { readStory } from '../../features/sessions/ledger/read-story.ts'
import type { Story } from '../../features/sessions/ledger/story.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { errorText } from '../../lib/error-text.ts'
import { keepOutOfGit } from '../../lib/git/keep-out-of-git.ts'
import { expandHome } from '../../lib/paths.ts'
import type { Exported } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'
import type { ThreadState } from '../live/state.ts'
import type { ModelChoice } from '../options/model-choice.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Ports } from '../parts/ports.ts'
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
  if (session.path === undefined || session.leaf === null) throw new OpError('Nothing to export yet.')
  const path = resolve(live.cwd, expandHome(file ?? `${session.id}.md`, place.home))
  if (existsSync(path)) throw new OpError(`${path} already exists. Choose another name.`)
  const { redact } = await ports.secrets.ready()
  const story = withCommandDiffs(readStory(session.path, { maxText: MAX_TEXT, redact }), ports.history.textOf)
  const text = render(redactStory(story, redact), extname(path), {
    price: (model, usage) => costOf(usage, findModel(model, models.rows).facts),
    timeOf,
    notes: [
      'What looks like a key or a password was redacted. Review it before sharing.',
      `Long texts are truncated; the session file has everything. Written by capstan ${session.version} on ${timeOf(runtime.now().getTime())}.`,
    ],
  })
  try {
    // For the person alone: a conversation may hold what others should not read.
    writeFileAtomically(path, Buffer.from(text), { mode: 0o600 })
  } catch (error) {
    throw new OpError(`Can't write ${path}: ${errorText(error)}`)
  }
  return { path, bytes: Buffer.byteLength(text), git: keepOutOfGit(path) }
}

const render = (story: Story, ending: string, runtime: Parameters<typeof renderPage>[1]): string => {
  if (ending === '.html' || ending === '.htm') return renderPage(story, runtime)
  return ending === '.json' ? `${JSON.stringify(story)}\n` : renderMarkdown(story, runtime)
}

/** Where the person is, to the minute. */
const timeOf = (at: string | number): string => {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? 'unknown' : time.toLocaleString('sv-SE').slice(0, 16)
}
