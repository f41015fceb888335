import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import { truncateAnsi } from '../../../lib/ansi-text.ts'
import { textWidth } from '../../../lib/text-width.ts'
import { useUi } from '../ui/ui.ts'
import { hintLines } from './hint-lines.ts'
import { Lines } from './lines.tsx'
import type { DialogFrameProps } from './widget-props.ts'

/** A rule with the title, the dialog, and the keys that work in it. */
export const DialogFrame = ({ title, tone = 'accent', hints, children }: DialogFrameProps): ReactNode => {
  const { theme, width, look } = useUi()
  const shown = truncateAnsi(title, Math.max(1, width - 4))
  const rule = (columns: number): string =>
    look().plain ? '' : theme.paint(tone, '─'.repeat(Math.max(0, columns)))
  return (
    <Box flexDirection="column" width={width}>
      <Text wrap="truncate">
        {`${rule(2)} ${theme.paint('strong', shown)} ${rule(width - textWidth(shown) - 4)}`.trim()}
      </Text>
      <Box flexDirection="column" paddingLeft={1}>
        {children}
        {hints === undefined ? null : (
          <Lines lines={hintLines(hints, width - 1).map(line => theme.paint('dim', line))} />
        )}
      </Box>
    </Box>
  )
}
