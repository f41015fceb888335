import { type ReactNode, useState } from 'react'
import type { Effect } from '../../../../protocol/context.ts'
import type { PermissionUpdate } from '../../../../protocol/permission.ts'
import type { Queries } from '../../../../protocol/query.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { TabBar, useTabs } from '../../widgets/tab-bar.tsx'
import { Answered } from '../answered.tsx'
import { sendOp } from '../send-op.ts'
import { useAnswer } from '../use-answer.ts'
import { AddRule } from './add-rule.tsx'
import { RemoveRule } from './remove-rule.tsx'
import { RuleList } from './rule-list.tsx'
import { type RuleRow, ruleRows, TABS, type Tab } from './rule-rows.ts'

/** Rules that count, where each of them stands, and what was refused. */
export const PermissionsPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.permissions
  const { answer, again } = useAnswer(async () => {
    const [permissions, effects] = await Promise.all([
      ui.engine.query('permissions'),
      ui.engine.query('effects'),
    ])
    return { permissions, effects }
  })
  const [step, setStep] = useState<Step>({ kind: 'list' })
  const update = async (change: PermissionUpdate): Promise<void> => {
    await sendOp(ui, { type: 'update_permissions', updates: [change] }, words.updated)
    again()
  }
  return (
    <DialogFrame title={words.title} hints={step.kind === 'list' ? words.hint : ui.words.panels.backHint}>
      <Answered answer={answer} close={close}>
        {facts => (
          <Rules
            facts={facts}
            step={step}
            setStep={setStep}
            update={change => void update(change)}
            close={close}
          />
        )}
      </Answered>
    </DialogFrame>
  )
}

type Step =
  | { readonly kind: 'list' }
  | { readonly kind: 'add'; readonly tab: Exclude<Tab, 'denied'> }
  | { readonly kind: 'remove'; readonly row: RuleRow }

const Rules = ({
  facts,
  step,
  setStep,
  update,
  close,
}: {
  readonly facts: { readonly permissions: Queries['permissions']; readonly effects: readonly Effect[] }
  readonly step: Step
  setStep(step: Step): void
  update(change: PermissionUpdate): void
  close(): void
}): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.permissions
  const inList = step.kind === 'list'
  const at = useTabs(TABS.length, inList)
  const tab = TABS[at] ?? 'allow'
  const toList = (): void => setStep({ kind: 'list' })
  const finish = (change: PermissionUpdate): void => {
    toList()
    update(change)
  }
  const rows = ruleRows(tab, facts, { words, cwd: ui.state().session.cwd })
  return (
    <>
      <TabBar tabs={TABS.map(name => words.tabs[name])} chosen={at} />
      {step.kind === 'add' ? (
        <AddRule tab={step.tab} onDone={finish} onCancel={toList} />
      ) : step.kind === 'remove' ? (
        <RemoveRule row={step.row} onDone={finish} onCancel={toList} />
      ) : (
        <RuleList
          key={tab}
          rows={rows}
          onAdd={() => {
            if (tab !== 'denied') setStep({ kind: 'add', tab })
          }}
          onRemove={row => setStep({ kind: 'remove', row })}
          onCancel={close}
        />
      )}
    </>
  )
}
