import { useContext } from 'preact/hooks'
import { escapeLine } from '../../../lib/escape-text.ts'
import { clockTime } from '../../../lib/text/clock-time.ts'
import { callActivity, runningCall } from '../state/activity.ts'
import { useWords } from '../text/words.ts'
import { AssistantLine } from './assistant-line.tsx'
import { SessionContext, UiContext } from './session-context.ts'
import { useStore } from './use-store.ts'

/** What goes on: a turn, a compaction, a wait for the provider, background work. */
export const WorkLine = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const running = useStore(session.state, state => state.running)
  const status = useStore(session.state, state => state.status)
  const retry = useStore(session.state, state => state.retry)
  const call = useStore(session.state, state => (state.running ? runningCall(state.rows) : undefined))
  const cwd = useStore(session.state, state => state.cwd)
  const asks = useStore(session.state, state => state.requests.length > 0)
  const agents = useStore(
    session.state,
    state => [...state.agents.values()].filter(each => each.status === 'running').length,
  )
  const tasks = useStore(session.state, state => state.tasks.length)
  const text = retry?.resetsAt
    ? words.limitWait(clockTime(retry.resetsAt * 1_000, Date.now()))
    : retry
      ? words.retrying(
          Math.max(1, Math.round(retry.delayMs / 1_000)),
          `${words.why(retry.error)}${retry.host === undefined ? '' : ` (${retry.host})`}`,
        )
      : status === 'compacting'
        ? words.compacting
        : running && !asks
          ? call
            ? callActivity(call, words, cwd)
            : words.busy
          : ''
  return (
    <div class="work">
      <span class={text === '' ? 'busy still' : 'busy'}>{text}</span>
      <SelectionLine />
      <AssistantLine />
      {agents > 0 && (
        <button type="button" class="quiet" onClick={() => ui.openPanel({ name: 'agents' })}>
          {words.agents}: {agents}
        </button>
      )}
      {tasks > 0 && (
        <button type="button" class="quiet" onClick={() => ui.openPanel({ name: 'tasks' })}>
          {words.tasks}: {tasks}
        </button>
      )}
    </div>
  )
}

/** What the person has selected in their editor goes along with what they say. */
const SelectionLine = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const text = useStore(session.state, ({ editor }) => {
    const selection = editor?.status === 'connected' && editor.shares ? editor.selection : undefined
    if (!selection) return ''
    return selection.lines === 0 ? selection.name : words.editorSelected(selection.lines, selection.name)
  })
  if (text === '') return null
  return (
    <span class="selected" dir="auto">
      <span aria-hidden="true">⧉ </span>
      {escapeLine(text, 80)}
    </span>
  )
}
