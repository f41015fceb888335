import { useContext } from 'preact/hooks'
import type { AgentInfo } from '../../../../protocol/agents/agents.ts'
import { money } from '../../state/money.ts'
import { useWords } from '../../text/words.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'

/** All agents of the session, each below the one that started it. */
export const AgentsPanel = () => {
  const words = useWords()
  const { state } = useContext(SessionContext)
  const agents = [...useStore(state, value => value.agents).values()]
  if (agents.length === 0) return <p class="dim">{words.noAgents}</p>
  const known = new Set(agents.map(({ id }) => id))
  const roots = agents.filter(({ parent }) => parent === undefined || !known.has(parent))
  return <Branch agents={agents} own={roots} />
}

const Branch = ({
  agents,
  own,
}: {
  readonly agents: readonly AgentInfo[]
  readonly own: readonly AgentInfo[]
}) => {
  const words = useWords()
  const ui = useContext(UiContext)
  return (
    <ul class="list tree">
      {own.map(agent => {
        const children = agents.filter(({ parent }) => parent === agent.id)
        return (
          <li key={agent.id}>
            <button type="button" class="entry" onClick={() => ui.openPanel({ name: 'agent', id: agent.id })}>
              <span class="entry-title">
                <b>{agent.name}</b> {agent.description}
              </span>
              <span class="dim">
                {words.agentStatus[agent.status]} · {words.toolUses(agent.toolUses)} ·{' '}
                {words.tokens(agent.tokens)} · {money(agent.usd)}
              </span>
              {agent.lastAction !== undefined && agent.status === 'running' && (
                <span class="dim">{agent.lastAction}</span>
              )}
            </button>
            {children.length > 0 && <Branch agents={agents} own={children} />}
          </li>
        )
      })}
    </ul>
  )
}
