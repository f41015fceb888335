import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { HookSet } from '../../protocol/hook.ts'
import { type LocalizedText, messageFields } from '../../protocol/messages/localized-text.ts'
import type { Contributions } from '../contributions/part.ts'
import type { Hooks } from './part.ts'

/** Who knows which hooks there are, and hears what is wrong with those that others brought. */
export interface HookOwners {
  readonly hooks: Pick<Hooks, 'sets' | 'said'>
  readonly contributions: Pick<Contributions, 'put'>
}

/**
 * What is configured and can never run. What a plugin brought is listed with its other problems; what settings say is
 * answered, to be said.
 */
export const findHookProblems = async ({
  hooks,
  contributions,
}: HookOwners): Promise<readonly LocalizedText[]> => {
  const sets = hooks.sets().filter(({ hooks: set }) => Object.keys(set).length > 0)
  if (sets.length === 0) return []
  const { hookProblems, announcedFaults } = await import('../../features/hooks/check-hooks.ts')
  const brought = sets.flatMap((set): readonly Contribution[] => {
    const { source } = set
    if (!isContributed(source)) return []
    const problems = hookProblems(set).map(text => ({ source, ...messageFields(text) }))
    return problems.length === 0 ? [] : [{ source, problems }]
  })
  contributions.put('hooks', brought)
  // Said once at the start, and not again by the hook that would run.
  for (const key of sets.flatMap(announcedFaults)) hooks.said.add(key)
  return sets.flatMap(set => hookProblems(set))
}

const isContributed = (source: HookSet['source']): source is Contribution['source'] =>
  source.level !== 'settings' &&
  source.level !== 'skill' &&
  source.level !== 'agent' &&
  source.level !== 'host'
