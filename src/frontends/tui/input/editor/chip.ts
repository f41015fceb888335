import type { ImageBlock } from '../../../../protocol/message.ts'

/**
 * Something that stands in the text as one sign: a long paste or a picture. The sign is one code point of a private
 * area, so the caret cannot enter it, deleting takes it whole and undo brings it back; what it stands for is kept here.
 */
export type Chip =
  | { readonly kind: 'text'; readonly id: number; readonly text: string }
  | { readonly kind: 'image'; readonly id: number; readonly block: ImageBlock }

const FIRST = 0x10f000
const MOST = 0xffd
const SIGNS = /[\u{10f000}-\u{10ffff}]/gu

/** High halves of the code points used as signs. */
const isSignHigh = (unit: number): boolean => unit >= 0xdbfc && unit <= 0xdbff

export const isChipAt = (text: string, at: number): boolean => isSignHigh(text.charCodeAt(at))

/** Numbers of signs start again after a few thousand; nobody has so many in one prompt. */
export const chipSign = (id: number): string => String.fromCodePoint(FIRST + 1 + ((id - 1) % MOST))

/** Asked for every key: by the high halves of the signs alone. */
export const hasChips = (text: string): boolean => /[\udbfc-\udbff]/.test(text)

export const chipAt = (text: string, at: number, chips: readonly Chip[]): Chip | undefined => {
  if (!isChipAt(text, at)) return undefined
  const sign = text.slice(at, at + 2)
  return chips.findLast(chip => chipSign(chip.id) === sign)
}

/** The chips whose signs stand in the text, in their order. */
export const chipsIn = (text: string, chips: readonly Chip[]): readonly Chip[] =>
  chips.length === 0
    ? []
    : (text.match(SIGNS) ?? []).flatMap(sign => chips.findLast(chip => chipSign(chip.id) === sign) ?? [])

/** Line ends as line feeds; what could pass for a sign becomes the replacement character. */
export const cleanText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(SIGNS, '\ufffd')

export const countLines = (text: string): number => {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

export const chipLabel = (chip: Chip): string => {
  if (chip.kind === 'image') return `[Image #${chip.id}]`
  const more = countLines(chip.text) - 1
  if (more === 0) return `[Pasted text #${chip.id}]`
  return `[Pasted text #${chip.id} +${more} line${more === 1 ? '' : 's'}]`
}

/** The text with every sign replaced. */
export const replaceChips = (text: string, chips: readonly Chip[], as: (chip: Chip) => string): string =>
  chips.length === 0
    ? text
    : text.replace(SIGNS, sign => {
        const chip = chipAt(sign, 0, chips)
        return chip ? as(chip) : ''
      })

/** Undoes {@link replaceChips} with labels: a label that came back from elsewhere (an editor) is its chip again. */
export const restoreChips = (text: string, chips: readonly Chip[]): string => {
  let restored = cleanText(text)
  for (const chip of chips) restored = restored.replace(chipLabel(chip), () => chipSign(chip.id))
  return restored
}
