const ESCAPES = new RegExp(
  [
    // Operating system commands and other strings, up to BEL or ST.
    '\\u001b[\\]PX^_][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)',
    // Control sequences: colours, cursor movement, erasing.
    '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]',
    // Two- and three-byte escapes: character sets, keypad modes, save and restore.
    '\\u001b[ -/]+[0-~]',
    '\\u001b[0-Z\\\\^-~]',
  ].join('|'),
  'g',
)

/** Terminal escapes removed; text, newlines and carriage returns stay. */
export const stripAnsi = (text: string): string =>
  text.includes('\u001b') || text.includes('\u009b') ? text.replace(ESCAPES, '') : text
