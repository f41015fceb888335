import { isAtWork } from '../../state/agent-tree.ts'
import type { AgentRow } from '../../state/ui-state.ts'
import type { TranscriptAction } from '../../transcript/transcript-view.ts'
import type { Press, Ui } from '../../ui/ui.ts'
import type { Live } from '../../ui/use-live.ts'
import { sendOp } from '../send-op.ts'

export interface AgentDesk {
  readonly ui: Ui
  readonly agent: AgentRow | undefined
  /** A first Ctrl-C waits for the second. */
  readonly armed: Live<boolean>
  step(action: TranscriptAction): void
  back(): void
}

const SCROLLS: Readonly<Record<string, TranscriptAction>> = {
  up: { type: 'scroll', by: -1 },
  down: { type: 'scroll', by: 1 },
  pageup: { type: 'page', by: -1 },
  pagedown: { type: 'page', by: 1 },
}

/** What a key does beside the line to talk to the agent; false: it is typed there. */
export const agentKey = (press: Press, desk: AgentDesk): boolean => {
  const { key, action } = press
  if (action === 'app:interrupt') return stopKey(desk)
  if (desk.armed.now()) desk.armed.set(false)
  const scroll = key && SCROLLS[key.name]
  if (scroll) desk.step(scroll)
  else if (action === 'app:toggleTranscript') desk.step({ type: 'toggleAll' })
  else if (action === 'task:background') void toBackground(desk)
  else if (key?.name === 'escape') desk.back()
  else return false
  return true
}

/** Only the second one stops it: the first may be a habit. */
const stopKey = ({ ui, agent, armed }: AgentDesk): boolean => {
  const { over, stopped } = ui.words.panels.tasks
  if (!agent || !isAtWork(agent)) ui.toast(over, 'warning')
  else if (!armed.now()) armed.set(true)
  else {
    armed.set(false)
    void sendOp(ui, { type: 'stop_agent', agentId: agent.id }, stopped)
  }
  return true
}

const toBackground = async ({ ui, agent }: AgentDesk): Promise<void> => {
  const { notMovable, moved } = ui.words.panels.tasks
  if (!agent?.info || agent.info.background || agent.info.stays || !isAtWork(agent))
    return ui.toast(notMovable, 'warning')
  await sendOp(ui, { type: 'move_to_background', toolUseId: agent.info.toolUseId }, moved)
}
