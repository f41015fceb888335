import { type ReactNode, useRef, useState } from 'react'
import type { OfferedSetting, SettingScope } from '../../ports/settings-port.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Answered } from '../answered.tsx'
import { saveSetting } from '../save-setting.ts'
import { useAnswer } from '../use-answer.ts'
import { SettingChoices } from './setting-choices.tsx'
import { SettingList } from './setting-list.tsx'
import { type SettingStep, stepFor } from './setting-rows.ts'
import { SettingText } from './setting-text.tsx'

const SCOPES: readonly SettingScope[] = ['user', 'project', 'local']

/** The settings, with the file each value comes from. */
export const ConfigPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.config
  const [scope, setScope] = useState<SettingScope>('user')
  const [open, setOpen] = useState<{ readonly row: OfferedSetting; readonly step: SettingStep }>()
  const [unfolded, setUnfolded] = useState(false)
  const at = useRef('')
  const { answer, again } = useAnswer(() => ui.ports.settings.rows(), { of: 'ports' })
  const write = async (key: string, value: unknown): Promise<void> => {
    setOpen(undefined)
    await saveSetting(ui, { key, value, scope })
    again()
  }
  const choose = (row: OfferedSetting): void => {
    const step = stepFor(row)
    if (step.kind === 'write') void write(row.key, step.value)
    else if (step.kind === 'elsewhere') ui.toast(words.elsewhere(row.key), 'info')
    else setOpen({ row, step })
  }
  const back = (): void => setOpen(undefined)
  return (
    <DialogFrame
      title={`${words.title} · ${words.writesTo[scope]}`}
      hints={open ? ui.words.panels.backHint : words.hint}
    >
      <Answered answer={answer} close={close}>
        {rows =>
          open?.step.kind === 'choose' ? (
            <SettingChoices
              row={open.row}
              choices={open.step.choices}
              onChoose={value => void write(open.row.key, value)}
              onCancel={back}
            />
          ) : open?.step.kind === 'type' ? (
            <SettingText
              row={open.row}
              text={open.step.text}
              onSubmit={text => void write(open.row.key, text === '' ? undefined : text)}
              onCancel={back}
            />
          ) : (
            <SettingList
              rows={rows}
              initial={at.current}
              unfolded={unfolded}
              onMove={key => {
                at.current = key
              }}
              onUnfold={() => setUnfolded(true)}
              onChoose={choose}
              onUnset={row => void write(row.key, undefined)}
              onScope={() => setScope(SCOPES[(SCOPES.indexOf(scope) + 1) % SCOPES.length] ?? 'user')}
              onCancel={close}
            />
          )
        }
      </Answered>
    </DialogFrame>
  )
}
