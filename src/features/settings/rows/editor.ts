import { isObject } from '../../../lib/is-object.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import type { Settings } from '../../../protocol/settings.ts'
import { checkOf, complain, flag, mapOf, oneOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

/** What is in it is read, and complained about, by who starts them. */
const server = checkOf<false | object>(
  { anyOf: [{ type: 'object' }, { type: 'boolean' }] },
  (value, place) => (value === false || isObject(value) ? value : complain(place, settingsText('an_object'))),
)
const byName = mapOf(server)
const servers = checkOf<Exclude<Settings['languageServers'], undefined>>(
  { anyOf: [byName.schema, { type: 'boolean' }] },
  (value, place) => (value === false ? value : byName(value, place)),
)

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
  {
    key: 'languageServers',
    check: servers,
    doc: {
      en: 'Language servers by name: change a well-known one, switch it off (`false`), add another; `false` alone: none',
      zh: '语言服务器：按名称修改内置项、用 false 停用，或添加其他；整项为 false 则全部停用',
    },
    counts: 'next start',
    setBy: 'by_editing',
  },
] as const satisfies readonly DescribedRow[]
