import { Text } from 'ink'
import type { ReactNode } from 'react'
import type { EditorAction, EditorReport } from '../../../../protocol/editor/linked-editor.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { Answered } from '../answered.tsx'
import { panelRows } from '../panel-room.ts'
import { saveSetting } from '../save-setting.ts'
import { sendOp } from '../send-op.ts'
import { useAnswer } from '../use-answer.ts'
import { editorOptions } from './editor-options.ts'

/** Editors that could be connected, and the one that is. */
export const EditorPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.editors
  const { answer } = useAnswer(() => ui.engine.query('editor'))
  const act = async (action: EditorAction, { found }: EditorReport): Promise<void> => {
    close()
    const name = action.action === 'connect' ? found.find(({ id }) => id === action.id)?.name : undefined
    const done = name === undefined ? undefined : words.connected(name)
    const sent = await sendOp(ui, { type: 'editor', ...action }, done)
    if (sent && action.action === 'share')
      await saveSetting(ui, { key: 'shareEditorSelection', value: action.enabled })
  }
  return (
    <DialogFrame title={words.title} hints={words.hint}>
      <Answered answer={answer} close={close}>
        {report => (
          <>
            {report.ignored.length > 0 && (
              <Text wrap="truncate-end">{words.ignored(report.ignored.length)}</Text>
            )}
            <SelectList
              options={editorOptions(report, words, ui.ports.system.home)}
              empty={words.nothing}
              rows={panelRows(ui, report.ignored.length > 0 ? 1 : 0)}
              onChoose={action => void act(action, report)}
              onCancel={close}
            />
          </>
        )}
      </Answered>
    </DialogFrame>
  )
}
