import { dirname, join } from 'node:path'
import { Text } from 'ink'
import { type ReactNode, useState } from 'react'
import { escapeLine } from '../../../../lib/escape-text.ts'
import type { MemoryIndexState } from '../../../../protocol/memory.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { type Ui, useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import type { Option } from '../../widgets/widget-props.ts'
import { Answered } from '../answered.tsx'
import { Confirm } from '../confirm.tsx'
import { openInEditor } from '../open-in-editor.ts'
import { panelRows } from '../panel-room.ts'
import { saveSetting } from '../save-setting.ts'
import { sendOp } from '../send-op.ts'
import { useAnswer } from '../use-answer.ts'
import { memoryOptions, REQUESTS, requestsOption } from './memory-options.ts'

/** The files that tell the model how to work here, and what it remembers; Enter opens one, d forgets a memory. */
export const MemoryPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels
  const { answer, again } = useAnswer(() => readMemory(ui))
  const [pointed, setPointed] = useState<string>()
  const [doomed, setDoomed] = useState<string>()
  const { instructions, asks, ...index } = answer.state === 'ready' ? answer.value : NOTHING
  const view = { words, cwd: ui.state().session.cwd, now: ui.ports.system.now() }
  const files = memoryOptions(instructions, index, view)
  const at = pointed ?? files[0]?.value ?? REQUESTS
  const edit = async (chosen: string): Promise<void> => {
    // What is missing is a line of the index.
    const path = index.missing.includes(chosen) ? join(dirname(chosen), 'MEMORY.md') : chosen
    await openInEditor(ui, { path })
    again()
  }
  const toggle = async (): Promise<void> => {
    await saveSetting(ui, { key: REQUESTS, value: !asks })
    again()
  }
  const forget = async (path: string): Promise<void> => {
    setDoomed(undefined)
    await sendOp(ui, { type: 'forget_memory', path })
    setPointed(undefined)
    again()
  }
  const canForget = isMemory(at, index)
  if (doomed !== undefined)
    return (
      <DialogFrame title={words.memory.title}>
        <Confirm
          question={words.memory.forget(titleOf(doomed, files))}
          onYes={() => void forget(doomed)}
          onNo={() => setDoomed(undefined)}
        />
      </DialogFrame>
    )
  const hint = canForget ? words.memory.forgetHint : words.memory.hint
  return (
    <DialogFrame title={words.memory.title} hints={at === REQUESTS ? words.memory.requests.hint(asks) : hint}>
      <Answered answer={answer} close={close}>
        {() => (
          <>
            {files.length === 0 && <Text>{words.memory.nothing}</Text>}
            <ForgetKey onPress={() => canForget && setDoomed(at)} />
            <SelectList
              options={[...files, requestsOption(asks, words.memory)]}
              rows={panelRows(ui)}
              onMove={path => setPointed(path)}
              onChoose={path => void (path === REQUESTS ? toggle() : edit(path))}
              onCancel={close}
            />
          </>
        )}
      </Answered>
    </DialogFrame>
  )
}

const ForgetKey = ({ onPress }: { onPress(): void }): ReactNode => {
  useKeys('Select', ({ key }) => {
    if (key?.text !== 'd' && key?.name !== 'delete') return false
    onPress()
    return true
  })
  return null
}

const NO_FILES: MemoryIndexState = { memories: [], missing: [], leftOut: [] }
const NOTHING = { instructions: [], ...NO_FILES, asks: true }

const isMemory = (path: string, { memories, missing, leftOut }: MemoryIndexState): boolean =>
  missing.includes(path) || leftOut.includes(path) || memories.some(memory => memory.path === path)

const titleOf = (path: string, files: readonly Option<string>[]): string =>
  files.find(({ value }) => value === path)?.label ?? escapeLine(path)

const readMemory = async ({ engine, ports }: Ui) => {
  const [instructions, index, rows] = await Promise.all([
    engine.query('instructions'),
    engine.query('memoryIndex'),
    ports.settings.rows(),
  ])
  const asks = rows.find(({ key }) => key === REQUESTS)?.value !== false
  return { instructions, ...index, asks }
}
