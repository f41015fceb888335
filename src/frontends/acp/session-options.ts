import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk'
import type { Engine } from '../../protocol/engine.ts'
import { acpText } from '../../protocol/messages/host/acp.ts'
import { EFFORTS, type Effort } from '../../protocol/model.ts'
import { type Op, OpError } from '../../protocol/op.ts'
import { PERMISSION_MODES, type PermissionMode } from '../../protocol/permission.ts'
import type { Queries } from '../../protocol/query.ts'

interface Named {
  readonly name: string
  readonly description: string
}

const MODES: Readonly<Record<PermissionMode, Named>> = {
  default: { name: 'Ask first', description: 'Asks before edits and commands' },
  acceptEdits: { name: 'Accept edits', description: 'Edits files without asking; asks before commands' },
  plan: { name: 'Plan', description: 'Reads and plans; changes nothing' },
  auto: { name: 'Auto', description: 'A second model reviews what would be asked' },
  dontAsk: { name: "Don't ask", description: 'Does what is allowed already; declines the rest' },
  bypassPermissions: { name: 'Bypass permissions', description: 'Runs everything without asking' },
}

const EFFORT_NAMES: Readonly<Record<Effort, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Very high',
  max: 'Maximum',
}

/** Stands for what is chosen when nobody chooses. */
const DEFAULT = 'default'

export const modesOf = ({ mode, modes }: Queries['permissions']): SessionModeState => ({
  currentModeId: mode,
  availableModes: withCurrent(modes, mode).map(id => ({ id, ...MODES[id] })),
})

/** Everything a person can choose for the session: mode, model, effort, thinking. */
export const optionsOf = async (
  engine: Pick<Engine, 'query'>,
  { switches }: { readonly switches: boolean },
): Promise<SessionConfigOption[]> => {
  const [state, permissions, models] = await Promise.all([
    engine.query('state'),
    engine.query('permissions'),
    engine.query('models'),
  ])
  return [
    modeOption(permissions),
    modelOption(state.model, models),
    ...effortOption(state, models),
    thinkingOption(state, { switches }),
  ]
}

const modeOption = (permissions: Queries['permissions']): SessionConfigOption => {
  const { currentModeId, availableModes } = modesOf(permissions)
  return {
    id: 'mode',
    name: 'Permission mode',
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

const modelOption = (current: string, models: Queries['models']): SessionConfigOption => {
  const known = models.some(({ value }) => value === current)
  const own = known ? [] : [{ value: current, name: current }]
  return {
    id: 'model',
    name: 'Model',
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
): readonly SessionConfigOption[] => {
  const levels = models.find(({ value }) => value === model)?.supportedEffortLevels ?? []
  if (levels.length === 0) return []
  return [
    {
      id: 'effort',
      name: 'Effort',
      category: 'thought_level',
      type: 'select',
      currentValue: effort ?? DEFAULT,
      options: [
        { value: DEFAULT, name: 'Default', description: 'What the model does by itself' },
        ...withCurrent(levels, effort).map(value => ({ value, name: EFFORT_NAMES[value] })),
      ],
    },
  ]
}

const thinkingOption = (
  { thinking }: Queries['state'],
  { switches }: { readonly switches: boolean },
): SessionConfigOption => {
  const about = { id: 'thinking', name: 'Thinking', category: 'thought_level' } as const
  if (switches) return { ...about, type: 'boolean', currentValue: thinking }
  return {
    ...about,
    type: 'select',
    currentValue: thinking ? 'on' : 'off',
    options: [
      { value: 'on', name: 'On' },
      { value: 'off', name: 'Off' },
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
