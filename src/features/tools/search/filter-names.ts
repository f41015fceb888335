import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../protocol/tool.ts'

const says = modelTexts('filterNames', {
  slow: {
    en: 'The pattern {pattern} takes too long to compare. Use fewer * in it.',
    zh: '模式 {pattern} 匹配耗时过长。请减少其中的 *。',
  },
})

/** With more of them a pattern can be written that takes for ever on a path that was made for it. */
const HARMLESS_STARS = 2
/** Hundreds of thousands of names take less. */
const LEASH_MS = 1000

/** The names that a pattern fits, in bounded time whatever the pattern. Throws ToolError when that is not enough. */
export const filterNames = async (
  names: readonly string[],
  fits: (name: string) => boolean,
  pattern: string,
): Promise<readonly string[]> => {
  if ((pattern.match(/\*+/g) ?? []).length <= HARMLESS_STARS) return names.filter(fits)
  const { createLeash } = await import('./plain/leash.ts')
  const leash = await createLeash(LEASH_MS)
  let kept: readonly string[] = []
  const isThrough = leash.run(() => {
    kept = names.filter(fits)
  })
  if (!isThrough) throw new ToolError(says('slow', { pattern }))
  return kept
}
