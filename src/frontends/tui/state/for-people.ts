/** What the program tells the model beside a result; it is none of the person's business. */
const REMINDER = /\s*<system-reminder>[\s\S]*?<\/system-reminder>\s*/g
const FRAMES = /<\/?(?:tool_use_error|local-command-stdout|local-command-stderr)>/g

/** A text that was made for the model, without what only the model is told. */
export const forPeople = (text: string): string =>
  text.includes('<') ? text.replace(REMINDER, '\n').replace(FRAMES, '').trim() : text
