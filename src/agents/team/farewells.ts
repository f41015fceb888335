import type { ListedTask } from '../../protocol/agents/task-list.ts'
import type { TeamMessage } from '../../protocol/agents/team-message.ts'

type Agreement = Extract<TeamMessage, { readonly type: 'shutdown_response' }>

/** What is left to tell of a member when it ends. */
export interface Farewell {
  /** Its words that the leader was not sent yet. */
  readonly words: string
  /** Its unfinished tasks, which are pending again. */
  readonly released: readonly string[]
  /** The leader waits for this very end. */
  readonly awaited?: boolean
  /** The mail that the telling of its end replaces. */
  readonly mail?: string
  /** The leader has been told. */
  onRecorded?(): void
}

/**
 * Members that agreed to stop, until they have ended: the agreement is told with the end, as one event. Their mail stays
 * unread until then, so that a crash before it loses no words.
 */
export class Farewells {
  readonly #agreed = new Map<string, { readonly message: Agreement; readonly mail: string }[]>()
  readonly #mark: (mails: readonly string[]) => void

  constructor(mark: (mails: readonly string[]) => void) {
    this.#mark = mark
  }

  hold(member: string, agreement: { readonly message: Agreement; readonly mail: string }): void {
    this.#agreed.set(member, [...(this.#agreed.get(member) ?? []), agreement])
  }

  /** It has ended. `also`: what is known of it here. */
  take(member: string, also: Pick<Farewell, 'words' | 'released'>): Farewell {
    const agreed = this.#agreed.get(member) ?? []
    this.#agreed.delete(member)
    const said = agreed.flatMap(({ message }) => message.feedback ?? [])
    const mails = agreed.map(({ mail }) => mail)
    const [mail] = mails
    return {
      words: said.length === 0 ? also.words : said.join('\n\n'),
      released: [...new Set([...agreed.flatMap(({ message }) => message.released ?? []), ...also.released])],
      ...(mail === undefined ? {} : { mail, onRecorded: () => this.#mark(mails) }),
    }
  }
}

/** For the leader: one that was begun may have left something behind. */
export const releasedLine = ({ id, subject, status }: ListedTask): string =>
  `${id}. ${subject}${status === 'in_progress' ? ' (was begun)' : ''}`
