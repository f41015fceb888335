import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk'
import type { Engine } from '../../protocol/engine.ts'
import { acpText } from '../../protocol/messages/host/acp.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import { EFFORTS } from '../../protocol/model.ts'
import { type Op, OpError } from '../../protocol/op.ts'
import { PERMISSION_MODES, type PermissionMode } from '../../protocol/permission.ts'
import type { Queries } from '../../protocol/query.ts'

/** Stands for what is chosen when nobody chooses. */
const DEFAULT = 'default'

export const modesOf = ({ mode, modes }: Queries['permissions'], localize: Localize): SessionModeState => ({
  currentModeId: mode,
  availableModes: withCurrent(modes, mode).map(id => ({
    id,
    name: localize(acpText(`mode_${id}`)),
    description: localize(acpText(`mode_${id}_does`)),
  })),
})

interface OptionsShown {
  /** The client shows switches. */
  readonly switches: boolean
  readonly localize: Localize
}

/** Everything a person can choose for the session: mode, model, effort, thinking. */
export const optionsOf = async (
  engine: Pick<Engine, 'query'>,
  { switches, localize }: OptionsShown,
): Promise<SessionConfigOption[]> => {
  const [state, permissions, models] = await Promise.all([
    engine.query('state'),
    engine.query('permissions'),
    engine.query('models'),
  ])
  return [
    modeOption(permissions, localize),
    { ...modelOption(state.model, models), name: localize(acpText('model')) },
    ...effortOption(state, models, localize),
    thinkingOption(state, { switches, localize }),
  ]
}

const modeOption = (permissions: Queries['permissions'], localize: Localize): SessionConfigOption => {
  const { currentModeId, availableModes } = modesOf(permissions, localize)
  return {
    id: 'mode',
    name: localize(acpText('permission_mode')),
    category: 'mode',
    type: 'select',
    currentValue: currentModeId,
    options: availableModes.map(({ id, name, description }) => ({
      value: id,
      name,
      ...(description ? { description } : {}),
    })),
  }
}

const modelOption = (
  current: string,
  models: Queries['models'],
): Omit<SessionConfigOption & { readonly type: 'select' }, 'name'> => {
  const known = models.some(({ value }) => value === current)
  const own = known ? [] : [{ value: current, name: current }]
  return {
    id: 'model',
    category: 'model',
    type: 'select',
    currentValue: current,
    options: [
      ...own,
      ...models.map(({ value, displayName, description }) => ({ value, name: displayName, description })),
    ],
  }
}

/** Only where the model in use has such a thing. */
const effortOption = (
  { model, effort }: Queries['state'],
  models: Queries['models'],
  localize: Localize,
): readonly SessionConfigOption[] => {
  const levels = models.find(({ value }) => value === model)?.supportedEffortLevels ?? []
  if (levels.length === 0) return []
  return [
    {
      id: 'effort',
      name: localize(acpText('effort')),
      category: 'thought_level',
      type: 'select',
      currentValue: effort ?? DEFAULT,
      options: [
        {
          value: DEFAULT,
          name: localize(acpText('effort_default')),
          description: localize(acpText('effort_default_does')),
        },
        ...withCurrent(levels, effort).map(value => ({ value, name: localize(acpText(`effort_${value}`)) })),
      ],
    },
  ]
}

const thinkingOption = (
  { thinking }: Queries['state'],
  { switches, localize }: OptionsShown,
): SessionConfigOption => {
  const about = { id: 'thinking', name: localize(acpText('thinking')), category: 'thought_level' } as const
  if (switches) return { ...about, type: 'boolean', currentValue: thinking }
  return {
    ...about,
    type: 'select',
    currentValue: thinking ? 'on' : 'off',
    options: [
      { value: 'on', name: localize(acpText('on')) },
      { value: 'off', name: localize(acpText('off')) },
    ],
  }
}

/** What is in use is among what can be chosen, whatever else is. */
const withCurrent = <T>(choices: readonly T[], current: T | undefined): readonly T[] =>
  current === undefined || choices.includes(current) ? choices : [current, ...choices]

/** The op for a choice; throws OpError for one that does not exist. */
export const choiceOp = (id: string, value: string | boolean): Op => {
  if (id === 'mode') return { type: 'set_mode', mode: modeNamed(value) }
  if (id === 'model' && typeof value === 'string') return { type: 'set_model', model: value }
  if (id === 'effort') return effortOp(value)
  if (id === 'thinking' && ON_OFF.includes(value))
    return { type: 'set_thinking', enabled: value === true || value === 'on' }
  throw new OpError(acpText('no_option', { id, value: JSON.stringify(value) }))
}

const ON_OFF: readonly (string | boolean)[] = [true, false, 'on', 'off']

const effortOp = (value: string | boolean): Op => {
  if (value === DEFAULT) return { type: 'set_effort' }
  const effort = EFFORTS.find(one => one === value)
  if (effort === undefined) throw new OpError(acpText('no_effort', { effort: JSON.stringify(value) }))
  return { type: 'set_effort', effort }
}

export const modeNamed = (name: string | boolean): PermissionMode => {
  const mode = PERMISSION_MODES.find(one => one === name)
  if (mode === undefined) throw new OpError(acpText('no_mode', { mode: JSON.stringify(name) }))
  return mode
}
