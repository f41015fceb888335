import { readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { savedVersionText } from '../../features/sessions/file-history/version-text.ts'
import { linesOf } from '../../features/sessions/ledger/align-lines.ts'
import { type ContentOf, type FileEdit, fileChanges } from '../../features/sessions/ledger/file-changes.ts'
import { type Author, whoChanged } from '../../features/sessions/ledger/who-changed.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { storedText } from '../../protocol/messages/cli/session-output.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { describeCause } from '../../protocol/system-error.ts'
import { ExitError } from '../exit-error.ts'
import { chooseMany } from './choose-sessions.ts'
import type { SessionsDeps } from './deps.ts'
import { localTime } from './local-time.ts'
import { createRedactor } from './redactor.ts'

const MAX_FILE_BYTES = 64 * 1024 * 1024

interface WhoRequest {
  /** A file and a line. */
  readonly text: string
  readonly json: boolean
  readonly withSecrets: boolean
}

/** `capstan ledger --who <file>:<line>`: which edit of which session a line comes from, and what was asked for. */
export const tellWho = async (asked: WhoRequest, deps: SessionsDeps): Promise<number> => {
  const { text } = asked
  const named = /^(.+):([1-9]\d*)$/s.exec(text)
  if (!named) throw new ExitError(2, sessionCommandText('who_form', { given: text }))
  const path = resolve(deps.cwd, named[1] ?? '')
  const line = Number(named[2])
  const content = readText(path)
  const lines = linesOf(content)
  const words = lines[line - 1]
  if (words === undefined)
    throw new ExitError(
      1,
      sessionCommandText('few_lines', {
        path,
        count: lines.length,
        number: lines.length.toLocaleString('en-US'),
        line: String(line),
      }),
    )
  const real = realpathSync.native(path)
  const contentOf: ContentOf = (sessionId, version) =>
    savedVersionText(join(deps.configHome, 'file-history', sessionId))(path, version)
  const edits = chooseMany(deps, { all: true })
    .flatMap(file => fileChanges(file.path, new Set([path, real]), contentOf))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const author = whoChanged(content, line - 1, edits)
  const redact = asked.withSecrets ? (told: string) => told : createRedactor(deps)
  await deps.write(
    asked.json
      ? `${JSON.stringify({ path, line, text: redact(words), ...authorFields(author, redact) })}\n`
      : `${path}:${line}  ${escapeLine(redact(words), 120)}\n${renderAuthor(author, redact)
          .map(text => `  ${deps.localize(text)}\n`)
          .join('')}`,
  )
  return 0
}

const readText = (path: string): string => {
  try {
    const bytes = readFileSync(path)
    if (bytes.byteLength > MAX_FILE_BYTES || bytes.includes(0))
      throw new ExitError(1, sessionCommandText('not_text', { path }))
    return bytes.toString('utf8')
  } catch (error) {
    if (error instanceof ExitError) throw error
    throw new ExitError(1, sessionCommandText('cannot_read', { path, error: describeCause(error) }))
  }
}

const editFields = (edit: FileEdit | undefined, redact: (text: string) => string) =>
  edit === undefined
    ? null
    : {
        session: edit.sessionId,
        at: edit.at,
        turn: edit.turn,
        by: edit.by,
        subject: redact(edit.subject),
        because: redact(edit.because),
      }

const authorFields = (author: Author, redact: (text: string) => string) => ({
  kind: author.kind,
  certain: author.certain,
  edit: editFields(
    author.kind === 'edit' ? author.edit : author.kind === 'outside' ? author.after : author.than,
    redact,
  ),
})

const renderAuthor = (author: Author, redact: (text: string) => string): readonly LocalizedText[] => {
  const doubt = author.certain ? [] : [storedText('uncertain')]
  switch (author.kind) {
    case 'edit': {
      const { edit } = author
      const how = edit.subject === '' ? edit.by : `${edit.by} (${escapeLine(redact(edit.subject), 80)})`
      return [
        storedText('changed_by', { how, where: whereOf(edit) }),
        storedText('asked', { text: escapeLine(redact(edit.because), 200) }),
        ...doubt,
      ]
    }
    case 'outside': {
      const { after } = author
      return [
        after === undefined ? storedText('after_last') : storedText('after', { where: whereOf(after) }),
        ...doubt,
      ]
    }
    case 'older':
      return author.than === undefined
        ? [storedText('by_none')]
        : [storedText('before_first', { where: whereOf(author.than) }), ...doubt]
  }
}

const whereOf = ({ at, turn, sessionId }: FileEdit): LocalizedText =>
  storedText('where', { time: localTime(at), turn, session: sessionId })
