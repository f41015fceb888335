import { type ReactNode, useRef, useState } from 'react'
import type { Press } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import type { Live } from '../../ui/use-live.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import type { Option } from '../../widgets/widget-props.ts'
import type { Choice } from './choices.ts'
import type { Step } from './step.ts'

interface ChoosingProps {
  readonly options: readonly Option<Choice>[]
  /** The answer that is pointed at first. */
  readonly start: number
  readonly rows: number
  /** More can be said of the call. */
  readonly explains: boolean
  readonly step: Live<Step>
  answer(choice: Choice): void
}

/** The answers, and the keys that lead to one of them. */
export const Choosing = (props: ChoosingProps): ReactNode => {
  const { options, rows, step, answer } = props
  const [start, setStart] = useState(props.start)
  const pointed = useRef<Choice>(options[start]?.value ?? { kind: 'no' })
  const refuse = (): void => answer({ kind: 'no' })
  const point = (at: number): void => {
    pointed.current = options[at]?.value ?? pointed.current
    setStart(at)
  }
  useKeys('Confirmation', press => takeKey(press, { ...props, pointed: pointed.current, point }), {
    takesText: () => step.now().at === 'commenting',
  })
  return (
    <SelectList
      key={start}
      initial={start}
      options={options}
      rows={rows}
      onMove={choice => {
        pointed.current = choice
      }}
      onChoose={choice => {
        if (step.now().at !== 'choosing') return
        if (choice.kind === 'divide') step.set({ ...step.now(), at: 'dividing' })
        else if (choice.kind === 'instead') step.set({ ...step.now(), at: 'commenting', choice, typed: '' })
        else answer(choice)
      }}
      onCancel={refuse}
    />
  )
}

interface Pointer {
  readonly pointed: Choice
  point(at: number): void
}

/** A word goes with a yes or a no. */
const wordsFor = (pointed: Choice): Choice => {
  if (pointed.kind === 'divide') return { kind: 'yes' }
  return pointed.kind === 'no' ? { kind: 'instead' } : pointed
}

const takeKey = (
  press: Press,
  { options, step, answer, explains, pointed, point }: ChoosingProps & Pointer,
): boolean => {
  const { key, action } = press
  const now = step.now()
  if (now.at === 'commenting') {
    // The field is asked for and not there yet: what is typed meanwhile belongs into it.
    step.set({ ...now, typed: now.typed + (press.paste ?? key?.text ?? '') })
    return true
  }
  if (now.at !== 'choosing') return true
  const comment = (choice: Choice): void => step.set({ ...now, at: 'commenting', choice, typed: '' })
  if (key?.name === 'escape') answer({ kind: 'no' })
  else if (action === 'confirm:open') step.set({ ...now, at: 'reading' })
  else if (action === 'confirm:toggleExplanation' && !explains) return true
  else if (action === 'confirm:toggleExplanation') step.set({ ...now, explained: !now.explained })
  else if (action === 'permission:toggleDebug') step.set({ ...now, debug: !now.debug })
  else if (action === 'confirm:comment') comment(wordsFor(pointed))
  // Enter is for the list: it takes what is pointed at. Letters do not come here, whatever they are bound to.
  else if (action === 'confirm:yes' && key?.name !== 'enter') answer({ kind: 'yes' })
  else if (action === 'confirm:no') comment({ kind: 'instead' })
  else if (action === 'confirm:cycleMode') {
    const mode = options.findIndex(({ value }) => value.kind === 'always' && value.update.type === 'setMode')
    if (mode !== -1) point(mode)
  } else return false
  return true
}
