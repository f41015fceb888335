import { type ReactNode, useRef, useState } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { describeError } from '../../../../protocol/messages/localized-text.ts'
import type { TrustPort, TrustRequest } from '../../ports/trust-port.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { type Ui, useUi } from '../../ui/ui.ts'
import { useGuard, useKeys, useQuestion } from '../../ui/use-keys.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { numbered } from '../../widgets/numbered.ts'
import { optionsHeight } from '../../widgets/option-lines.ts'
import { ScrollLines } from '../../widgets/scroll-lines.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import type { Option } from '../../widgets/widget-props.ts'
import { panelRows } from '../panel-room.ts'

export type TrustAnswer = 'trusted' | 'restricted' | 'leave'

export interface TrustParams {
  readonly wish: TrustRequest
  readonly trust: TrustPort
  done(answer: TrustAnswer): void
}

/** What a folder wants, before any of it counts. */
export const TrustPanel = ({ params, close }: PanelProps<TrustParams>): ReactNode => {
  const ui = useUi()
  const words = ui.words.dialogs
  const [problem, setProblem] = useState<string>()
  const chosen = useRef(false)
  useQuestion()
  useGuard('question')
  const finish = (answer: TrustAnswer): void => {
    params.done(answer)
    close()
  }
  const choose = (answer: TrustAnswer): void => {
    if (chosen.current) return
    chosen.current = true
    const kept = answer === 'trusted' ? params.trust.accept() : Promise.resolve()
    kept.then(
      () => finish(answer),
      (error: unknown) => {
        chosen.current = false
        setProblem(ui.words.localize(describeError(error)))
      },
    )
  }
  useKeys('Confirmation', ({ action }) => {
    if (action !== 'app:interrupt') return false
    choose('leave')
    return true
  })
  const options = trustOptions(params.wish, words)
  const head = headLines(params.wish, ui)
  const wishes = ui.words.localize(params.wish.survey).trimEnd().split('\n')
  const failed = problem === undefined ? [] : failedLines(problem, ui)
  const texts = head.length + failed.length + 1
  const listRows = Math.min(
    optionsHeight(options, { theme: ui.theme, width: ui.width - 2 }),
    panelRows(ui, texts + Math.min(3, wishes.length)),
  )
  return (
    <DialogFrame
      title={words.trustTitle}
      tone="warn"
      hints={[words.hintChoose, words.hintScroll, words.hintLeave].join(' · ')}
    >
      <Lines lines={head} />
      <ScrollLines
        lines={wishes.flatMap(line => hung(safeLine(line), ui.width - 2))}
        rows={panelRows(ui, texts + listRows)}
        keys="pages"
      />
      <Lines lines={[...failed, '']} />
      <SelectList
        options={options}
        initial={CAREFUL}
        rows={listRows}
        onChoose={choose}
        onCancel={() => choose('leave')}
      />
    </DialogFrame>
  )
}

/** 1 is yes as in every question; the careful answer is the one that Enter gives. */
const trustOptions = (
  { lasting }: TrustRequest,
  words: Ui['words']['dialogs'],
): readonly Option<TrustAnswer>[] =>
  numbered<TrustAnswer>([
    {
      value: 'trusted',
      label: words.trustYes,
      detail: lasting === false ? words.trustOnce : words.trustYesDetail,
    },
    { value: 'restricted', label: words.trustNo, detail: words.trustNoDetail },
    { value: 'leave', label: words.leave },
  ])

const CAREFUL = 1

/** What does not fit goes on below where the line began. */
const hung = (line: string, width: number): readonly Line[] => {
  const text = line.trimStart()
  const indent = ' '.repeat(line.length - text.length)
  return wrapAnsi(text, width - indent.length).map(part => indent + part)
}

const headLines = ({ directory }: TrustRequest, { theme, words, width }: Ui): readonly Line[] => [
  ...wrapAnsi(theme.paint('path', safeLine(directory)), width - 2),
  ...wrapAnsi(words.dialogs.trustWants, width - 2),
]

const failedLines = (problem: string, { theme, words, width }: Ui): readonly Line[] =>
  wrapAnsi(theme.paint('bad', words.dialogs.trustFailed(safeLine(problem))), width - 2)
