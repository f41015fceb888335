import { flag, oneOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

export const editorRows = [
  {
    key: 'autoConnectIde',
    check: flag,
    doc: {
      en: 'Connect to your editor at start, if exactly one has this folder open',
      zh: '启动时连接编辑器（恰有一个打开了此文件夹时）',
    },
    default: false,
    // Which programs are talked to is the person's.
    project: 'never',
    counts: 'next start',
    edit: { at: 171 },
  },
  {
    key: 'shareEditorSelection',
    check: flag,
    doc: {
      en: 'Send what is selected in the connected editor along with your prompts',
      zh: '随输入发送编辑器中选中的内容',
    },
    default: true,
    project: 'never',
    counts: 'next start',
    edit: { at: 172 },
  },
  {
    key: 'diffTool',
    check: oneOf(['auto', 'terminal']),
    doc: {
      en: 'Where edits that need your approval are shown: also in the connected editor, or only in the terminal',
      zh: '待批准的修改显示在哪里：同时在编辑器中，或只在终端',
    },
    default: 'auto',
    project: 'never',
    counts: 'next start',
    edit: { at: 174 },
  },
] as const satisfies readonly DescribedRow[]
