import { useContext } from 'preact/hooks'
import { factsOf } from '../../state/tool-facts.ts'
import { useWords } from '../../text/words.ts'
import { useFold } from '../fold.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'

const LAST = 4

/** The agents that a call started, with the last things each did. */
export const AgentLines = ({ toolUseId }: { readonly toolUseId: string }) => {
  const { state } = useContext(SessionContext)
  const agents = useStore(state, value => value.agents)
  const own = [...agents.values()].filter(agent => agent.toolUseId === toolUseId)
  if (own.length === 0) return null
  return (
    <ul class="agent-lines">
      {own.map(agent => (
        <AgentLine key={agent.id} id={agent.id} />
      ))}
    </ul>
  )
}

const AgentLine = ({ id }: { readonly id: string }) => {
  const words = useWords()
  const { state } = useContext(SessionContext)
  const ui = useContext(UiContext)
  const agent = useStore(state, value => value.agents.get(id))
  const rows = useStore(state, value => value.agentRows.get(id))
  const cwd = useStore(state, value => value.cwd)
  const running = agent?.status === 'running'
  const [open, toggle] = useFold(`agent:${id}`, 'open')
  if (!agent) return null
  const calls = (rows ?? []).flatMap(row => (row.kind === 'tool' ? [row] : [])).slice(-LAST)
  return (
    <li>
      <span class="agent-head">
        <button type="button" class="quiet" aria-expanded={open} onClick={toggle}>
          {agent.name} · {words.agentStatus[agent.status]} · {words.toolUses(agent.toolUses)}
        </button>
        <button type="button" class="quiet" onClick={() => ui.openPanel({ name: 'agent', id })}>
          {words.openTranscript}
        </button>
      </span>
      {open && running && (
        <ul class="agent-calls">
          {calls.map(row => {
            const { name, subject } = factsOf(row, words, cwd)
            return (
              <li key={row.id}>
                <b>{name}</b> {subject}
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}
