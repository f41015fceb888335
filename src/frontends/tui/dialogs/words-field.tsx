import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import { ansiWidth } from '../../../lib/ansi-text.ts'
import { useUi } from '../ui/ui.ts'
import { TextField } from '../widgets/text-field.tsx'

/** Words that go with an answer. */
export const WordsField = ({
  label,
  placeholder,
  initial = '',
  send,
  back,
}: {
  readonly label: string
  readonly placeholder: string
  readonly initial?: string
  send(text: string): void
  back(): void
}): ReactNode => {
  const { theme, width } = useUi()
  return (
    <Box>
      <Text>{`${theme.paint('accent', label)}${label.endsWith('：') ? '' : ' '}`}</Text>
      <TextField
        multiLine
        initial={initial}
        placeholder={placeholder}
        width={width - ansiWidth(label) - 3}
        onSubmit={send}
        onCancel={back}
      />
    </Box>
  )
}
