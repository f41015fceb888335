import { area } from '../area.ts'

export const workflowText = area('workflows', {
  off: {
    en: 'Workflows are turned off in settings ("disableWorkflows").',
    zh: '设置关闭了工作流（"disableWorkflows"）。',
  },
  not_begun: { en: 'The session has not begun.', zh: '会话尚未开始。' },
  unreadable: {
    en: "Can't read {path} here: {reason}. Allow it with a Read rule.",
    zh: '此处不能读取 {path}：{reason}。可用 Read 规则允许。',
  },
  bad_run_id: { en: "A run can't be called {id}.", zh: '运行不能命名为 {id}。' },
  bad_inputs: { en: "Can't run {name}:\n{problems:lines}", zh: '无法运行 {name}：\n{problems:lines}' },
  no_run: { en: 'There is no run {id}.', zh: '没有运行 {id}。' },
  other_directory: {
    en: 'The run {id} belongs to another directory: {path}',
    zh: '运行 {id} 属于另一个目录：{path}',
  },
  unreadable_run: {
    en: "The run {id} can't be read any more: {reason}",
    zh: '已无法读取运行 {id}：{reason}',
  },
  not_trusted: {
    en: 'Workflows of a folder you have not trusted are not run. Look at what it holds and trust it first: capstan trust',
    zh: '不会运行未受信任的文件夹中的工作流。请先查看其中内容并信任它：capstan trust',
  },
  say_which: {
    en: 'Say which workflow: by its name, as a file, or as text.',
    zh: '请说明是哪个工作流：名称、文件或文本。',
  },
  mistakes: { en: 'The workflow has mistakes:\n{problems:lines}', zh: '工作流有错误：\n{problems:lines}' },
  is_script: {
    en: 'The workflow {name} is a script: call the tool Script with its name as "workflow" and its inputs as "args".',
    zh: '工作流 {name} 是脚本：请调用工具 Script，"workflow" 填它的名称，"args" 填输入。',
  },
  mistakes_in: {
    en: 'The workflow {name} has mistakes:\n{problems:lines}',
    zh: '工作流 {name} 有错误：\n{problems:lines}',
  },
  none_near: {
    en: 'There is no workflow {name}. Did you mean {near}?',
    zh: '没有工作流 {name}。是否指 {near}？',
  },
  none_at_all: {
    en: 'There is no workflow {name}. There are none.',
    zh: '没有工作流 {name}。当前没有任何工作流。',
  },
  none_known: {
    en: 'There is no workflow {name}. There are: {names:list}.',
    zh: '没有工作流 {name}。现有：{names:list}。',
  },
  ran_too_long: { en: 'It ran for longer than {minutes} min.', zh: '运行超过了 {minutes} 分钟。' },
  budget_used_up: {
    en: 'The budget of the run is used up ({spent} spent).',
    zh: '本次运行的预算已用完（已花费 {spent}）。',
  },
  step_failed: { en: 'Step {id} failed: {reason}', zh: '步骤 {id} 失败：{reason}' },
  no_list: { en: '"forEach" needs a list, and there is none.', zh: '"forEach" 需要列表，但没有列表。' },
  item_failed: { en: 'item {index:number}: {reason}', zh: '第 {index} 项：{reason}' },
  items_failed: { en: '{first}; {more}', zh: '{first}；{more}' },
  agents_declined: {
    en: '{count:number} agents at once were declined.',
    zh: '同时启动 {count} 个智能体未获批准。',
  },
  exit_code: { en: 'Exit code {code}.', zh: '退出码 {code}。' },
  exit_code_saying: { en: 'Exit code {code}. {output}', zh: '退出码 {code}。{output}' },
  output_unfit: {
    en: 'What the command printed does not fit the schema:\n{faults}',
    zh: '命令的输出不符合 schema：\n{faults}',
  },
  answer_unfit: {
    en: 'The answer does not fit the schema:\n{faults}',
    zh: '回答不符合 schema：\n{faults}',
  },
  agent_went_on: { en: 'The agent went on by itself.', zh: '智能体已自行继续。' },
  going_on: { en: 'The run {id} is going on already.', zh: '运行 {id} 已在进行。' },
  progress: { en: '{id}: {done:number} of {total:number}', zh: '{id}：{done} / {total}' },
  run_again: {
    en: '{id}: it was interrupted before, and is run again',
    zh: '{id}：上次被中断，现在重新运行',
  },
  done_earlier: { en: 'done earlier', zh: '之前已完成' },
  step_failed_line: { en: '{id}: failed', zh: '{id}：失败' },
  step_skipped: { en: '{id}: skipped', zh: '{id}：已跳过' },
  step_stopped: { en: '{id}: stopped', zh: '{id}：已停止' },
  step_facts: { en: '{head} ({facts:list})', zh: '{head}（{facts:list}）' },
  step_error: { en: '{head} — {error}', zh: '{head}：{error}' },
  took: { en: '{seconds:number} s', zh: '{seconds} 秒' },
  tokens: { en: '{number} tokens', zh: '{number} token' },
})
