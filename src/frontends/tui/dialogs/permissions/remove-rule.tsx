import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import { escapeLine } from '../../../../lib/escape-text.ts'
import type { PermissionUpdate } from '../../../../protocol/permission.ts'
import { useUi } from '../../ui/ui.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import { Confirm } from '../confirm.tsx'
import { destinationOptions, type RuleRow, removalOf } from './rule-rows.ts'

interface RemoveRuleProps {
  readonly row: RuleRow
  onDone(update: PermissionUpdate): void
  onCancel(): void
}

/** A rule is taken out of where it stands; of a directory the person says which list it is to leave. */
export const RemoveRule = ({ row, onDone, onCancel }: RemoveRuleProps): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.permissions
  if (row.kind === 'denial') return null
  if (row.kind === 'rule') {
    const update = removalOf(row.rule)
    return (
      <Confirm
        question={words.removeRule(escapeLine(row.rule.text, 120))}
        onYes={() => (update ? onDone(update) : onCancel())}
        onNo={onCancel}
      />
    )
  }
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">{ui.theme.paint('warn', words.removeDirectory(escapeLine(row.path, 120)))}</Text>
      <SelectList
        options={destinationOptions(words)}
        onChoose={destination => onDone({ type: 'removeDirectories', directories: [row.path], destination })}
        onCancel={onCancel}
      />
    </Box>
  )
}
