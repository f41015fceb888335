import { type Chip, countLines } from '../input/editor/chip.ts'
import type { Mark } from '../input/editor/layout.ts'
import { regionOf } from '../input/editor/targets.ts'
import type { PromptState } from '../input/prompt-state.ts'
import { selectionOf } from '../input/vim/selection.ts'
import type { Words } from '../text/words.ts'
import { spellWords } from './spell-words.ts'

/** Longer texts are not looked through at every key. */
const LONGEST = 20_000
const MENTION = /(?<=^|[\s(（「“"'，。：])@(?:"[^"\n]+"|[^\s"]+)/g

/** What looks different in the prompt: what is selected, a command at its beginning, files that are mentioned, words that are misspelled. */
export const promptMarks = ({
  editor,
  mode,
  misspelled,
}: Pick<PromptState, 'editor' | 'mode' | 'misspelled'>): readonly Mark[] => {
  const selected = selectionOf(editor) ?? regionOf(editor)
  const marks: Mark[] = selected ? [{ ...selected, tone: 'selected' }] : []
  const { text } = editor
  if (mode !== 'prompt' || text.length > LONGEST) return marks
  const command = /^\/[\w:-]+(?=\s|$)/.exec(text)
  if (command) marks.push({ from: 0, to: command[0].length, tone: 'accent' })
  for (const mention of text.matchAll(MENTION))
    marks.push({ from: mention.index, to: mention.index + mention[0].length, tone: 'path' })
  // The word that is being typed may still become right.
  for (const { word, from, to } of misspelled?.size ? spellWords(text) : [])
    if (misspelled?.has(word) && to !== editor.caret) marks.push({ from, to, tone: 'misspelled' })
  return marks
}

/** What stands on the screen for a chip. */
export const chipWords =
  (words: Words['prompt']) =>
  (chip: Chip): string =>
    chip.kind === 'image' ? words.image(chip.id) : words.pastedText(chip.id, countLines(chip.text) - 1)
