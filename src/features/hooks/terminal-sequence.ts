const ESC = '\u001b'
const BEL = '\u0007'
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f'

/** Title, icon, notifications, progress: nothing that moves the cursor, reads the screen or answers for the person. */
const HARMLESS = new RegExp(`${BEL}|${ESC}\\](?:0|1|2|9|99|777);[^${CONTROLS}]*(?:${BEL}|${ESC}\\\\)`, 'g')

/** A text that may go to the terminal as it is: the bell, window titles and notifications, and nothing else. */
export const harmlessSequence = (text: string): string | undefined =>
  text !== '' && text.length <= MAX_CHARS && text.replace(HARMLESS, '') === '' ? text : undefined

const MAX_CHARS = 4_000
