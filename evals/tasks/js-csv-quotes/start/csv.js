/** Rows of fields. */
export const parseCsv = text =>
  text
    .trimEnd()
    .split('\n')
    .map(line => line.split(','))
