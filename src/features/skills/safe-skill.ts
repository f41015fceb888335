import type { Skill } from '../../protocol/extensions/skill.ts'

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
  'source',
])

export const isSafeSkill = (skill: Skill): boolean =>
  Object.entries(skill).every(([key, value]) => value === undefined || SAFE.has(key))
