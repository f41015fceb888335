import { useContext, useState } from 'preact/hooks'
import type { Message } from '../../../../protocol/message.ts'
import type { Op } from '../../../../protocol/op.ts'
import { groupRows } from '../../state/group-rows.ts'
import type { Row } from '../../state/row.ts'
import { rowsOf } from '../../state/rows-of.ts'
import { useWords } from '../../text/words.ts'
import { RowView } from '../rows/row-view.tsx'
import { SessionContext, UiContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'

const LAST = 300

/** What one agent said and did, with a word to it and its end. */
export const AgentPanel = ({ id }: { readonly id: string }) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const agent = useStore(session.state, state => state.agents.get(id))
  const rows = useTranscript(id)
  const send = (op: Op): void =>
    void session
      .send(op)
      .catch((error: unknown) =>
        ui.tell(error instanceof Error ? error.message || words.offline : words.offline),
      )
  const isRunning = agent?.status === 'running'
  return (
    <>
      <p>
        <b>{agent?.name}</b> {agent?.description}
        <span class="dim"> · {words.agentStatus[agent?.status ?? 'stopped']}</span>
      </p>
      <div class="agent-transcript">
        {groupRows(rows.slice(-LAST).map(row => asOfAgent(row, isRunning))).map(row => (
          <div class="row" key={row.id}>
            <RowView row={row} />
          </div>
        ))}
      </div>
      <form
        class="tell"
        onSubmit={event => {
          event.preventDefault()
          const field = event.currentTarget.elements.namedItem('text') as HTMLInputElement
          if (field.value.trim() !== '') send({ type: 'tell_agent', agentId: id, text: field.value.trim() })
          field.value = ''
        }}
      >
        <input name="text" aria-label={words.tellAgent} placeholder={words.tellAgent} autocomplete="off" />
        <button type="submit">{words.tell}</button>
        {isRunning && (
          <button type="button" class="stop" onClick={() => send({ type: 'stop_agent', agentId: id })}>
            {words.stopAgent}
          </button>
        )}
      </form>
    </>
  )
}

/** Its task is no word of a person, and what has no result yet is what it does. */
const asOfAgent = (row: Row, running: boolean): Row => {
  if (row.kind === 'user') return { ...row, task: true }
  return row.kind === 'tool' && row.state === 'waiting' && running ? { ...row, state: 'running' } : row
}

/** Read from its file, again whenever it did something. */
const useTranscript = (id: string): readonly Row[] => {
  const session = useContext(SessionContext)
  const { api } = useContext(UiContext)
  const [rows, setRows] = useState<readonly Row[]>([])
  const heard = useStore(session.state, state => state.agentRows.get(id))
  useWhen([id, heard], () => {
    let over = false
    const timer = setTimeout(() => {
      api
        .get<{ readonly messages: readonly Message[] }>(
          `${session.path}/agents/${encodeURIComponent(id)}/history`,
        )
        .then(
          ({ messages }) => {
            if (!over) setRows(rowsOf(messages).rows)
          },
          // What was read before stays.
          () => undefined,
        )
    }, 150)
    return () => {
      over = true
      clearTimeout(timer)
    }
  })
  return rows
}
