import { Text } from 'ink'
import type { ReactNode } from 'react'
import type { PanelProps } from '../../panel.ts'
import { type Ui, useUi } from '../../ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { Answered } from '../answered.tsx'
import { openInEditor } from '../open-in-editor.ts'
import { panelRows } from '../panel-room.ts'
import { saveSetting } from '../save-setting.ts'
import { useAnswer } from '../use-answer.ts'
import { absolutePath, memoryDirectory, memoryOptions, REQUESTS, requestsOption } from './memory-options.ts'

/** The files that tell the model how to work here; Enter opens one in the editor. */
export const MemoryPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels
  const { answer, again } = useAnswer(() => readMemory(ui))
  const edit = async (path: string): Promise<void> => {
    await openInEditor(ui, { path })
    again()
  }
  const toggle = async (isOn: boolean): Promise<void> => {
    await saveSetting(ui, { key: REQUESTS, value: !isOn })
    again()
  }
  return (
    <DialogFrame title={words.memory.title} hints={words.memory.hint}>
      <Answered answer={answer} close={close}>
        {({ instructions, memories, asks }) => {
          const files = memoryOptions(instructions, memories, { words, cwd: ui.state().session.cwd })
          return (
            <>
              {files.length === 0 && <Text>{words.memory.nothing}</Text>}
              <SelectList
                options={[...files, requestsOption(asks, words.memory)]}
                rows={panelRows(ui)}
                onChoose={path => void (path === REQUESTS ? toggle(asks) : edit(path))}
                onCancel={close}
              />
            </>
          )
        }}
      </Answered>
    </DialogFrame>
  )
}

const readMemory = async ({ engine, ports, state }: Ui) => {
  const [instructions, rows] = await Promise.all([engine.query('instructions'), ports.settings.rows()])
  const directory = memoryDirectory(instructions)
  const listed = directory === undefined ? [] : await ports.files.list(directory)
  return {
    instructions,
    memories: listed.map(({ path }) => absolutePath(path, state().session.cwd)),
    asks: rows.find(({ key }) => key === REQUESTS)?.value !== false,
  }
}
