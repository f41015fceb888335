import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { ToolError } from '../../../protocol/tool.ts'
import type { BrowserAnswer, BrowserPart, BrowserWish } from '../../../protocol/tools/browser.ts'
import { browserSays as says } from '../says.ts'
import type { Tab } from '../tab.ts'

/** An action at work. */
export interface Acting {
  readonly tab: Tab
  readonly wish: BrowserWish
  readonly signal: AbortSignal
  /** Of a picture: the longer side. */
  readonly pictureSize: number
  /** Puts something for the person into a file of its own; gives its path. */
  save(data: Uint8Array, extension: string): string
}

/** What an action says; `look`: the page may be different now. */
export interface Done extends Omit<BrowserAnswer, 'page' | 'parts'> {
  readonly parts?: readonly BrowserPart[]
  readonly look?: 'changes' | 'whole'
}

/** An element that a snapshot named. */
export interface ElementRef {
  readonly ref: string
  readonly number: number
  readonly frame: string
}

/** Throws ToolError for what is no reference, or one of a document that is gone. */
export const resolveRef = (tab: Tab, ref: string): ElementRef => {
  const [, prefix = '', number] = /^(f\d+)?e(\d{1,9})$/.exec(ref.trim().replace(/^\[|\]$/g, '')) ?? []
  if (number === undefined) throw new ToolError(says('badRef', { ref: ref.slice(0, 60) }))
  const frame = tab.frameOf(prefix)
  if (frame === undefined || !tab.frames.get(frame)) throw new ToolError(says('goneRef', { ref }))
  return { ref, number: Number(number), frame }
}

export const needed = <K extends keyof BrowserWish>(
  wish: BrowserWish,
  field: K,
): NonNullable<BrowserWish[K]> => {
  const value = wish[field]
  if (value === undefined || value === '') throw new ToolError(says('needs', { action: wish.action, field }))
  return value as NonNullable<BrowserWish[K]>
}

/** What our script says of an element that it cannot do anything with. */
export interface Unable {
  readonly gone?: true
  readonly hidden?: true
  readonly disabled?: true
  readonly readOnly?: true
  readonly covered?: string
}

/** As an answer: what stands in the way is the page's own words. */
export const whyUnable = (ref: string, found: Unable): Done | undefined => {
  if (found.gone) return failed(says('goneRef', { ref }))
  if (found.hidden) return failed(says('hidden', { ref }))
  if (found.disabled) return failed(says('disabled', { ref }))
  if (found.readOnly) return failed(says('readOnly', { ref }))
  return found.covered === undefined ? undefined : failed(says('covered', { ref }), found.covered)
}

export const failed = (said: LocalizedText, foreign?: string): Done => ({
  failed: true,
  parts: [{ said }, ...(foreign === undefined ? [] : [{ foreign }])],
})
