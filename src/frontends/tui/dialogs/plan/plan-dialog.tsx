import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { PermissionRequest } from '../../../../protocol/permission.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { renderMarkdown } from '../../transcript/markdown/markdown-stream.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { type Ui, useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { type Live, useLive } from '../../ui/use-live.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { optionsHeight } from '../../widgets/option-lines.ts'
import { ScrollLines } from '../../widgets/scroll-lines.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import type { Option } from '../../widgets/widget-props.ts'
import { openKey } from '../open-key.ts'
import { panelRows } from '../panel-room.ts'
import { titleOf } from '../title-of.ts'
import { useReply } from '../use-reply.ts'
import { WordsField } from '../words-field.tsx'
import { approvePlan, type PlanChoice, planChoices, refusePlan } from './plan-answers.ts'
import { type AskedPlan, readPlan } from './read-plan.ts'
import { usePlanEditor } from './use-plan-editor.ts'

const LEAST_PLAN = 3

/** Words that are being typed with an answer; the field begins with those typed before it was there. */
interface Comment {
  readonly choice: PlanChoice
  readonly typed: string
}

/** The plan, to be read, changed, approved or sent back. */
export const PlanDialog = ({ request }: { readonly request: PermissionRequest }): ReactNode => {
  const ui = useUi()
  const words = ui.words.dialogs
  const asked = readPlan(request.input) ?? { plan: '', prompts: [] }
  const reply = useReply(request)
  const { edited, editing, edit } = usePlanEditor(asked.plan)
  const comment = useLive<Comment | undefined>(() => undefined)
  const pointed = useRef(0)
  const commenting = comment.shown !== undefined
  const plan = edited ?? asked.plan
  const lines = useMemo(() => renderMarkdown(plan, { ...ui.look(), width: ui.width - 2 }), [plan, ui])
  const below = belowLines({ ...asked, edited: edited !== undefined }, ui)
  const options = planChoices(request, words, {
    before: ui.state().session.modeBeforePlan,
    clearContext: ui.ports.settings.current().showClearContextOnPlanAccept,
  })
  // On a small screen a few lines of the plan go before the last of the answers.
  const listRows = Math.min(
    optionsHeight(options, { theme: ui.theme, width: ui.width - 2 }),
    panelRows(ui, below.length + 1 + LEAST_PLAN),
  )
  const free = !commenting && !editing
  useKeys(
    'Confirmation',
    ({ key, paste, action }) => {
      const now = comment.now()
      const choice = options[pointed.current]?.value
      if (now !== undefined) comment.set({ ...now, typed: now.typed + (paste ?? key?.text ?? '') })
      else if (action === 'confirm:open') edit(plan)
      else if (action === 'confirm:comment' && choice) comment.set({ choice, typed: '' })
      else return false
      return true
    },
    { active: free, takesText: () => comment.now() !== undefined },
  )
  const answer = (choice: PlanChoice, note = ''): void => {
    if (choice.kind === 'more') reply(refusePlan(note))
    else if (choice.kind === 'afresh')
      void beginAfresh(ui, { plan, note, leave: () => reply(refusePlan('')) })
    else reply(approvePlan(request, choice, { edited, note }))
  }
  return (
    <DialogFrame
      title={titleOf(request, words.planTitle, ui.words)}
      tone="modePlan"
      hints={
        ui.typing() ? words.guardHint : commenting ? words.fieldHint : editing ? words.editing : hintsFor(ui)
      }
    >
      <ScrollLines
        lines={lines}
        rows={panelRows(ui, listRows + below.length + 1)}
        keys="pages"
        active={free}
      />
      <Lines lines={[...below, '']} />
      <PlanAnswers {...{ options, rows: listRows, active: free, comment, pointed }} answer={answer} />
    </DialogFrame>
  )
}

/** The answers, or a field for the words that go with one of them. */
const PlanAnswers = ({
  options,
  rows,
  active,
  comment,
  pointed,
  answer,
}: {
  readonly options: readonly Option<PlanChoice>[]
  readonly rows: number
  readonly active: boolean
  readonly comment: Live<Comment | undefined>
  readonly pointed: RefObject<number>
  answer(choice: PlanChoice, note?: string): void
}): ReactNode => {
  const words = useUi().words.dialogs
  const now = comment.shown
  if (now === undefined)
    return (
      <SelectList
        options={options}
        initial={pointed.current}
        rows={rows}
        active={active}
        onMove={(_, at) => {
          pointed.current = at
        }}
        onChoose={choice => {
          if (choice.kind === 'more') comment.set({ choice, typed: '' })
          else answer(choice)
        }}
        onCancel={() => answer({ kind: 'more' })}
      />
    )
  const isNo = now.choice.kind === 'more'
  return (
    <WordsField
      label={isNo ? words.planNoLabel : words.yesLabel}
      placeholder={isNo ? words.planNoPlaceholder : words.yesPlaceholder}
      initial={now.typed}
      send={text => answer(now.choice, text)}
      back={() => comment.set(undefined)}
    />
  )
}

/** Once the turn has ended: a conversation in which the plan is the first thing said. */
const beginAfresh = async (
  ui: Ui,
  { plan, note, leave }: { readonly plan: string; readonly note: string; leave(): void },
): Promise<void> => {
  await ui.send({ type: 'approve_plan', mode: 'acceptEdits' })
  leave()
  await ui.send({ type: 'submit', content: '/clear', when: 'end' })
  const said = [ui.words.dialogs.planBegin(plan).trimEnd(), ...(note.trim() === '' ? [] : [note.trim()])]
  await ui.send({ type: 'submit', content: said.join('\n\n'), when: 'end' })
}

const hintsFor = (ui: Ui): string => {
  const { hintChoose, hintComment, hintScroll, hintEdit, hintNo } = ui.words.dialogs
  const open = openKey(ui)
  return [hintChoose, hintComment, hintScroll, ...(open === undefined ? [] : [hintEdit(open)]), hintNo].join(
    ' · ',
  )
}

/** What else a yes would mean. */
const belowLines = (
  { prompts, edited }: Pick<AskedPlan, 'prompts'> & { readonly edited: boolean },
  { theme, words, width }: Ui,
): readonly Line[] =>
  [
    ...(prompts.length === 0 ? [] : ['', words.dialogs.planPrompts]),
    ...prompts.map(({ tool, prompt }) => `- ${safeLine(tool)}: ${safeLine(prompt)}`),
    ...(edited ? [theme.paint('good', words.dialogs.planEdited)] : []),
  ].flatMap(line => wrapAnsi(line, width - 2))
