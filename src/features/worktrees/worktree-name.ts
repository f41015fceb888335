import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'

const says = modelTexts('worktree_name', {
  unusable: {
    en: '{name} cannot be the name of a worktree: use letters, digits, ".", "_" and "-", at most {most:number} of them; "/" may stand between words.',
    zh: '{name} 不能作为工作树的名称：请用字母、数字、“.”、“_”和“-”，最多 {most:number} 个；单词之间可用“/”。',
  },
})

const MOST_CHARACTERS = 64
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/
const FIRST = ['amber', 'brisk', 'calm', 'clear', 'early', 'fair', 'keen', 'quiet', 'steady', 'swift']
const SECOND = ['anchor', 'beacon', 'compass', 'harbor', 'lantern', 'mast', 'rudder', 'sail', 'tide', 'wharf']

/** What directory and branch are called after; ToolError for a name that cannot be one. */
export const slugOf = (name: string): string => {
  const segments = name.split('/')
  const isFine = (segment: string): boolean =>
    SEGMENT.test(segment) && !segment.includes('..') && !/(?:\.|\.lock)$/i.test(segment)
  if (name.length > MOST_CHARACTERS || !segments.every(isFine))
    throw new ToolError(says('unusable', { name: JSON.stringify(name), most: MOST_CHARACTERS }))
  // Flat: a directory or branch "a" would keep "a/b" from being made.
  return segments.join('+')
}

/** Of somebody who does not care; `id` makes it unlike others. */
export const inventedName = (id: string): string => {
  const digits = id.replaceAll(/[^0-9a-f]/gi, '').toLowerCase()
  const at = Number.parseInt(digits.slice(0, 6) || '0', 16)
  const pick = (words: readonly string[], n: number): string => words[n % words.length] ?? ''
  return `${pick(FIRST, at)}-${pick(SECOND, Math.floor(at / FIRST.length))}-${digits.slice(-4) || '0'}`
}

export const branchOf = (slug: string): string => `worktree-${slug}`
