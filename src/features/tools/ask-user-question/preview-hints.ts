/** What an option may be shown with, by what whoever draws the question can draw. */
export const PREVIEW_HINTS = {
  text: 'How it would look, as plain text: code, a mockup, a diagram',
  markdown: 'How it would look, as Markdown: code, a mockup, a diagram',
  html: 'How it would look: one HTML element, styled inline; no scripts, style sheets or document around it',
} as const
