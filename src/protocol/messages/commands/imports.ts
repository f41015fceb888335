import { area } from '../area.ts'

/** What an import or an export of configuration leaves out, and why. */
export const importText = area('imports', {
  unreadable: { en: 'it cannot be read: {reason}', zh: '无法读取：{reason}' },
  not_json: { en: 'it is not valid JSON', zh: '不是有效的 JSON' },
  not_yaml: { en: 'it is not valid YAML', zh: '不是有效的 YAML' },
  server_off: { en: 'the MCP server {name} is turned off', zh: 'MCP 服务器 {name} 已停用' },
  no_server: {
    en: 'the MCP server {name} has neither a command nor an address',
    zh: 'MCP 服务器 {name} 既没有命令也没有地址',
  },
  present: { en: '{kind} {name}: you have it already', zh: '{kind} {name}：已经有了' },
  twice: { en: '{kind} {name}: another file has it too', zh: '{kind} {name}：另一个文件中也有' },
  model_left_out: {
    en: 'its model "{model}" is left out: choose one of yours',
    zh: '未导入其模型“{model}”：请选择你自己的模型',
  },
  a_model_left_out: {
    en: 'its model is left out: choose one of yours',
    zh: '未导入其模型：请选择你自己的模型',
  },
  no_cwd: { en: '"cwd" has no counterpart and is left out', zh: '"cwd" 没有对应项，未导入' },
  secret_copied: { en: 'the secret {name} is copied', zh: '已复制密钥 {name}' },
  secret_not_copied: {
    en: 'the secret {name} is not copied: set {variable} in your environment, or import with --with-secrets',
    zh: '未复制密钥 {name}：请设置环境变量 {variable}，或用 --with-secrets 导入',
  },
  widens: {
    en: '{what} is left out: it would allow more than Capstan does without it',
    zh: '未导入 {what}：它会放宽权限',
  },
  any_command: {
    en: 'the rule {rule} is left out: it would let any command run without a question',
    zh: '未导入规则 {rule}：它会让任意命令不经询问就运行',
  },
  not_plain: {
    en: 'the rule {rule} is left out: it cannot be written here without allowing more',
    zh: '未导入规则 {rule}：在这里无法写出同样严格的规则',
  },
  deny_not_written: {
    en: 'WARNING: what {rule} forbids is not forbidden here: it cannot be written as a rule. Calls still ask',
    zh: '警告：{rule} 所禁止的在这里未被禁止：无法写成规则。调用时仍会询问',
  },
  denies_the_rest: {
    en: '{rule} denies everything else there; here it asks',
    zh: '{rule} 在那里拒绝其余一切；这里会询问',
  },
  hook_consent: {
    en: 'the hook of {event} runs "{command}": --with-hooks takes it along',
    zh: '{event} 的钩子会运行“{command}”：用 --with-hooks 一并导入',
  },
  hook_differs: {
    en: 'the hook of {event} ("{command}") is left out: what it is given and answers differs here. Write it anew with /update-config',
    zh: '未导入 {event} 的钩子（“{command}”）：它的输入和回答格式与这里不同。请用 /update-config 重新编写',
  },
  runs_by_itself: {
    en: '{what} is left out: it would run by itself. A hook or the instructions can say it: /update-config',
    zh: '未导入 {what}：它会自动运行。可写成钩子或说明：/update-config',
  },
  not_in_folder: {
    en: '{file} is outside of the project and is left out',
    zh: '{file} 在项目之外，未导入',
  },
  sessions_there: {
    en: {
      one: '1 session: --sessions takes it along',
      other: '{number} sessions: --sessions takes them along',
    },
    zh: '{number} 个会话：用 --sessions 一并导入',
  },
  no_counterpart: {
    en: '{kind} {name}: {tool} has no counterpart for it',
    zh: '{kind} {name}：{tool} 没有对应项',
  },
  theirs: {
    en: '{kind} {name}: {file} has it already',
    zh: '{kind} {name}：{file} 中已有',
  },
  would_export: { en: 'Would write:', zh: '将写入：' },
  exported_item: { en: '  {kind} {name} → {to}', zh: '  {kind} {name} → {to}' },
  exported: { en: '{count:number} written.', zh: '已写入 {count} 项。' },
  nothing_to_export: { en: 'Nothing to write.', zh: '没有可写入的内容。' },
  nothing_exported: {
    en: 'Nothing was written: add --yes to do it.',
    zh: '尚未写入：加 --yes 执行。',
  },
})
