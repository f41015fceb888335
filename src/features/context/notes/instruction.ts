import type { NoteWords } from './note-words.ts'
import { renderSections, type Section, tooLong } from './sections.ts'

/** What the model is asked at the end of the conversation so far, beside the turn that goes on. */
export const notesInstruction = (sections: readonly Section[], words: NoteWords): string =>
  words.instruction(renderSections(sections), tooLong(sections))
