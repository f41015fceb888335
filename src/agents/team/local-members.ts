import { LEADER, type TeamBackend } from '../../protocol/agents/team.ts'
import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Membership } from '../agent-run.ts'
import type { Farewell } from './farewells.ts'
import type { MemberLoop } from './member-loop.ts'

export interface LocalMembersOptions {
  backend(): Promise<TeamBackend>
  /** Why a member has to go on although it would rest; undefined: it may rest. */
  keepsWorking(member: TeamMembership): Promise<string | undefined>
  /** Resolves when the leader has read its mail. */
  readMail(): Promise<void>
  /** It has ended. */
  farewell(name: string, known: Pick<Farewell, 'words' | 'released'>): Farewell
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
  newId(): string
  log?(line: string): void
}

/** Members that work in the process of their leader. */
export class LocalMembers implements AsyncDisposable {
  readonly #options: LocalMembersOptions
  /** Undefined: it has not begun yet, and finds its mail when it does. */
  readonly #loops = new Map<string, MemberLoop | undefined>()

  constructor(options: LocalMembersOptions) {
    this.#options = options
  }

  names(): readonly string[] {
    return [...this.#loops.keys()]
  }

  get(name: string): Pick<MemberLoop, 'isResting' | 'refuse'> | undefined {
    return this.#loops.get(name)
  }

  membership(member: TeamMembership): Membership {
    const { backend, keepsWorking, readMail, farewell, newId, language, log } = this.#options
    let loop: MemberLoop | undefined
    this.#loops.set(member.name, undefined)
    return {
      start: async say => {
        const { MemberLoop } = await import('./member-loop.ts')
        loop = new MemberLoop({
          ...member,
          backend: await backend(),
          leader: LEADER,
          say,
          keepsWorking: () => keepsWorking(member),
          told: readMail,
          newId,
          language,
          ...(log ? { log } : {}),
        })
        this.#loops.set(member.name, loop)
        await loop.start()
      },
      rest: async (result, resting) => await loop?.rest(result, resting),
      wake: text => loop?.wake({ text }) ?? false,
      farewell: () =>
        farewell(member.name, { words: loop?.unsentWords ?? '', released: loop?.released ?? [] }),
      [Symbol.asyncDispose]: async () => {
        await loop?.[Symbol.asyncDispose]()
        // What it wrote last is read while it still counts as here.
        if (loop) await readMail()
        if (this.#loops.get(member.name) === loop) this.#loops.delete(member.name)
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#loops.values()].map(loop => loop?.[Symbol.asyncDispose]()))
  }
}
