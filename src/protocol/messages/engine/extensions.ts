import { area } from '../area.ts'

export const extensionText = area('extensions', {
  command_ignored: {
    en: 'The command /{name} from {source} is ignored: {other} has one with the same name, which takes precedence.',
    zh: '{source}的命令 /{name} 被忽略：{other}有同名项，优先使用。',
  },
  tool_ignored: {
    en: 'The tool {name} from {source} is ignored: {other} has one with the same name, which takes precedence.',
    zh: '{source}的工具 {name} 被忽略：{other}有同名项，优先使用。',
  },
  item_ignored: {
    en: 'The {kind} {name} from {source} is ignored: {other} has one with the same name, which takes precedence.',
    zh: '{source}的 {kind} {name} 被忽略：{other}有同名项，优先使用。',
  },
  built_in: { en: 'Capstan itself', zh: 'Capstan 自身' },
  plugin: { en: 'the plugin {name}', zh: '插件 {name}' },
  server: { en: 'the MCP server {name}', zh: 'MCP 服务器 {name}' },
  flag: { en: 'the command line', zh: '命令行' },
  managed: { en: 'the organization', zh: '组织' },
  own: { en: 'your own files', zh: '你自己的文件' },
  project: { en: 'this project', zh: '本项目' },
  in_directory: { en: '{whose} ({directory})', zh: '{whose}（{directory}）' },
  of_plugin: { en: 'Plugin {name}: {problem}', zh: '插件 {name}：{problem}' },
  waiting: { en: '{what}. {fix}', zh: '{what}。{fix}' },
  no_plugins: { en: 'There are no plugins in this session.', zh: '本会话没有插件。' },
  nowhere_to_import: {
    en: 'There is no directory of yours to import into here.',
    zh: '没有可导入到的个人目录。',
  },
  unknown_agent: {
    en: '"{name}" is not known here. You can import from: {known:list}.',
    zh: '不认识“{name}”。可从这些工具导入：{known:list}。',
  },
})
