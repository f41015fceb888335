import { area } from '../area.ts'

export const asideText = area('asides', {
  nothing_yet: { en: 'Nothing has happened yet in this conversation.', zh: '对话还没有内容。' },
  no_recap: { en: "Couldn't make a recap: {reason}", zh: '无法概括：{reason}' },
})
