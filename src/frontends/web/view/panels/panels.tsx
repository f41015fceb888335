import { useWords } from '../../text/words.ts'
import { Dialog } from '../dialog.tsx'
import type { Panel } from '../session-context.ts'
import { AgentPanel } from './agent-panel.tsx'
import { AgentsPanel } from './agents-panel.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { LinkPanel } from './link-panel.tsx'
import { MovePanel } from './move-panel.tsx'
import { RewindPanel } from './rewind-panel.tsx'
import { SharePanel } from './share-panel.tsx'
import { TasksPanel } from './tasks-panel.tsx'

/** The panel that is open, if one is. */
export const Panels = ({ panel, close }: { readonly panel: Panel | undefined; close(): void }) => {
  const words = useWords()
  if (!panel) return null
  const titles = {
    agents: words.agents,
    agent: words.agents,
    tasks: words.tasks,
    changes: words.changes,
    details: words.details,
    rewind: words.rewind,
    move: words.rewind,
    link: words.newLink,
    share: words.share,
  }
  const name = panel.name === 'agent' ? `agent ${panel.id}` : panel.name
  return (
    <Dialog key={name} title={titles[panel.name]} close={close}>
      <Body panel={panel} />
    </Dialog>
  )
}

const Body = ({ panel }: { readonly panel: Panel }) => {
  switch (panel.name) {
    case 'agents':
      return <AgentsPanel />
    case 'agent':
      return <AgentPanel id={panel.id} />
    case 'tasks':
      return <TasksPanel />
    case 'changes':
      return <ChangesPanel />
    case 'details':
      return <DetailsPanel />
    case 'rewind':
      return <RewindPanel />
    case 'move':
      return <MovePanel messageUuid={panel.messageUuid} title={panel.title} />
    case 'link':
      return <LinkPanel />
    case 'share':
      return <SharePanel />
  }
}
