import type { Editor } from './editor-state.ts'
import type { UndoStep } from './undo-step.ts'

const DEEPEST = 2_000
const KEPT = 1_000

/** Cut now and then, not at every step: cutting walks the list. */
export const pushStep = (list: UndoStep | undefined, step: Omit<UndoStep, 'depth' | 'next'>): UndoStep => {
  const next = list && list.depth >= DEEPEST ? keepNewest(list, KEPT) : list
  return { ...step, depth: (next?.depth ?? 0) + 1, next }
}

const keepNewest = (list: UndoStep, count: number): UndoStep | undefined => {
  const newest: UndoStep[] = []
  for (let step: UndoStep | undefined = list; step && newest.length < count; step = step.next)
    newest.push(step)
  let kept: UndoStep | undefined
  for (const step of newest.reverse()) kept = { ...step, depth: (kept?.depth ?? 0) + 1, next: kept }
  return kept
}

/** The whole last group taken back, or put in again. */
export const undo = (editor: Editor): Editor => travel(editor, 'past')
export const redo = (editor: Editor): Editor => travel(editor, 'future')

const travel = (editor: Editor, from: 'past' | 'future'): Editor => {
  const group = editor[from]?.group
  if (group === undefined) return editor
  const back = from === 'past'
  let { text, caret } = editor
  let source = editor[from]
  let target = editor[back ? 'future' : 'past']
  for (; source && source.group === group; source = source.next) {
    const [gone, put] = back ? [source.inserted, source.removed] : [source.removed, source.inserted]
    text = text.slice(0, source.at) + put + text.slice(source.at + gone.length)
    caret = back ? source.caretBefore : source.caretAfter
    const { depth: _depth, next: _next, ...step } = source
    target = pushStep(target, step)
  }
  const { goal: _goal, mark: _mark, ...rest } = editor
  return {
    ...rest,
    text,
    caret,
    last: 'undo',
    past: back ? source : target,
    future: back ? target : source,
  }
}
