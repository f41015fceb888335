import { Box } from 'ink'
import { type ReactNode, useMemo } from 'react'
import { withAside } from '../../../../lib/text/written-signs.ts'
import type { PermissionRequest } from '../../../../protocol/permission.ts'
import { useUi, useUiState } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { useLive } from '../../ui/use-live.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { ScrollLines } from '../../widgets/scroll-lines.tsx'
import { openKey } from '../open-key.ts'
import { panelRows } from '../panel-room.ts'
import { useReply } from '../use-reply.ts'
import { WordsField } from '../words-field.tsx'
import { answerTo, type Choice, isDangerous, startOf } from './choices.ts'
import { Choosing } from './choosing.tsx'
import { HunkChoice } from './hunk-choice.tsx'
import { layOutQuestion, TINY } from './question-layout.ts'
import { requestTitle, riskyLineNumbers, subjectLines } from './request-lines.ts'
import type { Step } from './step.ts'

/** One glance: what would happen, why it asks, and what each answer means. */
export const PermissionDialog = ({ request }: { readonly request: PermissionRequest }): ReactNode => {
  const ui = useUi()
  const words = ui.words.dialogs
  const waiting = useUiState(state => state.requests.length)
  const step = useLive<Step>(() => ({ at: 'choosing', explained: false }))
  const reply = useReply(request)
  const answer = (choice: Choice, comment = ''): void => reply(answerTo(choice, comment))
  const now = step.shown
  const look = useMemo(() => ({ ...ui.look(), words: ui.words, width: ui.width - 2 }), [ui])
  const key = openKey(ui)
  const explains = ui.ports.settings.current().permissionExplainerEnabled !== false
  const subject = useMemo(() => subjectLines(request, look), [request, look])
  const risky = useMemo(() => riskyLineNumbers(request, look), [request, look])
  const { mode } = ui.state().session
  const shown = { explained: now.explained, debug: now.debug ? mode : undefined }
  const layout = layOutQuestion(request, { ui, look, subject, risky, ...shown, openKey: key })
  const { because, parts, options, listRows, reasons } = layout
  const room = now.at === 'reading' ? panelRows(ui) : layout.room
  const back = (): void => step.set({ explained: now.explained, debug: now.debug ?? false, at: 'choosing' })
  const title = requestTitle(request, ui.words)
  return (
    <DialogFrame
      title={waiting > 1 ? withAside(title, words.oneOf(waiting)) : title}
      tone={isDangerous(request) ? 'bad' : 'warn'}
      hints={
        ui.typing()
          ? words.guardHint
          : ui.size.rows < TINY && now.at === 'choosing'
            ? tinyHints(words, key)
            : hintsFor(now, { words, explains }, layout.hasMore || now.at === 'dividing' ? key : undefined)
      }
    >
      {now.at === 'reading' ? (
        <Reading lines={[...subject, '', ...because]} rows={room} back={back} />
      ) : now.at === 'dividing' ? (
        <HunkChoice request={request} reply={reply} back={back} />
      ) : (
        <Box flexDirection="column">
          <Lines lines={parts.head} />
          <ScrollLines
            lines={parts.body}
            rows={room - parts.head.length}
            start={parts.start}
            keys="pages"
            active={now.at === 'choosing'}
          />
          <Lines lines={ui.size.rows < TINY ? [] : [...reasons, '']} />
          {now.at === 'commenting' ? (
            <WordsField
              label={isYes(now.choice) ? words.yesLabel : words.insteadLabel}
              placeholder={isYes(now.choice) ? words.yesPlaceholder : words.insteadPlaceholder}
              initial={now.typed}
              send={text => answer(now.choice, text)}
              back={back}
            />
          ) : (
            <Choosing
              options={options}
              start={startOf(request, options)}
              rows={listRows}
              explains={explains}
              step={step}
              answer={answer}
            />
          )}
        </Box>
      )}
    </DialogFrame>
  )
}

const isYes = ({ kind }: Choice): boolean => kind === 'yes' || kind === 'always'

/** One row. */
const tinyHints = (
  { hintWhole, hintNo }: ReturnType<typeof useUi>['words']['dialogs'],
  open: string | undefined,
): string => [...(open === undefined ? [] : [hintWhole(open)]), hintNo].join(' · ')

const hintsFor = (
  { at }: Step,
  {
    words,
    explains,
  }: { readonly words: ReturnType<typeof useUi>['words']['dialogs']; readonly explains: boolean },
  open: string | undefined,
): string => {
  if (at === 'reading') return words.scrollHint
  if (at === 'commenting') return words.fieldHint
  if (at === 'dividing') return words.hunkHint(open)
  const { hintChoose, hintComment, hintWhy, hintWhole, hintNo } = words
  return [
    hintChoose,
    hintComment,
    ...(explains ? [hintWhy] : []),
    ...(open === undefined ? [] : [hintWhole(open)]),
    hintNo,
  ].join(' · ')
}

/** All of it; the key that opened it closes it as well. */
const Reading = ({
  lines,
  rows,
  back,
}: {
  readonly lines: readonly string[]
  readonly rows: number
  back(): void
}): ReactNode => {
  useKeys('Confirmation', ({ action }) => {
    if (action !== 'confirm:open') return false
    back()
    return true
  })
  return <ScrollLines lines={lines} rows={rows} onCancel={back} />
}
