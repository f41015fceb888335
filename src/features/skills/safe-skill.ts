import type { Skill } from '../../protocol/extensions/skill.ts'
import type { ContributionSource } from '../../protocol/extensions/source.ts'

/**
 * What a skill may have and still be called by the model without a question: nothing of it lets more happen than could
 * happen without it. A property that is added later is asked about until it stands here.
 */
const SAFE: ReadonlySet<string> = new Set<keyof Skill | 'source'>([
  'name',
  'kind',
  'description',
  'whenToUse',
  'file',
  'argumentHint',
  'arguments',
  'disallowedTools',
  'model',
  'effort',
  'context',
  'agent',
  'background',
  'byPerson',
  'byModel',
  'paths',
  'version',
  'chars',
  'variables',
  'body',
  'render',
  'source',
])

/** What a server offers is never safe: its words are foreign, and what it is called with goes to the server. */
export const isSafeSkill = (skill: Skill & { readonly source?: ContributionSource }): boolean =>
  skill.source?.level !== 'server' &&
  Object.entries(skill).every(([key, value]) => value === undefined || SAFE.has(key))
