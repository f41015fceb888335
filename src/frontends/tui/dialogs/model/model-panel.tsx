import { Text } from 'ink'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { Queries } from '../../../../protocol/query.ts'
import type { ProviderModels } from '../../ports/models-port.ts'
import { shortCount } from '../../text/amounts.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi, useUiState } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { useLive } from '../../ui/use-live.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { Answered } from '../answered.tsx'
import { panelRows } from '../panel-room.ts'
import { sendOp } from '../send-op.ts'
import { useAnswer } from '../use-answer.ts'
import { modelOptions, stepEffort, UNFOLD, warmTokens } from './model-options.ts'

/** Which model goes on with the conversation, and how hard it thinks. */
export const ModelPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const { answer } = useAnswer(async () => {
    const [models, cache] = await Promise.all([ui.engine.query('models'), ui.engine.query('cache')])
    return { models, warm: warmTokens(cache, ui.ports.system.now()) }
  })
  return (
    <DialogFrame title={ui.words.panels.model.title} hints={ui.words.panels.model.hint}>
      <Answered answer={answer} close={close}>
        {value => <ModelList {...value} close={close} />}
      </Answered>
    </DialogFrame>
  )
}

/** Everybody who could answer; nobody until they are found. Looked for only while somebody looks at the list. */
const useListed = (): readonly ProviderModels[] => {
  const ui = useUi()
  const [models] = useState(() => ui.ports.models)
  const [listed, setListed] = useState<readonly ProviderModels[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    models.list(leaving.signal).then(
      found => {
        if (!leaving.signal.aborted) setListed(found)
      },
      // What the session itself can switch to is on the screen already.
      () => undefined,
    )
    return () => leaving.abort()
  }, [models])
  return listed
}

const ModelList = ({
  models,
  warm,
  close,
}: {
  readonly models: Queries['models']
  readonly warm: number
  close(): void
}): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels
  const { model, effort } = useUiState(state => state.session)
  const [pointed, setPointed] = useState(model)
  const level = useLive(() => effort)
  useKeys('ModelPicker', ({ action, key }) => {
    const more = action === 'modelPicker:increaseEffort' || key?.name === 'right'
    if (!more && action !== 'modelPicker:decreaseEffort' && key?.name !== 'left') return false
    level.set(stepEffort(level.now(), more ? 1 : -1))
    return true
  })
  const [unfolded, setUnfolded] = useState(false)
  const choose = (value: string): void => {
    if (value === UNFOLD) {
      setUnfolded(true)
      return
    }
    if (value !== model) void sendOp(ui, { type: 'set_model', model: value }, words.model.chosen(value))
    const wanted = level.now()
    if (wanted !== effort)
      void sendOp(ui, { type: 'set_effort', ...(wanted === undefined ? {} : { effort: wanted }) })
    close()
  }
  const listed = useListed()
  const options = useMemo(
    () => modelOptions({ models, listed, current: model, unfolded }, words),
    [models, listed, model, unfolded, words],
  )
  const at = options.findIndex(option => option.value === model)
  const warning =
    warm > 0 && pointed !== model && pointed !== UNFOLD
      ? wrapAnsi(ui.theme.paint('warn', words.model.cacheLost(shortCount(warm), model)), ui.width - 2)
      : []
  return (
    <>
      <SelectList
        options={options}
        initial={Math.max(0, at)}
        rows={panelRows(ui, 4)}
        filter
        onMove={setPointed}
        onChoose={choose}
        onCancel={close}
      />
      <Text wrap="truncate">
        {`${ui.theme.paint('dim', words.model.effort)}${words.model.effort.endsWith('：') ? '' : ' '}${ui.theme.paint('accent', `‹ ${level.shown === undefined ? words.effort.default : words.effort.levels[level.shown]} ›`)}`}
      </Text>
      <Lines lines={warning} />
    </>
  )
}
