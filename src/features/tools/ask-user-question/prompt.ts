export const ASK_USER_QUESTION_PROMPT = `Asks the person when the work depends on a choice only they can make and nothing in the project answers it. Each option says what follows from it; put the one you advise first. A free answer is always possible, so no "Other" is needed.`

/** What an option may be shown with, by what whoever draws the question can draw. */
export const PREVIEW_HINTS = {
  text: 'How it would look, as plain text: code, a mockup, a diagram',
  markdown: 'How it would look, as Markdown: code, a mockup, a diagram',
  html: 'How it would look: one HTML element, styled inline; no scripts, style sheets or document around it',
} as const
