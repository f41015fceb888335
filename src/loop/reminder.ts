import { inertInFrame } from '../lib/harness-tags.ts'

/** Text of the harness, framed for the model. What stands inside cannot end the frame or begin another. */
export const frameReminder = (text: string): string =>
  `<system-reminder>\n${inertInFrame(text)}\n</system-reminder>`
