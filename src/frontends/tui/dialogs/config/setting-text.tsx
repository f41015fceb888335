import { Box } from 'ink'
import type { ReactNode } from 'react'
import type { OfferedSetting } from '../../ports/settings-port.ts'
import { useUi } from '../../ui/ui.ts'
import { TextField } from '../../widgets/text-field.tsx'
import { SettingHead } from './setting-head.tsx'

interface SettingTextProps {
  readonly row: OfferedSetting
  readonly text: string
  onSubmit(text: string): void
  onCancel(): void
}

export const SettingText = ({ row, text, onSubmit, onCancel }: SettingTextProps): ReactNode => {
  const { words } = useUi()
  return (
    <Box flexDirection="column">
      <SettingHead row={row} />
      <TextField
        initial={text}
        placeholder={words.panels.config.emptyIsDefault}
        onSubmit={typed => onSubmit(typed.trim())}
        onCancel={onCancel}
      />
    </Box>
  )
}
