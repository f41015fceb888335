import type { promptEn } from '../en/prompt.ts'

export const promptZh: typeof promptEn = {
  pastedText: (id, more) => `[粘贴的文本 #${id}${more === 0 ? '' : ` +${more} 行`}]`,
  image: id => `[图片 #${id}]`,
}
