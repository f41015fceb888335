import type { Steps } from '../work/in-steps.ts'
import type { Format } from './format.ts'

/** An anchor in a text, and the format that may follow. */
export interface AnchorMatch {
  readonly at: number
  readonly anchor: string
  readonly format: Format
}

/** By the first three characters; of anchors that begin alike the longer ones come first. */
export type AnchorIndex = ReadonlyMap<string, readonly IndexedAnchor[]>

interface IndexedAnchor extends Omit<AnchorMatch, 'at'> {
  /** Names may follow a dash, as in `Proxy-Authorization`; keys do not. */
  readonly isName: boolean
}

const KEY_CHARS = 3

export const indexAnchors = (keys: readonly Format[], names: readonly Format[]): AnchorIndex => {
  const index = new Map<string, IndexedAnchor[]>()
  for (const format of [...keys, ...names])
    for (const anchor of format.anchors) {
      const key = anchor.slice(0, KEY_CHARS)
      const same = index.get(key) ?? []
      same.push({ anchor, format, isName: names.includes(format) })
      index.set(key, same)
    }
  for (const same of index.values()) same.sort((a, b) => b.anchor.length - a.anchor.length)
  return index
}

/**
 * The first three characters of every anchor, at the beginning of a word. Written out: to put it together at run time
 * costs more than a turn may, and as one expression it passes over a text ten times as fast as a loop.
 */
export const WORD_START =
  /\b(?:s(?:k[-_]|b[p_]|hp|nt|e[cs]|ig)|g(?:sk|h[oprsu]|it|l[acdfiprs])|x(?:a[ip]|ox|-a)|p(?:pl|yp|ul|sc|ri)|c(?:sk|io)|h(?:f_|v[brs]|oo)|r(?:8_|ub|k_)|n(?:va|pm|tn)|d(?:ck|o[opr]|ap|p\.|is)|a(?:tl|ut|pi|ws)|A(?:T[AB]|KI|SI|BI|CC|Iz|GE|ut|UT|pi|WS)|S(?:G\.|EC|e[cs])|P(?:MA|RI|ri)|B(?:ea|EA)|GOC|HRK|NRA|X-A|_au|bea|eyJ|fig|key|lin|tsk|whs|ya2)/g
/** In quoted text and addresses an escape hides the beginning of a word. */
const ESCAPE = /\\[nrt]|%[0-9A-Fa-f]{2}/g

const DASH = 45

/** Behind `word-` or `--` goes on what began before; a single dash may be the mark of a removed line. */
const isInsideDashes = (text: string, at: number): boolean =>
  text.charCodeAt(at - 1) === DASH && /[\w-]/.test(text[at - 2] ?? '')

/** Read in one step: a long text is read in pieces of this size. */
export const PIECE_CHARS = 64 * 1024

/** Calls for each anchor where a word begins; goes on where the answer says. */
export function* eachAnchor(
  text: string,
  index: AnchorIndex,
  visit: (place: AnchorMatch) => number | undefined,
): Steps<void> {
  for (const pattern of [WORD_START, ESCAPE]) {
    /** What stands before it is done with. */
    let done = 0
    for (let from = 0; from < text.length; from += PIECE_CHARS) {
      if (from > 0) yield
      done = Math.max(done, from)
      // What begins in the piece may end behind it; where a word begins, the sign before tells.
      const start = Math.max(0, done - 1)
      const piece = text.slice(start, from + PIECE_CHARS + KEY_CHARS - 1)
      pattern.lastIndex = done - start
      while (pattern.test(piece)) {
        done = start + pattern.lastIndex
        const at = pattern === ESCAPE ? done : done - KEY_CHARS
        for (const { anchor, format, isName } of index.get(text.slice(at, at + KEY_CHARS)) ?? []) {
          if (!text.startsWith(anchor, at) || (!isName && isInsideDashes(text, at))) continue
          const end = visit({ at, anchor, format })
          if (end === undefined) continue
          done = end
          pattern.lastIndex = end - start
          break
        }
      }
    }
  }
}
