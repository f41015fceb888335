import { type ReactNode, useMemo } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { PermissionRequest } from '../../../../protocol/permission.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { renderMarkdown } from '../../transcript/markdown/markdown-stream.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { type Ui, useUi } from '../../ui.ts'
import { useKeys } from '../../use-keys.ts'
import { useLive } from '../../use-live.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { optionsHeight } from '../../widgets/option-lines.ts'
import { ScrollLines } from '../../widgets/scroll-lines.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { openKey } from '../open-key.ts'
import { panelRows } from '../panel-room.ts'
import { titleOf } from '../title-of.ts'
import { useReply } from '../use-reply.ts'
import { WordsField } from '../words-field.tsx'
import { approvePlan, planChoices, refusePlan } from './plan-answers.ts'
import { type AskedPlan, readPlan } from './read-plan.ts'
import { usePlanEditor } from './use-plan-editor.ts'

const LEAST_PLAN = 3

/** The plan, to be read, changed, approved or sent back. */
export const PlanDialog = ({ request }: { readonly request: PermissionRequest }): ReactNode => {
  const ui = useUi()
  const words = ui.words.dialogs
  const asked = readPlan(request.input) ?? { plan: '', prompts: [] }
  const reply = useReply(request)
  const { edited, editing, edit } = usePlanEditor(asked.plan)
  /** Words that are being typed about what is missing; the field begins with those typed before it was there. */
  const comment = useLive<string | undefined>(() => undefined)
  const commenting = comment.shown !== undefined
  const plan = edited ?? asked.plan
  const lines = useMemo(() => renderMarkdown(plan, { ...ui.look(), width: ui.width - 2 }), [plan, ui])
  const below = belowLines({ ...asked, edited: edited !== undefined }, ui)
  const options = planChoices(request, words, ui.state().session.modeBeforePlan)
  // On a small screen a few lines of the plan go before the last of the answers.
  const listRows = Math.min(
    optionsHeight(options, { theme: ui.theme, width: ui.width - 2 }),
    panelRows(ui, below.length + 1 + LEAST_PLAN),
  )
  const free = !commenting && !editing
  useKeys(
    'Confirmation',
    ({ key, paste, action }) => {
      const typed = comment.now()
      if (typed !== undefined) comment.set(typed + (paste ?? key?.text ?? ''))
      else if (action === 'confirm:open') edit(plan)
      else if (action === 'confirm:comment') comment.set('')
      else return false
      return true
    },
    { active: free, takesText: () => comment.now() !== undefined },
  )
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
      {commenting ? (
        <WordsField
          label={words.planNoLabel}
          placeholder={words.planNoPlaceholder}
          initial={comment.shown ?? ''}
          send={text => reply(refusePlan(text))}
          back={() => comment.set(undefined)}
        />
      ) : (
        <SelectList
          options={options}
          rows={listRows}
          active={free}
          onChoose={choice => {
            if (choice.kind === 'more') comment.set('')
            else if (choice.kind === 'afresh')
              void beginAfresh(ui, { plan, leave: () => reply(refusePlan('')) })
            else reply(approvePlan(request, choice.mode, edited))
          }}
          onCancel={() => reply(refusePlan(''))}
        />
      )}
    </DialogFrame>
  )
}

/** Once the turn has ended: a conversation in which the plan is the first thing said. */
const beginAfresh = async (
  ui: Ui,
  { plan, leave }: { readonly plan: string; leave(): void },
): Promise<void> => {
  await ui.send({ type: 'approve_plan', mode: 'acceptEdits' })
  leave()
  await ui.send({ type: 'submit', content: '/clear', when: 'end' })
  await ui.send({ type: 'submit', content: ui.words.dialogs.planBegin(plan), when: 'end' })
}

const hintsFor = (ui: Ui): string => {
  const { hintChoose, hintScroll, hintEdit, hintNo } = ui.words.dialogs
  const open = openKey(ui)
  return [hintChoose, hintScroll, ...(open === undefined ? [] : [hintEdit(open)]), hintNo].join(' · ')
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
