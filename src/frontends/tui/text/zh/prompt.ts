import type { promptEn } from '../en/prompt.ts'

export const promptZh: typeof promptEn = {
  pastedText: (id, more) => `[粘贴的文本 #${id}${more === 0 ? '' : ` +${more} 行`}]`,
  image: id => `[图片 #${id}]`,
  commandGroups: {
    conversation: '对话',
    context: '上下文、记忆与花费',
    work: '工作',
    permissions: '权限',
    setup: '设置',
    help: '帮助',
    skills: '技能',
  },
  foldedCommands: rest => `另有 ${rest} 个；Enter 显示全部，或输入以搜索`,
}
