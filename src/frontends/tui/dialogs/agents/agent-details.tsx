import { type ReactNode, useState } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { escapeLine } from '../../../../lib/escape-text.ts'
import { describeError } from '../../../../protocol/messages/localized-text.ts'
import { useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { numbered } from '../../widgets/numbered.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import { Confirm } from '../confirm.tsx'
import { openInEditor } from '../open-in-editor.ts'
import { panelRows } from '../panel-room.ts'
import { WordsField } from '../words-field.tsx'
import {
  type AgentAction,
  type AgentsFound,
  actionsOf,
  agentDetails,
  type KnownAgent,
} from './agent-options.ts'

interface DetailsProps {
  readonly agent: KnownAgent
  readonly found: AgentsFound
  again(): void
  back(): void
  close(): void
}

/** One agent, and what can be done with it. */
export const AgentDetails = ({ agent, found, again, back, close }: DetailsProps): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.agents
  const [step, setStep] = useState<'choose' | 'try' | 'delete'>('choose')
  const choose = (): void => setStep('choose')
  const act = async (action: AgentAction): Promise<void> => {
    if (action === 'back') return back()
    if (action !== 'edit') return setStep(action)
    if (agent.file !== undefined) await openInEditor(ui, { path: agent.file })
    again()
  }
  const run = (prompt: string): void => {
    if (prompt.trim() === '') return
    close()
    void ui.say(words.tryPrompt(agent.name, prompt))
  }
  const remove = async (file: string): Promise<void> => {
    try {
      await ui.ports.agents.remove(file)
      ui.toast(words.deleted(agent.name), 'good')
    } catch (error) {
      ui.toast(describeError(error), 'error')
    }
    back()
  }
  const options = numbered(actionsOf(agent).map(action => ({ value: action, label: words.actions[action] })))
  const lines = agentDetails(agent, found, words).flatMap(line => wrapAnsi(line, ui.width - 2))
  const room = Math.max(1, panelRows(ui, options.length))
  return (
    <DialogFrame title={`${words.title} · ${escapeLine(agent.name, 40)}`} hints={ui.words.panels.backHint}>
      <Lines lines={lines.slice(0, room)} />
      {step === 'choose' ? (
        <SelectList
          options={options}
          rows={options.length}
          onChoose={action => void act(action)}
          onCancel={back}
        />
      ) : step === 'try' ? (
        <WordsField label="›" placeholder={words.tryPlaceholder} send={run} back={choose} />
      ) : (
        <Confirm
          question={words.deleteQuestion(escapeLine(agent.name, 40), escapeLine(agent.file ?? '', 200))}
          onYes={() => void remove(agent.file ?? '')}
          onNo={choose}
        />
      )}
    </DialogFrame>
  )
}
