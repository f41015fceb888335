import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'

const says = modelTexts('sandbox_frozen', {
  frozen: {
    en: 'The working directories hold more directories than the sandbox looks through for protected names, or some that cannot be read: nothing can be changed below {paths:list}.',
    zh: '工作目录中的目录过多，沙箱无法全部检查受保护的名称，或有些目录无法读取：{paths:list} 之下不可更改。',
  },
  frozenMore: {
    en: 'The working directories hold more directories than the sandbox looks through for protected names, or some that cannot be read: nothing can be changed below {paths:list} and {more:number} others.',
    zh: '工作目录中的目录过多，沙箱无法全部检查受保护的名称，或有些目录无法读取：{paths:list} 及另外 {more} 处之下不可更改。',
  },
})

const MOST_NAMED = 3

/** What can't be changed because its names could not be looked through, in words. */
export const frozenNote = (frozen: readonly string[]): readonly LocalizedText[] => {
  if (frozen.length === 0) return []
  const paths = frozen.slice(0, MOST_NAMED)
  const more = frozen.length - paths.length
  return [more > 0 ? says('frozenMore', { paths, more }) : says('frozen', { paths })]
}
