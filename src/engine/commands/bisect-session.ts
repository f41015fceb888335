import { existsSync } from 'node:fs'
import { type BrokenTurn, findTurn } from '../../features/sessions/bisect/find-turn.ts'
import { MissingCopyError } from '../../features/sessions/bisect/work-copy.ts'
import { openStory } from '../../features/sessions/ledger/read-story.ts'
import { loadSession } from '../../features/sessions/load.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { FoundTurn } from '../../protocol/command.ts'
import type { Event } from '../../protocol/event.ts'
import { bisectText } from '../../protocol/messages/cli/bisect.ts'
import { branchText } from '../../protocol/messages/engine/branches.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Ports } from '../ports/part.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface BisectDeps {
  readonly config: { readonly place: SessionEnvironment; readonly session: SessionHandle }
  readonly ports: Pick<Ports, 'secrets' | 'history'>
  emit(event: Event): unknown
}

const TIMEOUT_MS = 600_000
const MAX_TEXT = 2_000

/** Which turn of this session broke it: the command is the person's own, and runs in a copy. Throws OpError. */
export const bisectSession = async (
  { config: { place, session }, ports, emit }: BisectDeps,
  command: string,
  signal: AbortSignal,
): Promise<FoundTurn> => {
  const { historyDir } = place
  if (historyDir === undefined || session.path === undefined) throw new OpError(branchText('no_file_history'))
  await ports.history.settle()
  const { fileHistory } = await loadSession(session.path)
  using story = openStory(session.path, { maxText: MAX_TEXT })
  if (!existsSync(story.cwd)) throw new OpError(bisectText('gone', { path: escapeLine(story.cwd, 300) }))
  const numberOf = (uuid: string | undefined, step: number): number =>
    story.turns.find(({ request }) => request.uuid === uuid)?.number ?? step
  const found = await search({
    ...{ fileHistory, historyDir, command, signal },
    cwd: story.cwd,
    env: childEnvironment(place.env, { secretNames: place.secretNames, projectDir: place.cwd }),
    timeoutMs: TIMEOUT_MS,
    shown: false,
    noText: name => bisectText('binary', { path: escapeLine(name, 300) }).text,
    onRun({ step, uuid, isGood, code }) {
      const told = { command: escapeLine(command, 80), turn: numberOf(uuid, step), code: String(code) }
      const row = step === 0 ? (isGood ? 'begin_passes' : 'begin_fails') : isGood ? 'passes' : 'fails'
      emit(notice('notice', bisectText(row, told)))
    },
  })
  if (found.kind === 'unchanged') throw new OpError(bisectText('no_changes'))
  if (found.kind !== 'found') return found
  const { redact } = await ports.secrets.ready()
  const prompt = story.turns.find(({ request }) => request.uuid === found.uuid)?.text() ?? ''
  return {
    kind: 'found',
    turn: numberOf(found.uuid, found.step),
    runs: found.runs,
    prompt: redact(prompt),
    diff: redact(found.diff),
  }
}

const search = async (wish: Parameters<typeof findTurn>[0]): Promise<BrokenTurn> => {
  try {
    return await findTurn(wish)
  } catch (error) {
    if (error instanceof MissingCopyError)
      throw new OpError(bisectText('missing', { path: escapeLine(error.path, 300) }))
    throw error
  }
}
