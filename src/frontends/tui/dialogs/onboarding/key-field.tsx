import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import { ansiWidth } from '../../../../lib/ansi-text.ts'
import { useUi } from '../../ui.ts'
import { TextField } from '../../widgets/text-field.tsx'

/** A key, in dots. */
export const KeyField = ({ save, back }: { save(key: string): void; back(): void }): ReactNode => {
  const { theme, words, width } = useUi()
  const { keyLabel, keyPlaceholder } = words.dialogs
  return (
    <Box>
      <Text>{`${theme.paint('accent', keyLabel)} `}</Text>
      <TextField
        secret
        placeholder={keyPlaceholder}
        width={width - ansiWidth(keyLabel) - 3}
        onSubmit={key => (key.trim() === '' ? back() : save(key))}
        onCancel={back}
      />
    </Box>
  )
}
