import { restoreChips } from '../editor/chip.ts'
import type { RowView } from '../editor/edit.ts'
import { edgeRowEnd } from '../editor/row-move.ts'
import { type Editor, labelledText, resetEditor } from '../editor.ts'
import type { PromptState } from '../prompt-state.ts'
import type { PastLine } from './past-line.ts'

type RecallState = Pick<PromptState, 'editor' | 'mode' | 'back' | 'draft' | 'draftMode'>
/** What changes in the prompt. */
export type Recalled = Pick<PromptState, 'editor' | 'mode' | 'back'> & {
  readonly draft?: Editor
  readonly draftMode?: PromptState['mode']
}

/**
 * One step through what was typed before: `older` or back towards what is being typed. A draft narrows it to lines that
 * begin with it, when there are any; in shell and memory mode only such lines come up. Undefined at either end.
 *
 * @param entries newest first
 */
export const recall = (
  place: RecallState,
  entries: readonly PastLine[],
  step: { readonly to: 'older' | 'newer' } & RowView,
): Recalled | undefined => {
  const draft = (place.back > 0 ? place.draft : undefined) ?? place.editor
  const draftMode = (place.back > 0 ? place.draftMode : undefined) ?? place.mode
  const fits = narrowed(entries, labelledText(draft), draftMode)
  if (step.to === 'newer' && place.back === 0) return undefined
  const next = nextFit(entries, fits, {
    from: place.back - 1,
    to: step.to,
    shown: labelledText(place.editor),
  })
  if (next === undefined) return step.to === 'older' ? undefined : { editor: draft, mode: draftMode, back: 0 }
  const line = entries[next]
  if (!line) return undefined
  return {
    editor: shownLine(place.editor, line, step),
    mode: line.mode,
    back: next + 1,
    draft,
    draftMode,
  }
}

type Fits = (line: PastLine) => boolean

const narrowed = (entries: readonly PastLine[], prefix: string, mode: PromptState['mode']): Fits => {
  const inMode: Fits = line => mode === 'prompt' || line.mode === mode
  const begins: Fits = line => inMode(line) && line.text.startsWith(prefix)
  return prefix !== '' && entries.some(line => begins(line) && line.text !== prefix) ? begins : inMode
}

/** The same line twice in a row would look as if the key did nothing. */
const nextFit = (
  entries: readonly PastLine[],
  fits: Fits,
  { from, to, shown }: { readonly from: number; readonly to: 'older' | 'newer'; readonly shown: string },
): number | undefined => {
  const by = to === 'older' ? 1 : -1
  for (let index = from + by; index >= 0 && index < entries.length; index += by) {
    const line = entries[index]
    if (line && fits(line) && line.text !== shown) return index
  }
  return undefined
}

/** Going up, the caret waits in the first row, so that the next key goes on; going down in the last. */
const shownLine = (
  editor: Editor,
  line: PastLine,
  step: { readonly to: 'older' | 'newer' } & RowView,
): Editor => {
  const empty = resetEditor(editor)
  const chips = line.chips ?? []
  const text = chips.length === 0 ? line.text : restoreChips(line.text, chips)
  const shape = { width: step.width, chips, ...(step.label ? { label: step.label } : {}) }
  const caret = edgeRowEnd(text, step.to === 'older' ? 'first' : 'last', shape)
  return { ...empty, text, caret, chips, ...(editor.vim ? { vim: editor.vim } : {}) }
}
