/** What was cut or copied, newest first. `lines`: whole lines, put back as lines by vim. */
export interface Kill {
  readonly text: string
  readonly lines: boolean
}

export interface KillRing {
  readonly entries: readonly Kill[]
  /** The entry the last yank put in. */
  readonly at: number
}

const MOST = 30

export const emptyRing: KillRing = { entries: [], at: 0 }

export const pushKill = (ring: KillRing, kill: Kill): KillRing =>
  kill.text === '' ? ring : { entries: [kill, ...ring.entries.slice(0, MOST - 1)], at: 0 }

/** A kill right after another makes its entry longer, on the side it was cut from. */
export const growKill = (ring: KillRing, text: string, side: 'before' | 'after'): KillRing => {
  const [newest, ...rest] = ring.entries
  if (!newest) return pushKill(ring, { text, lines: false })
  const grown = side === 'before' ? text + newest.text : newest.text + text
  return { entries: [{ ...newest, text: grown }, ...rest], at: 0 }
}

export const currentKill = (ring: KillRing): Kill | undefined => ring.entries[ring.at]

export const rotate = (ring: KillRing): KillRing =>
  ring.entries.length === 0 ? ring : { ...ring, at: (ring.at + 1) % ring.entries.length }
