import type { NoteWords } from './note-words.ts'

export const NOTES_EN: NoteWords = {
  template: `# Title
_A few words that tell this session from others._
# Current state
_What is being worked on right now, and what comes next._
# Task
_What the user wants, with every later change of it._
# Files and functions
_Which ones matter, why, and in what state they are._
# Workflow
_Commands that are used here, in which order, and how to read their output._
# Errors and corrections
_What went wrong and how it was mended; what the user corrected; what not to try again._
# System documentation
_How the parts fit together._
# Learnings
_What worked and what did not._
# Key results
_Answers, tables and numbers the user asked for, in full._
# Worklog
_What was done, step by step, one line each._`,

  instruction(notes, long) {
    const condense =
      long.length === 0
        ? ''
        : `\nThese sections are too long; give them anew, shorter, with what matters most: ${long.join(', ')}.`
    return `This is not part of the conversation: it asks you to bring the notes of this session up to date. Someone who knows only these notes must be able to go on with the work. Write in the language the user writes in; names of sections stay. Do not call tools.

The notes as they are:
${notes}

Answer only with the sections that change, each whole with its new text, without its line in italics:
<section name="Current state">…</section>
Be exact: paths, names, commands, numbers and the user's own words. At most about 1,500 words a section.${condense}`
  },
}
