import type { Stage } from '../../../protocol/stage.ts'
import { editHistory } from '../history-edit.ts'
import { resultsToClear } from '../snip-requests.ts'

/** Messages that someone asked to leave out, until the next request is made. */
export interface SnipQueue {
  readonly waiting: boolean
  add(removed: readonly string[], by: 'model' | 'person'): void
  take(): readonly { readonly removed: readonly string[]; readonly by: 'model' | 'person' }[]
}

export const createSnipQueue = (): SnipQueue => {
  let asked: { readonly removed: readonly string[]; readonly by: 'model' | 'person' }[] = []
  return {
    get waiting() {
      return asked.length > 0
    },
    add(removed, by) {
      if (removed.length > 0) asked.push({ removed, by })
    },
    take() {
      const all = asked
      asked = []
      return all
    },
  }
}

/** Leaves out what was asked for. The messages were chosen so that calls and results go together. */
export const createSnip = (queue: SnipQueue): Stage => ({
  name: 'snip',
  cost: 'free',
  keepsPrefix: false,
  due: () => queue.waiting,
  async run(view, env) {
    const asked = queue.take()
    const removed = [...new Set(asked.flatMap(each => each.removed))]
    const there = new Set(view.map(({ uuid }) => uuid))
    if (!removed.some(uuid => there.has(uuid))) return undefined
    const by = asked.some(each => each.by === 'person') ? 'person' : 'model'
    const alone = resultsToClear(view, removed)
    const whole = removed.filter(uuid => !alone.has(uuid))
    const left = whole.some(uuid => there.has(uuid))
      ? editHistory(view, { kind: 'snip', removed: whole, by }, env).result
      : { view, added: [] }
    if (alone.size === 0) return left
    const clear = { kind: 'clear', results: [...alone.values()], media: [], why: 'asked' } as const
    const cleared = editHistory(left.view, clear, env).result
    return { view: cleared.view, added: [...left.added, ...cleared.added] }
  },
})
