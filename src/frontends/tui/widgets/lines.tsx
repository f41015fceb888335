import { Text } from 'ink'
import type { ReactNode } from 'react'
import type { Line } from '../terminal/screen-port.ts'

/** Lines that are ready to be shown. */
export const Lines = ({ lines }: { readonly lines: readonly Line[] }): ReactNode =>
  lines.map((line, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
    <Text key={row} wrap="truncate">
      {line === '' ? ' ' : line.replaceAll(SHORT_END, END)}
    </Text>
  ))

/** Ink knows only the long form: with the short one a look would go on to the end of the line. */
const SHORT_END = '\u001b[m'
const END = '\u001b[0m'
