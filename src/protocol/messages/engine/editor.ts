import { area } from '../area.ts'

export const editorText = area('editor', {
  outside: {
    en: 'Your editor sent {path}, which is outside the working directories. Add its folder with /add-dir.',
    zh: '编辑器发来 {path}，它在工作目录之外。请用 /add-dir 添加其文件夹。',
  },
  unusable: {
    en: "Your editor sent {path}, which can't be mentioned: no such file, or its name is unusual.",
    zh: '编辑器发来 {path}，无法引用：文件不存在，或名称特殊。',
  },
  lost: { en: 'Lost the connection to {name}. Reconnecting.', zh: '与 {name} 的连接已断开，正在重新连接。' },
  no_such: { en: 'No editor with the id {id:number} is running.', zh: '没有 id 为 {id} 的编辑器在运行。' },
  none_here: {
    en: 'No editor has this folder open. Open it in an editor with a plugin (docs/editors.md).',
    zh: '没有编辑器打开了此文件夹。请在装有插件的编辑器中打开它（docs/editors.md）。',
  },
  several: {
    en: '{count:number} editors have this folder open. Choose one with /ide.',
    zh: '{count} 个编辑器打开了此文件夹。请用 /ide 选择一个。',
  },
  tool_failed: { en: '{tool}: {reason}', zh: '{tool}：{reason}' },
  failed: { en: 'it failed', zh: '操作失败' },
  closed: { en: 'the connection was closed', zh: '连接已关闭' },
  closed_by_editor: { en: 'the editor closed the connection', zh: '编辑器关闭了连接' },
  given_up: { en: 'it was given up', zh: '已放弃' },
  silent: { en: 'the editor did not answer', zh: '编辑器没有响应' },
  lacks_tool: { en: 'the editor has no {tool}', zh: '编辑器没有 {tool}' },
  unreachable: {
    en: '{name} cannot be reached at port {port:number} ({reason}).',
    zh: '无法连接 {name}（端口 {port}：{reason}）。',
  },
})
