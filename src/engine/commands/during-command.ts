import type { CommandHost } from '../../protocol/command.ts'
import type { Branches } from '../branches/part.ts'
import type { SessionHistory } from '../file-history/part.ts'

interface ConversationHistory {
  readonly branches: Pick<Branches, 'move'>
  readonly session: { readonly shared: { readonly history: Pick<SessionHistory, 'rewind'> } }
}

/** The conversation for a command that is all that runs: what waits for the end of a turn elsewhere is at its turn here. */
export const duringCommand = (
  engine: Pick<CommandHost['engine'], 'query' | 'send'>,
  { session, branches }: ConversationHistory,
  own: Pick<CommandHost['engine'], 'compact'> & { clear(): Promise<void> },
): CommandHost['engine'] => ({
  query: query => engine.query(query),
  send: op => (op.type === 'clear' ? own.clear() : engine.send(op)),
  compact: own.compact,
  rewind: request => branches.move(request),
  rewindFiles: request => session.shared.history.rewind(request, { running: false }),
})
