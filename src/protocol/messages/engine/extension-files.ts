import type { FieldFault } from '../../../lib/field-reader.ts'
import { area } from '../area.ts'
import type { LocalizedText, Text } from '../localized-text.ts'

/** What is wrong with the file of an agent, a skill or a command. */
export const extensionFileText = area('extension_files', {
  agent: { en: 'Agent {name}: {message}', zh: '智能体 {name}：{message}' },
  skill: { en: 'Skill {name}: {message}', zh: '技能 {name}：{message}' },
  command: { en: 'Command {name}: {message}', zh: '命令 {name}：{message}' },
  flag: { en: '--agents: {message}', zh: '--agents：{message}' },
  named: { en: '{name}: {message}', zh: '{name}：{message}' },
  ignored: { en: '"{key}" should be {wanted}. It is ignored.', zh: '"{key}" 应为{wanted}，已忽略。' },
  not_loaded: {
    en: '"{key}" should be {wanted}. Without it the agent could do more, so it is not loaded.',
    zh: '"{key}" 应为{wanted}。没有它，智能体的权限会更大，因此没有加载。',
  },
  text: { en: 'a text', zh: '文本' },
  list: { en: 'a list of texts', zh: '文本列表' },
  flag_value: { en: 'true or false', zh: ' true 或 false' },
  count: { en: 'a whole number above 0', zh: '大于 0 的整数' },
  map: { en: 'a map', zh: '键值映射' },
  choice: { en: 'one of {names:list}', zh: '以下之一：{names:list}' },
  near: { en: 'one of {names:list} ({near}?)', zh: '以下之一：{names:list}（是不是 {near}？）' },
  group: { en: 'a group whose matcher is a text', zh: ' matcher 为文本的组' },
  hook: {
    en: 'a command, or a hook with a type and what that type needs',
    zh: '命令，或带有类型及其所需字段的钩子',
  },
  hook_field: { en: 'a hook of type {type} with its {field}', zh: '类型为 {type} 且带有 {field} 的钩子' },
  no_name: {
    en: '"name" is missing, or holds spaces, ":" or "/". Add a name such as code-reviewer.',
    zh: '缺少 "name"，或其中有空格、":" 或 "/"。请添加名称，例如 code-reviewer。',
  },
  reserved: {
    en: '"none" means no agent, as in --agent none. Choose another name.',
    zh: '"none" 表示不用智能体（如 --agent none）。请换一个名称。',
  },
  no_description: {
    en: '"description" is missing. Say in it when the agent should be used.',
    zh: '缺少 "description"。请写明何时使用该智能体。',
  },
  first_line: {
    en: '"description" is missing, so the first line of its text stands for it. Say in it when the agent should be used.',
    zh: '缺少 "description"，以正文第一行代替。请写明何时使用该智能体。',
  },
  of_plugin: {
    en: '"{key}" does not count for agents of plugins.',
    zh: '"{key}" 对插件的智能体不生效。',
  },
  name_of_file: {
    en: '"name" is missing, so the agent is called {name}, like its file.',
    zh: '缺少 "name"，以文件名 {name} 作为名称。',
  },
  renamed: {
    en: '"{own}" cannot be a name, so the agent is called {name}, like its file.',
    zh: '"{own}" 不能用作名称，以文件名 {name} 作为名称。',
  },
  not_yaml: {
    en: 'the part between the --- lines is not valid YAML. Put values with a ":" in quotes.',
    zh: '两行 --- 之间不是有效的 YAML。含 ":" 的值请加引号。',
  },
  guessed: {
    en: 'the part between the --- lines is not valid YAML and was read line by line. Put values with a ":" in quotes.',
    zh: '两行 --- 之间不是有效的 YAML，已逐行读取。含 ":" 的值请加引号。',
  },
  large: {
    en: 'larger than {kilobytes:number} KB, so it is not loaded.',
    zh: '超过 {kilobytes:number} KB，没有加载。',
  },
  no_agent: {
    en: 'not an agent: it needs "name" and "description" between --- lines at its beginning.',
    zh: '不是智能体：开头的两行 --- 之间需要 "name" 和 "description"。',
  },
  taken: {
    en: 'not used, because another file here has the name {name}.',
    zh: '没有使用：此处另一个文件的名称也是 {name}。',
  },
  unreadable: { en: 'cannot be read: {why}', zh: '无法读取：{why}' },
  no_json: { en: 'not valid JSON: {why}', zh: '不是有效的 JSON：{why}' },
  no_object: {
    en: 'expected an object with the names of agents as keys.',
    zh: '应为以智能体名称为键的对象。',
  },
  incomplete: {
    en: '{name} needs "description" and "prompt".',
    zh: '{name} 需要 "description" 和 "prompt"。',
  },
  skill_name: {
    en: '"{name}" cannot be a name: rename it without spaces or slashes.',
    zh: '"{name}" 不能用作名称：请改名，不要有空格或斜杠。',
  },
  skill_prefix: {
    en: 'Names that begin with "mcp__" are for prompts of MCP servers: rename it.',
    zh: '以 "mcp__" 开头的名称留给 MCP 服务器的提示词：请改名。',
  },
  skill_renamed: {
    en: '"{own}" cannot be a name, so it is called {name}, like its file or directory.',
    zh: '"{own}" 不能用作名称，以文件或目录名 {name} 作为名称。',
  },
  beside: {
    en: 'not used, because {file} next to it has the same name.',
    zh: '没有使用：旁边的 {file} 名称相同。',
  },
})

type Rows = (typeof extensionFileText)['rows']

/** What is wrong, as data that a file can keep: the words are loaded by whoever says it. */
export type FileFault =
  | { readonly row: keyof Rows; readonly values?: Readonly<Record<string, string | number>> }
  | (FieldFault & { readonly rejects?: true })

const say = extensionFileText as (
  row: keyof Rows,
  values?: Readonly<Record<string, Text | number>>,
) => LocalizedText

export const faultText = (fault: FileFault): LocalizedText =>
  'row' in fault
    ? say(fault.row, fault.values)
    : extensionFileText(fault.rejects ? 'not_loaded' : 'ignored', {
        key: fault.key,
        wanted: wantedText(fault),
      })

const wantedText = ({ wanted, choices = [], near, type = '', field = '' }: FieldFault): LocalizedText => {
  if (wanted === 'choice')
    return near === undefined
      ? extensionFileText('choice', { names: choices })
      : extensionFileText('near', { names: choices, near })
  if (wanted === 'hook_field') return extensionFileText('hook_field', { type, field })
  return extensionFileText(wanted === 'flag' ? 'flag_value' : wanted)
}
