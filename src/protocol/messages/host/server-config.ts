import { area } from '../area.ts'

/** What is wrong with MCP servers as they are written. */
export const serverConfigText = area('server_config', {
  server: { en: 'the server "{name}" {problem}', zh: '服务器 "{name}"：{problem}' },
  quoted: { en: 'the server {name} {problem}', zh: '服务器 {name}：{problem}' },
  no_json: { en: 'is not valid JSON ({why})', zh: '不是有效的 JSON（{why}）' },
  no_map: { en: 'must hold a JSON object with "mcpServers"', zh: '应为含有 "mcpServers" 的 JSON 对象' },
  no_servers: { en: '"mcpServers" must be an object', zh: '"mcpServers" 应为对象' },
  no_name: { en: 'needs a name', zh: '需要名称' },
  long_name: {
    en: 'has too long a name: at most {most:number} characters',
    zh: '名称过长：最多 {most:number} 个字符',
  },
  odd_name: {
    en: 'has a name with characters other than letters, digits, ".", "_", "-" and spaces',
    zh: '名称只能由字母、数字、"."、"_"、"-" 和空格组成',
  },
  no_object: {
    en: 'must be an object with "command", or with "type" and "url"',
    zh: '应为含有 "command"，或含有 "type" 和 "url" 的对象',
  },
  variables: {
    en: 'uses {names:list}, which is not set: set it, or write a default as {example}',
    zh: '使用了未设置的 {names:list}：请设置，或写上默认值 {example}',
  },
  no_sandbox: {
    en: 'has "sandbox", which is only for servers that are programs: remove it',
    zh: '带有 "sandbox"，它只用于以程序形式运行的服务器：请删除',
  },
  no_type: {
    en: 'has a "url" but no "type": add "type": "http" (or "sse", "ws")',
    zh: '有 "url" 但没有 "type"：请添加 "type": "http"（或 "sse"、"ws"）',
  },
  odd_type: { en: 'has the type {type}: known are {names:list}', zh: '类型为 {type}：可用的有 {names:list}' },
  timeout: {
    en: '"timeout" must be a number of milliseconds, at least {least:number}',
    zh: '"timeout" 应为毫秒数，至少 {least:number}',
  },
  flag: { en: '{key} must be true or false', zh: '{key} 应为 true 或 false' },
  one_of: { en: '{key} must be one of {names:list}', zh: '{key} 应为以下之一：{names:list}' },
  no_command: {
    en: 'has no "command": write the program to start, or "type" and "url" for a remote server',
    zh: '没有 "command"：请写明要启动的程序，远程服务器请写 "type" 和 "url"',
  },
  texts: { en: '{key} must be a list of texts', zh: '{key} 应为文本列表' },
  text: { en: '{key} must be a text', zh: '{key} 应为文本' },
  text_or_texts: { en: '{key} must be a text or a list of texts', zh: '{key} 应为文本或文本列表' },
  text_map: { en: '{key} must be an object of texts', zh: '{key} 应为值是文本的对象' },
  object: { en: '{key} must be an object', zh: '{key} 应为对象' },
  address: { en: '"url" must be a complete address', zh: '"url" 应为完整的地址' },
  begins: { en: '"url" must begin with {names:or}', zh: '"url" 应以 {names:or} 开头' },
  url_secret: {
    en: '"url" must not hold a name or password: use "headers"',
    zh: '"url" 中不能有用户名或密码：请使用 "headers"',
  },
  headers: {
    en: '"headers" must be an object of texts without line ends',
    zh: '"headers" 应为值是文本的对象，且不含换行',
  },
  helper: { en: '"headersHelper" must be a command', zh: '"headersHelper" 应为命令' },
  port: { en: '{key} must be a port number', zh: '{key} 应为端口号' },
  unreadable: { en: 'cannot be read ({why})', zh: '无法读取（{why}）' },
  not_started: {
    en: 'the MCP server "{name}" {why}, so it is not started',
    zh: 'MCP 服务器 "{name}" {why}，因此没有启动',
  },
  managed_only: { en: 'is not in the file of your administrator', zh: '不在管理员的文件中' },
  out_of_order: {
    en: 'no MCP servers are used here until this file is in order: {why}',
    zh: '在修正此文件之前，此处不使用任何 MCP 服务器：{why}',
  },
  gone: { en: 'it is gone', zh: '文件已不存在' },
  waits: {
    en: 'its MCP servers wait until you trust this folder; run "capstan trust" to see what they are',
    zh: '其中的 MCP 服务器在信任此文件夹后才启动；运行 "capstan trust" 查看',
  },
  https: { en: '{key} must be an https address', zh: '{key} 应为 https 地址' },
})
