import type { TeamMessage } from '../../protocol/agents/team-message.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'

const says = modelTexts('stop_requests', {
  present: {
    en: {
      one: '{names} is still there. Ask them to stop first: SendMessage with {"type":"shutdown_request"}, then wait until you are told that they have.',
      other:
        '{names} are still there. Ask them to stop first: SendMessage with {"type":"shutdown_request"}, then wait until you are told that they have.',
    },
    zh: '{names} 仍在。请先让它们停止：用 SendMessage 发送 {"type":"shutdown_request"}，然后等到通知它们已停止。',
  },
  asked: {
    en: 'Asked to stop and not stopped yet: {names}. Wait until you are told that they have, then delete the team.',
    zh: '已要求停止但尚未停止：{names}。请等到通知它们已停止，再删除团队。',
  },
})

/** From a member, or from the leader to one; `*`: to everybody who is there. */
type Way = { readonly from: string } | { readonly to: string; readonly present: readonly string[] }

/** Which members the leader has asked to stop, and what stands in the way of deleting the team. */
export class StopRequests {
  readonly #asked = new Set<string>()
  /** The leader was told to wait for their ends. */
  readonly #awaited = new Set<string>()

  heard(message: TeamMessage | undefined, way: Way): void {
    if ('from' in way) {
      if (message?.type === 'shutdown_response' && !message.approve) this.clear(way.from)
    } else if (message?.type === 'shutdown_request')
      for (const name of way.to === '*' ? way.present : [way.to]) this.#asked.add(name)
  }

  /** Somebody new has that name. */
  clear(name: string): void {
    this.#asked.delete(name)
    this.#awaited.delete(name)
  }

  isAsked(name: string): boolean {
    return this.#asked.has(name)
  }

  isAwaited(name: string): boolean {
    return this.#awaited.has(name)
  }

  /** For the model, of members that are there. */
  whyNotDeleted(present: readonly string[]): LocalizedText {
    for (const name of present) this.#awaited.add(name)
    const asked = present.filter(name => this.#asked.has(name))
    const others = present.filter(name => !this.#asked.has(name))
    return sentences([
      ...(others.length === 0 ? [] : [says('present', { count: others.length, names: others.join(', ') })]),
      ...(asked.length === 0 ? [] : [says('asked', { names: asked.join(', ') })]),
    ])
  }
}
