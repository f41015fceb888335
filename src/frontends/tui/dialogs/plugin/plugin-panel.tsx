import { Box, Text } from 'ink'
import { type ReactNode, useState } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { escapeLine } from '../../../../lib/escape-text.ts'
import { describeError } from '../../../../protocol/messages/localized-text.ts'
import type { PluginAction, PluginAsk, PluginsView } from '../../ports/plugins-port.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { numbered } from '../../widgets/numbered.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import { TabBar, useTabs } from '../../widgets/tab-bar.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { Answered } from '../answered.tsx'
import { Confirm } from '../confirm.tsx'
import { panelRows } from '../panel-room.ts'
import { useAnswer } from '../use-answer.ts'
import {
  aboutChoice,
  actionOptions,
  type PluginChoice,
  shortAction,
  TABS,
  tabOptions,
} from './plugin-options.ts'

type Step =
  | { readonly kind: 'list' }
  | { readonly kind: 'actions'; readonly of: PluginChoice }
  | { readonly kind: 'add' }
  | { readonly kind: 'value'; readonly of: Extract<PluginChoice, { kind: 'option' }> }
  | { readonly kind: 'working' }
  | { readonly kind: 'ask'; readonly question: PluginAsk; answer(yes: boolean): void }

const LIST: Step = { kind: 'list' }

/** Plugins that are installed, those that could be, and where they come from. */
export const PluginPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.plugins
  const { answer, again } = useAnswer(() => ui.ports.plugins.look(), { of: 'ports' })
  const [step, setStep] = useState<Step>(LIST)
  const ask = (question: PluginAsk): Promise<boolean> =>
    new Promise(resolve => {
      setStep({
        kind: 'ask',
        question,
        answer(yes) {
          setStep({ kind: 'working' })
          resolve(yes)
        },
      })
    })
  const act = async (action: PluginAction): Promise<void> => {
    setStep({ kind: 'working' })
    try {
      await ui.ports.plugins.act(action, ask)
      // Where it stands says it.
      if (action.kind !== 'favorite') ui.toast(words.done, 'good')
    } catch (error) {
      ui.toast(safeLine(ui.words.localize(describeError(error))), 'error')
    }
    setStep(LIST)
    again()
  }
  const isField = step.kind === 'add' || step.kind === 'value'
  const hints = step.kind === 'list' ? words.hint : isField ? words.fieldHint : ui.words.panels.backHint
  return (
    <DialogFrame title={words.title} hints={hints}>
      <Answered answer={answer} close={close}>
        {view => (
          <Steps view={view} step={step} setStep={setStep} act={action => void act(action)} close={close} />
        )}
      </Answered>
    </DialogFrame>
  )
}

interface StepsProps {
  readonly view: PluginsView
  readonly step: Step
  setStep(step: Step): void
  act(action: PluginAction): void
  close(): void
}

const Steps = ({ view, step, setStep, act, close }: StepsProps): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.plugins
  const at = useTabs(TABS.length, step.kind === 'list')
  const tab = TABS[at] ?? 'installed'
  const choose = (choice: PluginChoice): void => {
    if (choice.kind === 'act') act(choice.action)
    else if (choice.kind === 'add') setStep({ kind: 'add' })
    else if (choice.kind === 'option') setStep({ kind: 'value', of: choice })
    else setStep({ kind: 'actions', of: choice })
  }
  const toList = (): void => setStep(LIST)
  useKeys('Plugin', () => false, step.kind === 'list')
  const actOn = (action: string, choice: PluginChoice): boolean => {
    const wanted = shortAction(action, choice)
    if (wanted) act(wanted)
    return wanted !== undefined
  }
  if (step.kind === 'working') return <Text>{words.working}</Text>
  if (step.kind === 'ask') return <Question question={step.question} answer={yes => step.answer(yes)} />
  if (step.kind === 'add' || step.kind === 'value') return <Field step={step} act={act} back={toList} />
  if (step.kind === 'actions') {
    const about = aboutChoice(step.of, { ...words, localize: ui.words.localize }).flatMap(line =>
      wrapAnsi(line, ui.width - 2),
    )
    return (
      <>
        <Lines lines={about.slice(0, Math.max(2, panelRows(ui) - 4))} />
        <SelectList
          options={numbered(actionOptions(step.of, words))}
          rows={4}
          onChoose={choose}
          onCancel={toList}
        />
      </>
    )
  }
  return (
    <>
      <TabBar tabs={TABS.map(name => words.tabs[name])} chosen={at} />
      <SelectList
        key={tab}
        options={tabOptions(tab, view, { ...words, localize: ui.words.localize })}
        rows={panelRows(ui, 1)}
        empty={tab === 'available' ? words.nothingAvailable : words.nothingInstalled}
        onChoose={choose}
        onAction={actOn}
        onCancel={close}
      />
    </>
  )
}

/** What fits on a screen; what is left out is counted. */
const MOST_SHOWN = 12
const MOST_CHARS = 400

const Question = ({
  question,
  answer,
}: {
  readonly question: PluginAsk
  answer(yes: boolean): void
}): ReactNode => {
  const { words } = useUi()
  const { ask } = words.panels.plugins
  const left = question.what.length - MOST_SHOWN
  const what = [
    ...question.what.slice(0, MOST_SHOWN).map(each => escapeLine(words.localize(each), MOST_CHARS)),
    ...(left > 0 ? [ask.more(left)] : []),
  ].join(ask.between)
  return (
    <Confirm
      question={ask[question.kind](safeLine(question.id), what)}
      onYes={() => answer(true)}
      onNo={() => answer(false)}
    />
  )
}

const Field = ({
  step,
  act,
  back,
}: {
  readonly step: Extract<Step, { kind: 'add' | 'value' }>
  act(action: PluginAction): void
  back(): void
}): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.plugins
  const label = step.kind === 'add' ? words.addLabel : words.valueLabel(safeLine(step.of.key))
  const take = (text: string): void => {
    if (step.kind === 'value') act({ kind: 'configure', id: step.of.id, key: step.of.key, value: text })
    else if (text.trim() === '') back()
    else act({ kind: 'add', typed: text.trim() })
  }
  return (
    <Box>
      <Text>{`${ui.theme.paint('accent', label)} `}</Text>
      <TextField
        secret={step.kind === 'value' && step.of.secret}
        placeholder={step.kind === 'add' ? words.addPlaceholder : ''}
        onSubmit={take}
        onCancel={back}
      />
    </Box>
  )
}
