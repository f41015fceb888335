import type { Behavior, Rule, RuleSource } from '../../protocol/permission.ts'
import type { SettingsLayer, SettingsSource } from '../../protocol/settings.ts'

const RULE_SOURCE: Readonly<Record<SettingsSource, RuleSource>> = {
  user: 'user',
  project: 'project',
  local: 'local',
  flag: 'cli',
  managed: 'managed',
}
const BEHAVIORS: readonly Behavior[] = ['deny', 'ask', 'allow']

/** Every rule of every layer with where it came from; highest layer first, so that a decision names that one. */
export const rulesOf = (layers: readonly SettingsLayer[]): readonly Rule[] => {
  const managedOnly = layers.some(
    layer => layer.source === 'managed' && layer.settings.allowManagedPermissionRulesOnly === true,
  )
  return layers.toReversed().flatMap(layer =>
    BEHAVIORS.flatMap(behavior => {
      if (managedOnly && behavior === 'allow' && layer.source !== 'managed') return []
      const texts = layer.settings.permissions?.[behavior] ?? []
      const lines = layer.ruleLines?.[behavior]
      return texts.map((text, index) => {
        const line = lines?.[index]
        const place = line === undefined ? {} : { place: { file: layer.path, line } }
        return { text, behavior, source: RULE_SOURCE[layer.source], anchor: layer.anchor, ...place }
      })
    }),
  )
}
