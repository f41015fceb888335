import { Box, Text } from 'ink'
import { type ReactNode, useState } from 'react'
import { escapeLine } from '../../../../lib/escape-text.ts'
import type { PermissionUpdate } from '../../../../protocol/permission.ts'
import { useUi } from '../../ui/ui.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { additionOf, destinationOptions, type Tab } from './rule-rows.ts'

interface AddRuleProps {
  readonly tab: Exclude<Tab, 'denied'>
  onDone(update: PermissionUpdate): void
  onCancel(): void
}

/** First the rule, then where it is kept. */
export const AddRule = ({ tab, onDone, onCancel }: AddRuleProps): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.permissions
  const [text, setText] = useState<string>()
  const take = (typed: string): void => {
    if (additionOf(tab, typed, 'session')) setText(typed)
    else ui.toast(words.noRule, 'warning')
  }
  if (text === undefined)
    return (
      <Box>
        <Text>{`${ui.theme.paint('accent', words.add[tab])} `}</Text>
        <TextField placeholder={words.placeholders[tab]} onSubmit={take} onCancel={onCancel} />
      </Box>
    )
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">{`${ui.theme.paint('code', escapeLine(text, 200))} ${ui.theme.paint('dim', words.where)}`}</Text>
      <SelectList
        options={destinationOptions(words)}
        onChoose={destination => {
          const update = additionOf(tab, text, destination)
          if (update) onDone(update)
        }}
        onCancel={() => setText(undefined)}
      />
    </Box>
  )
}
