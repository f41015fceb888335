import { area } from '../area.ts'

export const workflowText = area('workflows', {
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
  mistakes_in: {
    en: 'The workflow {name} has mistakes:\n{problems:lines}',
    zh: '工作流 {name} 有错误：\n{problems:lines}',
  },
  none_near: {
    en: 'There is no workflow {name}. Did you mean {near}?',
    zh: '没有工作流 {name}。是否为 {near}？',
  },
  none_at_all: {
    en: 'There is no workflow {name}. There are none.',
    zh: '没有工作流 {name}。当前没有任何工作流。',
  },
  none_known: {
    en: 'There is no workflow {name}. There are: {names:list}.',
    zh: '没有工作流 {name}。现有：{names:list}。',
  },
  going_on: { en: 'The run {id} is going on already.', zh: '运行 {id} 已在进行。' },
})
