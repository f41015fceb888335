import type { ReactNode } from 'react'
import type { PanelProps } from '../ui/panel.ts'
import { useUi } from '../ui/ui.ts'
import { DialogFrame } from '../widgets/dialog-frame.tsx'
import { numbered } from '../widgets/numbered.ts'
import { SelectList } from '../widgets/select-list.tsx'

interface RememberParams {
  readonly text: string
  /** The line into the prompt again. */
  back(): void
}

/** Where a line typed after `#` is kept. */
export const RememberPanel = ({ params, close }: PanelProps<RememberParams>): ReactNode => {
  const ui = useUi()
  const { chat } = ui.words
  return (
    <DialogFrame title={chat.remember} tone="accent" hints={chat.rememberHint}>
      <SelectList
        options={numbered([
          { value: 'project' as const, label: chat.rememberProject },
          { value: 'local' as const, label: chat.rememberLocal },
          { value: 'user' as const, label: chat.rememberUser },
        ])}
        onChoose={scope => {
          close()
          void ui.send({ type: 'remember', text: params.text, scope })
        }}
        onCancel={() => {
          close()
          params.back()
        }}
      />
    </DialogFrame>
  )
}
