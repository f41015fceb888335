import { type ReactNode, useState } from 'react'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { numbered } from '../../widgets/numbered.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import { copyTranscript } from '../copy-transcript.ts'
import { WordsField } from '../words-field.tsx'

/** Where the conversation goes: a file whose name is typed, or the clipboard. */
export const ExportPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.export
  const [naming, setNaming] = useState(false)
  if (naming)
    return (
      <DialogFrame title={words.title} tone="accent" hints={words.nameHint}>
        <WordsField
          label={words.name}
          placeholder={words.namePlaceholder}
          initial={`conversation-${(ui.state().session.id || 'new').slice(0, 8)}.md`}
          send={file => {
            if (file.trim() === '') return
            close()
            void ui.send({ type: 'command', line: `/export ${file.trim()}`, authority: 'owner' })
          }}
          back={() => setNaming(false)}
        />
      </DialogFrame>
    )
  return (
    <DialogFrame title={words.title} tone="accent" hints={ui.words.panels.chooseHint}>
      <SelectList
        options={numbered([
          { value: 'file' as const, label: words.file, detail: words.fileDetail },
          { value: 'clipboard' as const, label: words.clipboard },
        ])}
        onChoose={where => {
          if (where === 'file') return setNaming(true)
          close()
          const { done, live } = ui.state().transcript
          void copyTranscript(ui, [...done, ...live])
        }}
        onCancel={close}
      />
    </DialogFrame>
  )
}
