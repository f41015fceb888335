import { type ReactNode, useRef } from 'react'
import type { Press } from '../../ui.ts'
import { useKeys } from '../../use-keys.ts'
import type { Live } from '../../use-live.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import type { Option } from '../../widgets/widget-props.ts'
import type { Choice } from './choices.ts'
import type { Step } from './step.ts'

interface ChoosingProps {
  readonly options: readonly Option<Choice>[]
  readonly rows: number
  readonly step: Live<Step>
  answer(choice: Choice): void
}

/** The answers, and the keys that are short for one of them. */
export const Choosing = (props: ChoosingProps): ReactNode => {
  const { options, rows, step, answer } = props
  const pointed = useRef<Choice>({ kind: 'yes' })
  const refuse = (): void => answer({ kind: 'no' })
  useKeys('Confirmation', press => takeKey(press, { ...props, pointed: pointed.current }))
  return (
    <SelectList
      options={options}
      rows={rows}
      onMove={choice => {
        pointed.current = choice
      }}
      onChoose={choice => {
        if (step.now().at !== 'choosing') return
        if (choice.kind === 'instead') step.set({ ...step.now(), at: 'commenting', choice, typed: '' })
        else answer(choice)
      }}
      onCancel={refuse}
    />
  )
}

const takeKey = (
  press: Press,
  { options, step, answer, pointed }: ChoosingProps & { readonly pointed: Choice },
): boolean => {
  const { key, action } = press
  const now = step.now()
  if (now.at === 'commenting') {
    // The field is asked for and not there yet: what is typed meanwhile belongs into it.
    step.set({ ...now, typed: now.typed + (press.paste ?? key?.text ?? '') })
    return true
  }
  if (now.at === 'reading') return true
  const comment = (choice: Choice): void => step.set({ ...now, at: 'commenting', choice, typed: '' })
  if (key?.name === 'escape') answer({ kind: 'no' })
  else if (action === 'confirm:open') step.set({ ...now, at: 'reading' })
  else if (action === 'confirm:toggleExplanation') step.set({ ...now, explained: !now.explained })
  else if (action === 'confirm:comment') comment(pointed.kind === 'no' ? { kind: 'instead' } : pointed)
  // Enter is for the list: it takes what is pointed at.
  else if (action === 'confirm:yes' && key?.name !== 'enter') answer({ kind: 'yes' })
  else if (action === 'confirm:no') comment({ kind: 'instead' })
  else if (action === 'confirm:cycleMode') {
    const mode = options.find(({ value }) => value.kind === 'always' && value.update.type === 'setMode')
    if (mode) answer(mode.value)
  } else return false
  return true
}
