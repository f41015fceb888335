import { findModel, resolveModelName } from '../../features/models/catalogue.ts'
import type { Env } from '../../protocol/host.ts'
import { EFFORTS, type ModelFacts } from '../../protocol/model.ts'

const NAMED = [
  'ANTHROPIC_CUSTOM_MODEL_OPTION',
  'ANTHROPIC_DEFAULT_OPUS_MODEL',
  'ANTHROPIC_DEFAULT_SONNET_MODEL',
  'ANTHROPIC_DEFAULT_HAIKU_MODEL',
  'ANTHROPIC_DEFAULT_FABLE_MODEL',
] as const

/**
 * The models that variables name: one more to choose from, and those behind the names of families. What they can do is
 * what is known of them, unless a list says it: then what is not in the list is nothing they can do.
 */
export const namedModels = (env: Env, known: readonly ModelFacts[]): readonly ModelFacts[] =>
  NAMED.flatMap(variable => {
    const said = env[variable]?.trim()
    if (!said) return []
    const title = env[`${variable}_NAME`]?.trim()
    const about = env[`${variable}_DESCRIPTION`]?.trim()
    const can = env[`${variable}_SUPPORTED_CAPABILITIES`]?.trim()
    if (variable !== NAMED[0] && !title && !about && !can) return []
    const id = resolveModelName(said, {})
    return [
      {
        ...findModel(id, known).facts,
        id,
        ...(title ? { title } : {}),
        ...(about ? { about } : {}),
        ...(can ? capabilitiesOf(can) : {}),
      },
    ]
  })

const capabilitiesOf = (list: string): Pick<ModelFacts, 'thinking' | 'thinksByDefault' | 'effort'> => {
  const can = new Set(list.toLowerCase().split(/[\s,]+/))
  const thinking = can.has('adaptive_thinking') ? 'adaptive' : can.has('thinking') ? 'budget' : 'none'
  const above = { xhigh: can.has('xhigh_effort'), max: can.has('max_effort') }
  const hasEffort = can.has('effort') || above.xhigh || above.max
  const effort = EFFORTS.filter(level => (level === 'xhigh' || level === 'max' ? above[level] : hasEffort))
  return { thinking, thinksByDefault: thinking !== 'none', effort }
}
