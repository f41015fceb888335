import { dirname, join } from 'node:path'
import { Text } from 'ink'
import { type ReactNode, useState } from 'react'
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
  const [pointed, setPointed] = useState<string>()
  const edit = async (chosen: string): Promise<void> => {
    // What is missing is a line of the index.
    const path = missing.includes(chosen) ? join(dirname(chosen), 'MEMORY.md') : chosen
    await openInEditor(ui, { path })
    again()
  }
  const toggle = async (isOn: boolean): Promise<void> => {
    await saveSetting(ui, { key: REQUESTS, value: !isOn })
    again()
  }
  const { instructions, memories, missing, leftOut } = answer.state === 'ready' ? answer.value : NOTHING
  const files = memoryOptions(
    instructions,
    { memories, missing, leftOut },
    { words, cwd: ui.state().session.cwd },
  )
  // Without a file the switch is all there is to point at.
  const isSwitch = answer.state === 'ready' && (pointed ?? files[0]?.value ?? REQUESTS) === REQUESTS
  const hints = isSwitch ? words.memory.requests.hint(answer.value.asks) : words.memory.hint
  return (
    <DialogFrame title={words.memory.title} hints={hints}>
      <Answered answer={answer} close={close}>
        {({ asks }) => (
          <>
            {files.length === 0 && <Text>{words.memory.nothing}</Text>}
            <SelectList
              options={[...files, requestsOption(asks, words.memory)]}
              rows={panelRows(ui)}
              onMove={path => setPointed(path)}
              onChoose={path => void (path === REQUESTS ? toggle(asks) : edit(path))}
              onCancel={close}
            />
          </>
        )}
      </Answered>
    </DialogFrame>
  )
}

const NONE: readonly string[] = []
const NOTHING = { instructions: [], memories: NONE, missing: NONE, leftOut: NONE }

const readMemory = async ({ engine, ports, state }: Ui) => {
  const [instructions, index, rows] = await Promise.all([
    engine.query('instructions'),
    engine.query('memoryIndex'),
    ports.settings.rows(),
  ])
  const directory = memoryDirectory(instructions)
  const listed = directory === undefined ? [] : await ports.files.list(directory)
  return {
    instructions,
    ...index,
    memories: listed.map(({ path }) => absolutePath(path, state().session.cwd)),
    asks: rows.find(({ key }) => key === REQUESTS)?.value !== false,
  }
}
