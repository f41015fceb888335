import { useContext, useState } from 'preact/hooks'
import type { Op } from '../../../../protocol/op.ts'
import type { PermissionMode } from '../../../../protocol/permission.ts'
import type { Queries } from '../../../../protocol/query.ts'
import { useWords } from '../../text/words.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'

/** Permission mode and model of what is said next. */
export const Choosers = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const mode = useStore(session.state, state => state.mode)
  const model = useStore(session.state, state => state.model)
  const isRead = useStore(session.state, state => state.read)
  const [modes, setModes] = useState<readonly PermissionMode[]>([])
  const [models, setModels] = useState<Queries['models']>([])
  useWhen([isRead, mode], () => {
    if (!isRead) return
    void Promise.all([ui.api.ask(session.id, 'permissions'), ui.api.ask(session.id, 'models')]).then(
      ([permissions, all]) => {
        setModes(permissions.modes)
        setModels(all)
      },
      // What is there now stays.
      () => undefined,
    )
  })
  const set = (op: Op): void =>
    void session
      .send(op)
      .catch((error: unknown) =>
        ui.tell(error instanceof Error ? error.message || words.offline : words.offline),
      )
  const allowed = modes.filter(
    each => each !== 'bypassPermissions' || ui.server.rights.bypass || each === mode,
  )
  return (
    <>
      <select
        id="mode"
        class={`mode ${mode}`}
        aria-label={words.mode}
        title={words.mode}
        value={mode}
        onChange={event => set({ type: 'set_mode', mode: event.currentTarget.value as PermissionMode })}
      >
        {withCurrent(allowed, mode).map(each => (
          <option key={each} value={each}>
            {words.modes[each]}
          </option>
        ))}
      </select>
      <select
        id="model"
        aria-label={words.model}
        title={words.model}
        value={model}
        onChange={event => set({ type: 'set_model', model: event.currentTarget.value })}
      >
        {!models.some(({ value }) => value === model) && <option value={model}>{model}</option>}
        {models.map(({ value, displayName }) => (
          <option key={value} value={value}>
            {displayName}
          </option>
        ))}
      </select>
    </>
  )
}

const withCurrent = (modes: readonly PermissionMode[], mode: PermissionMode): readonly PermissionMode[] =>
  modes.includes(mode) ? modes : [mode, ...modes]
