import { type ReactNode, useEffect, useState } from 'react'
import type { TaskInfo } from '../../../../protocol/tool.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { type Ui, useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { useLive } from '../../ui/use-live.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { Answered } from '../answered.tsx'
import { Confirm } from '../confirm.tsx'
import { panelRows } from '../panel-room.ts'
import { sendOp } from '../send-op.ts'
import { useAnswer } from '../use-answer.ts'
import { isOver, lastLine, taskOptions, type WorkRow, workRows } from './task-options.ts'
import { TaskOutput } from './task-output.tsx'

const REFRESH_MS = 1_000
/** Enough for the last line. */
const END_BYTES = 2_048

/** Work that goes on beside the conversation: agents, commands and the rest. */
export const TasksPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.tasks
  const [shown, setShown] = useState<TaskInfo>()
  const { answer, again } = useAnswer(() => readWork(ui))
  useEffect(() => {
    const timer = setInterval(again, REFRESH_MS)
    return () => clearInterval(timer)
  }, [again])
  if (shown) return <TaskOutput task={shown} back={() => setShown(undefined)} />
  const show = ({ agent, task }: WorkRow): void => {
    if (agent) ui.open('agent', { id: agent.id })
    else setShown(task)
  }
  return (
    <DialogFrame title={words.title} hints={words.hint}>
      <Answered answer={answer} close={close}>
        {rows => <TaskList rows={rows} onShow={show} again={again} close={close} />}
      </Answered>
    </DialogFrame>
  )
}

const readWork = async ({ engine, ports }: Ui): Promise<readonly WorkRow[]> => {
  const [tasks, agents] = await Promise.all([engine.query('tasks'), engine.query('runningAgents')])
  const told = await Promise.all(
    tasks.map(async task => ({
      task,
      last:
        task.outputFile === undefined ? '' : lastLine(await ports.system.readEnd(task.outputFile, END_BYTES)),
    })),
  )
  return workRows(told, agents)
}

interface TaskListProps {
  readonly rows: readonly WorkRow[]
  onShow(row: WorkRow): void
  again(): void
  close(): void
}

const TaskList = ({ rows, onShow, again, close }: TaskListProps): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.tasks
  const at = useLive(() => 0)
  const [asking, setAsking] = useState(false)
  const options = taskOptions(rows, { words: ui.words, now: ui.ports.system.now() })
  const running = rows.filter(row => !isOver(row))
  const pointed = (): WorkRow | undefined => options[Math.min(at.now(), options.length - 1)]?.value
  const act = async (what: 'stop' | 'move'): Promise<void> => {
    const row = pointed()
    if (!row) return
    if (isOver(row)) return ui.toast(words.over, 'warning')
    await (what === 'stop' ? stop(ui, row, words.stopped) : move(ui, row))
    again()
  }
  const stopAll = async (): Promise<void> => {
    setAsking(false)
    const ended = await Promise.all(running.map(row => stop(ui, row)))
    const count = ended.filter(Boolean).length
    if (count > 0) ui.toast(words.stoppedAll(count), 'good')
    again()
  }
  useKeys(
    'Task',
    ({ key }) => {
      if (key?.text === 'x') void act('stop')
      else if (key?.text === 'X') running.length > 0 ? setAsking(true) : ui.toast(words.nothing, 'warning')
      else if (key?.text === 'b') void act('move')
      else return false
      return true
    },
    !asking,
  )
  if (asking)
    return (
      <Confirm
        question={words.stopAll(running.length)}
        onYes={() => void stopAll()}
        onNo={() => setAsking(false)}
      />
    )
  return (
    <SelectList
      options={options}
      initial={at.shown}
      empty={words.nothing}
      rows={panelRows(ui)}
      onMove={(_, index) => at.set(index)}
      onChoose={onShow}
      onCancel={close}
    />
  )
}

const stop = (ui: Ui, { id, agent }: WorkRow, done?: string): Promise<boolean> =>
  sendOp(ui, agent ? { type: 'stop_agent', agentId: id } : { type: 'stop_task', taskId: id }, done)

/** What the conversation waits for goes on beside it. */
const move = async (ui: Ui, { agent }: WorkRow): Promise<void> => {
  const { notMovable, moved } = ui.words.panels.tasks
  if (!agent || agent.background || agent.stays) return ui.toast(notMovable, 'warning')
  await sendOp(ui, { type: 'move_to_background', toolUseId: agent.toolUseId }, moved)
}
