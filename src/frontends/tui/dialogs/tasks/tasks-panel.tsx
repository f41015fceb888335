import { type ReactNode, useEffect, useState } from 'react'
import type { TaskInfo } from '../../../../protocol/tool.ts'
import type { PanelProps } from '../../panel.ts'
import { type Ui, useUi } from '../../ui.ts'
import { useKeys } from '../../use-keys.ts'
import { useLive } from '../../use-live.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { Answered } from '../answered.tsx'
import { panelRows } from '../panel-room.ts'
import { sendOp } from '../send-op.ts'
import { useAnswer } from '../use-answer.ts'
import { lastLine, type TaskRow, taskOptions } from './task-options.ts'
import { TaskOutput } from './task-output.tsx'

const REFRESH_MS = 1_000
/** Enough for the last line. */
const END_BYTES = 2_048

/** Work that goes on in the background. */
export const TasksPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.tasks
  const [shown, setShown] = useState<TaskInfo>()
  const { answer, again } = useAnswer(() => readTasks(ui))
  useEffect(() => {
    const timer = setInterval(again, REFRESH_MS)
    return () => clearInterval(timer)
  }, [again])
  if (shown) return <TaskOutput task={shown} back={() => setShown(undefined)} />
  return (
    <DialogFrame title={words.title} hints={words.hint}>
      <Answered answer={answer} close={close}>
        {rows => <TaskList rows={rows} onShow={setShown} onStopped={again} close={close} />}
      </Answered>
    </DialogFrame>
  )
}

const readTasks = async ({ engine, ports }: Ui): Promise<readonly TaskRow[]> =>
  await Promise.all(
    (await engine.query('tasks')).map(async task => ({
      task,
      last:
        task.outputFile === undefined ? '' : lastLine(await ports.system.readEnd(task.outputFile, END_BYTES)),
    })),
  )

const TaskList = ({
  rows,
  onShow,
  onStopped,
  close,
}: {
  readonly rows: readonly TaskRow[]
  onShow(task: TaskInfo): void
  onStopped(): void
  close(): void
}): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.tasks
  const at = useLive(() => 0)
  const options = taskOptions(rows, { words: ui.words, now: ui.ports.system.now() })
  const stop = async ({ id, status }: TaskInfo): Promise<void> => {
    if (status !== 'running') return ui.toast(words.over, 'warning')
    await sendOp(ui, { type: 'stop_task', taskId: id }, words.stopped)
    onStopped()
  }
  useKeys('Task', ({ key }) => {
    if (key?.text !== 'x') return false
    const task = options[Math.min(at.now(), options.length - 1)]?.value
    if (task) void stop(task)
    return true
  })
  return (
    <SelectList
      options={options}
      empty={words.nothing}
      rows={panelRows(ui)}
      onMove={(_, index) => at.set(index)}
      onChoose={onShow}
      onCancel={close}
    />
  )
}
