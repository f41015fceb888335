import { isChipAt } from './chip.ts'
import type { Edit } from './edit.ts'
import type { Editor } from './editor-state.ts'

/** Units of a sign in the text. */
const SIGN = 2

const placesOf = (text: string): readonly number[] =>
  Array.from({ length: text.length }, (_, at) => at).filter(at => isChipAt(text, at))

/**
 * What an `attachments:` action does in a text where pastes and pictures stand as chips: the caret goes right behind
 * the next or previous one; the one before the caret, else the one at it, is taken out. Undefined without chips.
 */
export const chipEdit = (
  { text, caret }: Pick<Editor, 'text' | 'caret'>,
  action: string,
): Edit | undefined => {
  const ends = placesOf(text).map(at => at + SIGN)
  if (ends.length === 0) return undefined
  switch (action) {
    case 'attachments:next':
      return { type: 'caret', at: ends.find(end => end > caret) ?? ends[0] ?? caret }
    case 'attachments:previous':
      return { type: 'caret', at: ends.findLast(end => end < caret) ?? ends.at(-1) ?? caret }
    case 'attachments:remove': {
      const end = ends.findLast(each => each <= caret) ?? ends[0] ?? SIGN
      return { type: 'replace', span: { from: end - SIGN, to: end }, text: '' }
    }
    case 'attachments:exit':
      return { type: 'move', unit: 'buffer', side: 'forward' }
    default:
      return undefined
  }
}
