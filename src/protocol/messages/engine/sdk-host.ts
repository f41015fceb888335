import { area } from '../area.ts'

export const sdkHostText = area('sdk-host', {
  nobody_to_ask: { en: 'There is nobody to ask for permission.', zh: '没有人可供询问权限。' },
  permission_tool_failed: { en: 'The permission tool failed: {reason}', zh: '权限工具出错：{reason}' },
  question_failed: { en: 'The permission question failed: {reason}', zh: '权限询问失败：{reason}' },
  answer_invalid: {
    en: 'The answer to the permission question is not valid: {reason}',
    zh: '对权限询问的回答无效：{reason}',
  },
  answer_bypasses: {
    en: 'The answer switches to bypassPermissions, which this run was not started with.',
    zh: '回答要切换到不检查权限模式，但启动时没有允许。',
  },
  host_gone: { en: 'The host went away without an answer.', zh: '宿主程序没有回答就断开了。' },
  stopped_late: {
    en: 'Still running after {seconds:number} s and stopped: {names:list}. Set CAPSTAN_PRINT_BG_WAIT_CEILING_MS to wait longer (0: no limit).',
    zh: '{seconds:number} 秒后仍在运行，已停止：{names:list}。用 CAPSTAN_PRINT_BG_WAIT_CEILING_MS 可延长等待（0 为不限）。',
  },
  stopped_at_end: {
    en: 'Still running at the end and stopped: {names:list}. Set CAPSTAN_PRINT_BG_COMMAND_WAIT_MS to wait longer (0: no limit).',
    zh: '结束时仍在运行，已停止：{names:list}。用 CAPSTAN_PRINT_BG_COMMAND_WAIT_MS 可延长等待（0 为不限）。',
  },
  stopped_by_failure: {
    en: 'The run failed. Still running and stopped: {names:list}.',
    zh: '本次运行失败。仍在运行、已停止的有：{names:list}。',
  },
  untold_by_failure: {
    en: 'The run failed before the model was told about: {names:list}.',
    zh: '本次运行失败，模型还不知道以下工作的结果：{names:list}。',
  },
  price_unknown: {
    en: 'The price of {models:list} is unknown and not part of the reported cost.',
    zh: '{models:list} 的价格未知，未计入报告的费用。',
  },
  turn_limit: {
    en: {
      one: 'Stopped at the limit of {count:number} turn.',
      other: 'Stopped at the limit of {count:number} turns.',
    },
    zh: '已达到 {count} 轮的上限，停止。',
  },
  interrupted: { en: 'The turn was interrupted.', zh: '本轮已中断。' },
  own_server: {
    en: '{tool} is a tool of your own server: call it yourself.',
    zh: '{tool} 是你自己的服务器的工具，请自行调用。',
  },
  tool_not_run: { en: 'The tool did not run: {reason}', zh: '工具未运行：{reason}' },
  not_readable: { en: '{path} may not be read: {reason}', zh: '不能读取 {path}：{reason}' },
  no_file: { en: 'There is no file {path}.', zh: '没有文件 {path}。' },
  no_title: { en: 'No title could be made: {reason}', zh: '无法生成标题：{reason}' },
  no_title_said: {
    en: 'No title could be made: the model said nothing.',
    zh: '无法生成标题：模型没有回答。',
  },
})
