import { withoutReminders } from '../../../lib/text/without-reminders.ts'

const FRAMES = /<\/?(?:tool_use_error|local-command-stdout|local-command-stderr)>/g

/** What the model should do about a call that was not run, behind the sentence that says why. */
const ADVICE = /^(Cancell?ed: [^.\n]*\.|Not run: [^.\n]*\.) (?:Look at|Answer now)[^\n]*$/

/** A text that was made for the model, without what only the model is told. */
export const forPeople = (text: string): string => {
  const bare = text.includes('<') ? withoutReminders(text).replace(FRAMES, '').trim() : text
  return bare.replace(ADVICE, '$1')
}
