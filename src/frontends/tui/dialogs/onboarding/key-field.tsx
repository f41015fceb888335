import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import { ansiWidth } from '../../../../lib/ansi-text.ts'
import { useUi } from '../../ui/ui.ts'
import { TextField } from '../../widgets/text-field.tsx'

/** A key, in dots. */
export const KeyField = ({
  label,
  begun,
  save,
  back,
}: {
  readonly label: string
  /** What was typed of it before there was a field. */
  readonly begun?: string
  save(key: string): void
  back(): void
}): ReactNode => {
  const { theme, words, width } = useUi()
  const { keyPlaceholder } = words.dialogs
  return (
    <Box>
      <Text>{`${theme.paint('accent', label)} `}</Text>
      <TextField
        secret
        {...(begun === undefined ? {} : { initial: begun })}
        placeholder={keyPlaceholder}
        width={width - ansiWidth(label) - 3}
        onSubmit={key => (key.trim() === '' ? back() : save(key))}
        onCancel={back}
      />
    </Box>
  )
}
