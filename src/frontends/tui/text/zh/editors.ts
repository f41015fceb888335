import type { editorsEn } from '../en/editors.ts'

export const editorsZh: typeof editorsEn = {
  title: '编辑器',
  hint: 'Enter 选择 · Esc 关闭',
  nothing: '未找到编辑器。请在装有插件的编辑器中打开此文件夹（docs/editors.md）。',
  states: { none: '未连接', connecting: '连接中…', connected: '已连接', lost: '重新连接中…' },
  fits: '已打开此文件夹',
  elsewhere: '打开了其他文件夹',
  disconnect: '断开连接',
  share: '随输入发送选中的内容',
  keep: '不再发送选中的内容',
  connected: name => `已连接到 ${name}。`,
  ignored: count => `忽略了 ${count} 个锁文件；/ide list 查看原因`,
}
