import { area } from '../area.ts'

/** What is wrong with the file of a workflow, or with what it is given. */
export const workflowFileText = area('workflow_files', {
  at: { en: '{place}: {message}', zh: '{place}：{message}' },
  expression: { en: '{what}', zh: '表达式有误：{what}' },
  nothing_called: { en: 'nothing is called "{name}" here.', zh: '此处没有 "{name}"。' },
  no_input: { en: 'there is no input "{name}".', zh: '没有输入 "{name}"。' },
  no_step: { en: 'there is no earlier step "{name}".', zh: '前面没有步骤 "{name}"。' },
  hinted: { en: '{what} {hint}', zh: '{what}{hint}' },
  no_input_name: { en: '"{name}" can\'t be the name of an input', zh: '"{name}" 不能用作输入的名称' },
  no_schema: { en: 'this is not a JSON schema: {what}', zh: '不是 JSON schema：{what}' },
  input_schema: {
    en: 'an input is described by a JSON schema: {what}',
    zh: '输入用 JSON schema 描述：{what}',
  },
  no_default: { en: "the default doesn't fit the schema: {what}", zh: '默认值不符合 schema：{what}' },
  steps: { en: '"steps" must be a list with at least one step', zh: '"steps" 应为至少含一个步骤的列表' },
  many_steps: { en: 'there are more than {most:number} steps', zh: '步骤超过 {most:number} 个' },
  no_step_map: { en: 'a step must be a map of names and values', zh: '步骤应为名称与值的映射' },
  parallel: { en: '"parallel" must be a list of steps', zh: '"parallel" 应为步骤列表' },
  nested: { en: 'a group cannot stand in a group', zh: '组中不能再有组' },
  no_id: {
    en: '"{id}" can\'t be an id: letters, digits, "_" and "-"',
    zh: '"{id}" 不能用作 id：只能由字母、数字、"_" 和 "-" 组成',
  },
  same_id: { en: 'there are two steps with the id "{id}"', zh: '有两个步骤的 id 都是 "{id}"' },
  either: { en: 'a step has either "run" or "prompt"', zh: '步骤只能有 "run" 或 "prompt" 之一' },
  no_item_name: { en: 'an item can\'t be called "{name}"', zh: '列表项不能叫 "{name}"' },
  no_prompt: {
    en: 'a step needs a "prompt", a "run" command, or a "parallel" group',
    zh: '步骤需要 "prompt"、"run" 命令或 "parallel" 组',
  },
  no_agent: { en: 'there is no agent "{name}".', zh: '没有智能体 "{name}"。' },
  isolation: { en: '"isolation" can only be "worktree"', zh: '"isolation" 只能是 "worktree"' },
  in_command: {
    en: 'values are not put into commands. Give the value a name under "env" (WF_…) and use "$WF_…"',
    zh: '不会把值填入命令。请在 "env" 中为它命名（WF_…），再使用 "$WF_…"',
  },
  variable: {
    en: 'the variable "{name}" must begin with WF_, in capital letters: others can change what a command does',
    zh: '变量 "{name}" 应以 WF_ 开头并全部大写：其他变量可能改变命令的行为',
  },
  output: { en: '"output" must be a JSON schema', zh: '"output" 应为 JSON schema' },
  no_types: {
    en: 'a workflow in TypeScript is not run: write it as JavaScript or YAML',
    zh: '不运行 TypeScript 工作流：请写成 JavaScript 或 YAML',
  },
  script: { en: 'is a script: in a session, /workflow runs it', zh: '是脚本：在会话中用 /workflow 运行' },
  same_name: {
    en: 'another workflow is called "{name}" and counts',
    zh: '已有名为 "{name}" 的工作流，以它为准',
  },
  unknown_input: { en: 'There is no input "{name}". {hint}', zh: '没有输入 "{name}"。{hint}' },
  takes_none: { en: 'It takes none.', zh: '它不需要输入。' },
  takes: { en: 'It takes: {names:list}.', zh: '可用：{names:list}。' },
  missing: { en: 'The input "{name}" is missing.', zh: '缺少输入 "{name}"。' },
  unfit: { en: 'The input "{name}" doesn\'t fit:\n{faults}', zh: '输入 "{name}" 不符合要求：\n{faults}' },
  no_assignment: {
    en: 'Give inputs as name=value, not {word}.',
    zh: '输入应写成 name=value，而不是 {word}。',
  },
})
