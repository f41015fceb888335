import { EditBook } from '../../features/sessions/edits/edit-book.ts'
import type { Event } from '../../protocol/event.ts'
import type { BusyRow } from '../../protocol/messages/engine/turn.ts'
import type { Branches } from '../branches/part.ts'
import type { Ports } from '../ports/part.ts'
import type { Part } from '../scope.ts'

export interface EditsOptions {
  readonly ports: Pick<Ports, 'files' | 'history'>
  readonly branches: Pick<Branches, 'tree'>
  /** Nothing else happens to the conversation meanwhile. Throws OpError when something does already. */
  alone<T>(work: () => Promise<T>, what: BusyRow): Promise<T>
  emit(event: Event): void
}

/** What tools changed in files, turn by turn, and how single changes are taken back. */
export const createEdits = ({ ports, branches, alone, emit }: EditsOptions): Part => {
  const book = new EditBook([])
  return {
    recorded: message => book.see(message),
    restarted(history, why) {
      // What is out of the model's sight was changed all the same.
      if (why === 'branch' || why === 'resume') book.take(history)
    },
    ops: {
      async revert_edit({ toolUseId }) {
        const { revertEdit } = await import('./revert-edit.ts')
        await alone(() => revertEdit({ book, ports, emit }, toolUseId), 'busy_revert')
      },
    },
    answers: {
      async changes() {
        const { turnChanges } = await import('./turn-changes.ts')
        return await turnChanges({ history: ports.history, book, tree: branches.tree })
      },
    },
  }
}
