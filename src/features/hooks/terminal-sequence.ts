/** Title, icon, notifications, progress: nothing that moves the cursor, reads the screen or answers for the person. */
const HARMLESS = /\u0007|\u001b\](?:0|1|2|9|99|777);[^\u0000-\u001f\u007f-\u009f]*(?:\u0007|\u001b\\)/g

/** What of a text may go to the terminal as it is: the bell, and window titles and notifications; undefined: nothing. */
export const harmlessSequence = (text: string): string | undefined => {
  const found = text.match(HARMLESS)?.join('')
  return found === undefined || found === '' || found.length > MAX_CHARS ? undefined : found
}

const MAX_CHARS = 4_000
