import type { LeaseBook } from '../../features/leases/lease-book.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { Leases } from '../../protocol/agents/leases.ts'
import type { Part } from '../scope.ts'

export interface ThreadLeases extends Part {
  readonly port: Leases
}

/** The files that a thread writes are its own until its turn ends. Between turns it only asks. */
export const createThreadLeases = (book: LeaseBook, agent: AgentOrigin | undefined): ThreadLeases => {
  const leases = book.of({ id: agent?.id ?? '', name: agent?.name ?? '' })
  let runs = false
  const end = (): void => {
    runs = false
    leases.release()
  }
  return {
    port: {
      ...leases,
      take: (path, change) => (runs ? leases.take(path, change) : leases.check(path)),
    },
    turnStarts() {
      // What a turn that broke off left.
      end()
      runs = true
    },
    turnEnded: end,
    async [Symbol.asyncDispose]() {
      end()
    },
  }
}
