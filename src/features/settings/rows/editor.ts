import { flag, oneOf } from '../check.ts'
import type { SettingRow } from './row.ts'

export const editorRows = [
  {
    key: 'autoConnectIde',
    check: flag,
    doc: 'Connect to your editor at start, if exactly one has this folder open',
    default: false,
    // Which programs are talked to is the person's.
    project: 'never',
    counts: 'next start',
    edit: { at: 171 },
  },
  {
    key: 'shareEditorSelection',
    check: flag,
    doc: 'Send what is selected in the connected editor along with your prompts',
    default: true,
    project: 'never',
    counts: 'next start',
    edit: { at: 172 },
  },
  {
    key: 'diffTool',
    check: oneOf(['auto', 'terminal']),
    doc: 'Where edits that need your approval are shown: also in the connected editor, or only in the terminal',
    default: 'auto',
    project: 'never',
    counts: 'next start',
    edit: { at: 174 },
  },
] as const satisfies readonly SettingRow[]
