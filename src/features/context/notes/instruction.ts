import { renderSections, type Section, tooLong } from './sections.ts'

/** What the model is asked at the end of the conversation so far, beside the turn that goes on. */
export const notesInstruction = (sections: readonly Section[]): string => {
  const long = tooLong(sections)
  const condense =
    long.length === 0
      ? ''
      : `\nThese sections are too long; give them anew, shorter, with what matters most: ${long.join(', ')}.`
  return `This is not part of the conversation: it asks you to bring the notes of this session up to date. Someone who knows only these notes must be able to go on with the work. Write in the language the user writes in; names of sections stay. Do not call tools.

The notes as they are:
${renderSections(sections)}

Answer only with the sections that change, each whole with its new text, without its line in italics:
<section name="Current state">…</section>
Be exact: paths, names, commands, numbers and the user's own words. At most about 1,500 words a section.${condense}`
}
