import { useEffect, useState } from 'react'
import { OpError } from '../../../../protocol/op.ts'
import type { Item } from '../../state/item.ts'
import { transcriptOf } from '../../state/items-of.ts'
import type { Ui } from '../../ui/ui.ts'

export interface Earlier {
  /** Oldest first. */
  readonly items: readonly Item[]
  readonly reading: boolean
}

/** What was said before compactions, read part by part: whenever another boundary is named, what stands before it. */
export const useEarlier = (ui: Ui, boundary: string | undefined): Earlier => {
  const [items, setItems] = useState<readonly Item[]>([])
  const [reading, setReading] = useState(false)
  useEffect(() => {
    if (boundary === undefined) return
    let isWaited = true
    setReading(true)
    void readBefore(ui, boundary).then(found => {
      if (!isWaited) return
      setItems(known => [...without(found, known), ...known])
      setReading(false)
    })
    return () => {
      isWaited = false
      setReading(false)
    }
  }, [ui, boundary])
  return { items, reading }
}

const readBefore = async (ui: Ui, boundary: string): Promise<readonly Item[]> => {
  try {
    const { done, live } = transcriptOf(await ui.engine.look('earlier', { boundary }))
    return [...done, ...live]
  } catch (error) {
    if (!(error instanceof OpError)) throw error
    ui.toast(error.message, 'warning')
    return []
  }
}

/** A compaction may have kept messages: they stand on both sides of its boundary. */
export const without = (items: readonly Item[], known: readonly Item[]): readonly Item[] => {
  if (items.length === 0 || known.length === 0) return items
  const ids = new Set(known.map(({ id }) => id))
  return items.filter(({ id }) => !ids.has(id))
}
