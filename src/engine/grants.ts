import { resolveReal } from '../lib/paths.ts'
import type { PermissionUpdate, Rule } from '../protocol/permission.ts'
import type { Live } from './config.ts'

/**
 * Takes up what an answer grants beyond the call it was given for: for the rest of this session, and only beside what
 * settings and flags say. Bypassing permissions is never granted this way.
 */
export const applyGrants = (live: Live, updates: readonly PermissionUpdate[], anchor: string): void => {
  for (const update of updates)
    switch (update.type) {
      case 'setMode':
        if (update.mode !== 'bypassPermissions' && update.mode !== 'auto') live.mode = update.mode
        break
      case 'addDirectories':
        live.roots = [...new Set([...live.roots, ...update.directories.flatMap(realDirectory)])]
        break
      case 'removeDirectories': {
        const gone = update.directories.flatMap(realDirectory)
        // The directory the session began in stays: everything else hangs on it.
        live.roots = live.roots.filter((root, index) => index === 0 || !gone.includes(root))
        break
      }
      case 'addRules':
      case 'replaceRules':
      case 'removeRules':
        live.rules = changeRules(live.rules, update, anchor)
        break
    }
}

type RuleUpdate = Extract<PermissionUpdate, { readonly rules: unknown }>

const changeRules = (rules: readonly Rule[], update: RuleUpdate, anchor: string): readonly Rule[] => {
  const { behavior } = update
  const given = update.rules.map(({ toolName, ruleContent }): Rule => {
    const text = ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`
    return { text, behavior, source: 'session', anchor }
  })
  const isOwn = (rule: Rule): boolean => rule.source === 'session' && rule.behavior === behavior
  if (update.type === 'addRules') return [...rules, ...given]
  if (update.type === 'replaceRules') return [...rules.filter(rule => !isOwn(rule)), ...given]
  return rules.filter(rule => !isOwn(rule) || !given.some(gone => gone.text === rule.text))
}

const realDirectory = (path: string): readonly string[] => {
  const resolved = resolveReal(path)
  return resolved.ok && resolved.exists ? [resolved.real] : []
}
