import { type ReactNode, useState } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { CloudPlan, CloudSteps, CloudWay } from '../../../../protocol/provider-settings.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { numbered } from '../../widgets/numbered.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import { Confirm } from '../confirm.tsx'
import { panelRows } from '../panel-room.ts'
import { WordsField } from '../words-field.tsx'

export type CloudParams = { readonly steps: CloudSteps } | { readonly plan: CloudPlan }

/** A way to a model cloud, step by step; what was answered becomes words behind the command, which shows what it would write. */
export const CloudPanel = ({ params, close }: PanelProps<CloudParams>): ReactNode =>
  'plan' in params ? (
    <PlanStep plan={params.plan} close={close} />
  ) : (
    <Steps steps={params.steps} close={close} />
  )

const PlanStep = ({ plan, close }: { readonly plan: CloudPlan; close(): void }): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.cloud
  const lines = ui.words
    .localize(plan.plan)
    .split('\n')
    .flatMap(line => wrapAnsi(safeLine(line), ui.width - 2))
  return (
    <DialogFrame title={words.title(safeLine(plan.title))}>
      <Lines lines={[...lines, '']} />
      <Confirm
        question={words.write}
        onYes={() => {
          close()
          void ui.send({ type: 'command', line: plan.line, authority: 'owner' })
        }}
        onNo={close}
      />
    </DialogFrame>
  )
}

/** What was answered so far; the last answer is taken back first. */
type Answer =
  | { readonly of: 'way'; readonly way: CloudWay }
  | { readonly of: 'named' | 'project' | 'region' | 'own'; readonly words: string }

const Steps = ({ steps, close }: { readonly steps: CloudSteps; close(): void }): ReactNode => {
  const ui = useUi()
  const [answers, setAnswers] = useState<readonly Answer[]>([])
  const words = ui.words.panels.cloud
  const back = (): void => (answers.length === 0 ? close() : setAnswers(answers.slice(0, -1)))
  const add = (answer: Answer): void => setAnswers([...answers, answer])
  const finish = (pins: string): void => {
    close()
    const said = answers.map(each => (each.of === 'way' ? each.way.words : each.words))
    const line = [`/setup-${steps.cloud}`, ...said, pins].filter(each => each !== '').join(' ')
    void ui.send({ type: 'command', line, authority: 'owner' })
  }
  const first = answers[0]
  const now = stepAfter(answers, steps)
  const field = (of: Exclude<Answer['of'], 'way'>, key: string, initial: string): ReactNode => (
    <WordsField
      key={of}
      label={key === 'own' ? words.ownLabel : words[key as 'file' | 'project' | 'region']}
      placeholder={key === 'own' ? words.ownPlaceholder : ''}
      initial={initial}
      send={typed => {
        const text = typed.trim()
        if (text === '' && key !== 'region') return
        if (key === 'own') finish(text)
        else add({ of, words: text === '' ? '' : `${key}=${quoted(text)}` })
      }}
      back={back}
    />
  )
  const region = first?.of === 'way' ? (first.way.region ?? steps.region) : steps.region
  return (
    <DialogFrame title={words.title(safeLine(steps.title))} hints={hintOf(now, ui.words.panels)}>
      {now === 'way' ? (
        <SelectList
          key="way"
          options={numbered(
            steps.ways.map(way => ({
              value: way,
              label: safeLine(ui.words.localize(way.label)),
              ...(way.detail ? { detail: safeLine(ui.words.localize(way.detail)) } : {}),
            })),
          )}
          rows={panelRows(ui, 2)}
          onChoose={way => add({ of: 'way', way })}
          onCancel={close}
        />
      ) : now === 'pins' ? (
        <SelectList
          key="pins"
          options={numbered([
            { value: '', label: words.newest },
            { value: steps.pins, label: words.known, detail: safeLine(steps.pins) },
            { value: undefined, label: words.own },
          ])}
          rows={panelRows(ui, 2)}
          onChoose={pins => (pins === undefined ? add({ of: 'own', words: '' }) : finish(pins))}
          onCancel={back}
        />
      ) : now === 'own' ? (
        field('own', 'own', '')
      ) : now === 'region' ? (
        field('region', 'region', region)
      ) : now === 'project' ? (
        field('project', 'project', steps.project ?? '')
      ) : (
        field('named', now, '')
      )}
    </DialogFrame>
  )
}

type StepName = 'way' | 'file' | 'project' | 'region' | 'pins' | 'own'

const stepAfter = (answers: readonly Answer[], { project }: CloudSteps): StepName => {
  const [first] = answers
  const has = (of: Answer['of']): boolean => answers.some(each => each.of === of)
  if (first?.of !== 'way') return 'way'
  if (first.way.asks && !has('named')) return first.way.asks
  if (project !== undefined && !has('project')) return 'project'
  if (!has('region')) return 'region'
  return has('own') ? 'own' : 'pins'
}

const hintOf = (
  now: StepName,
  words: Pick<ReturnType<typeof useUi>['words']['panels'], 'chooseHint' | 'backHint' | 'cloud'>,
): string => {
  if (now === 'way') return words.chooseHint
  return now === 'pins' ? words.backHint : words.cloud.fieldHint
}

const quoted = (text: string): string => (/\s/.test(text) ? `"${text.replaceAll('"', '')}"` : text)
