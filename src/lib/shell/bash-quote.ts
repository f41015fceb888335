/** Any text without a NUL as one bash word on one line. */
export const bashQuote = (text: string): string =>
  `'${text.replaceAll("'", "'\\''").replaceAll('\n', () => "'$'\\n''")}'`
