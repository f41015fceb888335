import { type ReactNode, useState } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { type Ui, useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { Answered } from '../answered.tsx'
import { panelRows } from '../panel-room.ts'
import { useAnswer } from '../use-answer.ts'
import { AgentDetails } from './agent-details.tsx'
import { type AgentsFound, agentOptions, agentProblems } from './agent-options.ts'
import { CreateAgent } from './create-agent.tsx'

type Step = { readonly at: 'list' } | { readonly at: 'new' } | { readonly at: 'one'; readonly name: string }

/** Agents the model can hand work to: where each comes from, and making, trying and changing them. */
export const AgentsPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.agents
  const [step, setStep] = useState<Step>({ at: 'list' })
  const { answer, again } = useAnswer(() => readAgents(ui))
  const back = (): void => {
    setStep({ at: 'list' })
    again()
  }
  if (step.at === 'new') return <CreateAgent back={back} />
  const found = answer.state === 'ready' ? answer.value : undefined
  const one = step.at === 'one' ? found?.agents.find(({ name }) => name === step.name) : undefined
  if (found && one) return <AgentDetails agent={one} found={found} again={again} back={back} close={close} />
  return (
    <DialogFrame title={words.title} hints={words.hint}>
      <Answered answer={answer} close={close}>
        {value => <AgentList found={value} onStep={setStep} close={close} />}
      </Answered>
    </DialogFrame>
  )
}

/** Of what is wrong so much is shown; /doctor and "capstan agents validate" say all of it. */
const MOST_PROBLEMS = 2

const AgentList = ({
  found,
  onStep,
  close,
}: {
  readonly found: AgentsFound
  onStep(step: Step): void
  close(): void
}): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.agents
  const problems = found.problems.slice(0, MOST_PROBLEMS).flatMap(({ message, localized, file }) => {
    const text = `${ui.look().plain ? '' : '▲ '}${safeLine(ui.words.localize(localized ?? message))}`
    const where = file === undefined ? '' : ` (${safeLine(file)})`
    return wrapAnsi(ui.theme.paint('warn', `${text}${where}`), ui.width - 2).slice(0, 2)
  })
  const hidden = found.problems.length - MOST_PROBLEMS
  const more = hidden > 0 ? [ui.theme.paint('dim', `+${words.problems(hidden)}`)] : []
  return (
    <>
      <SelectList
        options={agentOptions(found, words)}
        rows={panelRows(ui, problems.length + more.length)}
        onChoose={agent => onStep(agent ? { at: 'one', name: agent.name } : { at: 'new' })}
        onCancel={close}
      />
      <Lines lines={[...problems, ...more]} />
    </>
  )
}

const readAgents = async ({ engine }: Ui): Promise<AgentsFound> => {
  const agents = await engine.query('agents')
  const { overrides, problems } = await engine.query('extensions')
  return { agents, overrides, problems: agentProblems(problems) }
}
