import type { Edit, RowView, Side, Unit } from '../editor/edit.ts'

const move = (unit: Unit, side: Side): Edit => ({ type: 'move', unit, side })
const kill = (unit: Unit, side: Side): Edit => ({ type: 'kill', unit, side })

const EDITS: Readonly<Record<string, Edit>> = {
  'edit:left': move('char', 'back'),
  'edit:right': move('char', 'forward'),
  'edit:wordLeft': move('word', 'back'),
  'edit:wordRight': move('word', 'forward'),
  'edit:lineStart': move('line', 'back'),
  'edit:lineEnd': move('line', 'forward'),
  'edit:start': move('buffer', 'back'),
  'edit:end': move('buffer', 'forward'),
  'edit:deleteBack': { type: 'delete', unit: 'char', side: 'back' },
  'edit:deleteForward': { type: 'delete', unit: 'char', side: 'forward' },
  'edit:killWordBack': kill('word', 'back'),
  'edit:killWordForward': kill('word', 'forward'),
  'edit:killBigWordBack': kill('bigWord', 'back'),
  'edit:killToLineStart': kill('line', 'back'),
  'edit:killToLineEnd': kill('line', 'forward'),
  'edit:killLine': { type: 'killLine' },
  'edit:setMark': { type: 'setMark' },
  'edit:swapMark': { type: 'swapMark' },
  'edit:killRegion': { type: 'killRegion' },
  'edit:copyRegion': { type: 'copyRegion' },
  'edit:yank': { type: 'yank' },
  'edit:yankPop': { type: 'yankPop' },
  'edit:transposeChars': { type: 'transpose', unit: 'char' },
  'edit:transposeWords': { type: 'transpose', unit: 'word' },
  'edit:uppercase': { type: 'case', to: 'upper' },
  'edit:lowercase': { type: 'case', to: 'lower' },
  'edit:capitalize': { type: 'case', to: 'capital' },
  'edit:redo': { type: 'redo' },
  'chat:undo': { type: 'undo' },
  'chat:newline': { type: 'newline' },
  // Readline's key for it; whoever has something to put into the background takes the action first.
  'task:background': move('char', 'back'),
  // The same for the end of the program, which only an empty text asks for.
  'app:exit': { type: 'delete', unit: 'char', side: 'forward' },
}

/** What an action of the keymap does to a text; undefined for actions that are not about one. */
export const editFor = (action: string, view: RowView): Edit | undefined => {
  const rows = { width: view.width, ...(view.label ? { label: view.label } : {}) }
  switch (action) {
    case 'edit:rowUp':
      return { type: 'row', by: -1, ...rows }
    case 'edit:rowDown':
      return { type: 'row', by: 1, ...rows }
    case 'edit:rowStart':
      return { type: 'rowEdge', to: 'start', ...rows }
    case 'edit:rowEnd':
      return { type: 'rowEdge', to: 'end', ...rows }
    default:
      return EDITS[action]
  }
}
