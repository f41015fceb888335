import type { SkillText } from '../../protocol/command.ts'
import { plainText, type UserMessage } from '../../protocol/message.ts'
import { turnText } from '../../protocol/messages/engine/turn.ts'
import { type Op, OpError } from '../../protocol/op.ts'
import type { Runtime } from '../options/runtime.ts'
import { SKILL_ORIGIN } from '../session-file/skill-records.ts'

export type Submission = Extract<Op, { readonly type: 'submit' }> & {
  readonly uuid: string
  /** It came from somebody with a screen, who can be asked to open a dialog. */
  readonly screen?: boolean
  /** Texts of skills that go with it. */
  readonly skills?: readonly SkillText[]
  /** Nobody says it now: a clock does. Never the person's word, whatever it holds. */
  readonly from?: { readonly kind: string; frame(text: string): string }
}

/** Messages that wait: for the end of the running turn, or for its next pause. */
export class InputQueue {
  #waiting: Submission[] = []
  #closed = false

  get uuids(): readonly string[] {
    return this.#waiting.map(item => item.uuid)
  }

  /** What is to be heard now goes before all others. */
  add(item: Submission): void {
    const at = item.when === 'now' ? this.#waiting.findIndex(({ when }) => when !== 'now') : -1
    this.#waiting.splice(at === -1 ? this.#waiting.length : at, 0, item)
  }

  next(): Submission | undefined {
    return this.#waiting.shift()
  }

  /**
   * Those that may join the running turn, up to the first that `stops`; what waits for the end of it keeps its place.
   * `usual`: what a message does that does not say.
   */
  takeJoining(stops: (item: Submission) => boolean, usual: 'step' | 'end' = 'step'): readonly Submission[] {
    const joins = ({ when = usual }: Submission): boolean => when === 'step'
    const end = this.#waiting.findIndex(item => joins(item) && stops(item))
    const near = end === -1 ? this.#waiting : this.#waiting.slice(0, end)
    const taken = new Set(near.filter(joins))
    this.#waiting = this.#waiting.filter(item => !taken.has(item))
    return [...taken]
  }

  /** One waits that asked to be heard at the next pause, and nothing that `stops` is before it. */
  hasJoining(stops: (item: Submission) => boolean): boolean {
    const first = this.#waiting.find(item => item.when === 'step')
    return first !== undefined && !stops(first)
  }

  takeBack(uuid: string): void {
    const left = this.#waiting.filter(item => item.uuid !== uuid)
    if (left.length === this.#waiting.length) throw new OpError(turnText('not_queued'))
    this.#waiting = left
  }

  takeAll(): readonly Submission[] {
    const all = this.#waiting
    this.#waiting = []
    return all
  }

  /** The conversation ends: nothing starts another turn, neither what waits nor news. */
  close(): void {
    this.#closed = true
    this.takeAll()
  }

  get isClosed(): boolean {
    return this.#closed
  }
}

export const toMessage = ({ uuid, content, isMeta, from }: Submission, runtime: Runtime): UserMessage => ({
  type: 'user',
  uuid,
  timestamp: runtime.now().toISOString(),
  message: { role: 'user', content: from ? from.frame(plainText(content)) : content },
  ...(isMeta || from ? { isMeta: true } : {}),
  ...(from ? { origin: { kind: from.kind } } : {}),
})

/** What the person said, and the skills they called with it. */
export const messagesOf = (submission: Submission, runtime: Runtime): readonly UserMessage[] => [
  toMessage(submission, runtime),
  ...(submission.skills ?? []).map(skill => skillMessage(skill, runtime)),
]

/** What a skill says, for the model; nobody is shown it. */
export const skillMessage = ({ name, text }: SkillText, runtime: Runtime): UserMessage => ({
  type: 'user',
  uuid: runtime.newId(),
  timestamp: runtime.now().toISOString(),
  message: { role: 'user', content: text },
  isMeta: true,
  origin: { kind: SKILL_ORIGIN, skill: name },
})
