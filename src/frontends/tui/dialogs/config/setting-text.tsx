import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import type { OfferedSetting } from '../../ports/settings-port.ts'
import { useUi } from '../../ui.ts'
import { TextField } from '../../widgets/text-field.tsx'
import { settingName } from './setting-rows.ts'

interface SettingTextProps {
  readonly row: OfferedSetting
  readonly text: string
  onSubmit(text: string): void
  onCancel(): void
}

export const SettingText = ({ row, text, onSubmit, onCancel }: SettingTextProps): ReactNode => {
  const { theme, words } = useUi()
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">{`${theme.paint('strong', settingName(row, words.panels))}  ${theme.paint('dim', row.key)}`}</Text>
      <TextField
        initial={text}
        placeholder={words.panels.config.emptyIsDefault}
        onSubmit={typed => onSubmit(typed.trim())}
        onCancel={onCancel}
      />
    </Box>
  )
}
