import { area } from '../area.ts'

export const serverText = area('servers', {
  ended_by_itself: { en: 'it ended by itself', zh: '它自行结束了' },
  no_such: { en: 'There is no MCP server named {name}.', zh: '没有名为 {name} 的 MCP 服务器。' },
  fixed: {
    en: 'The MCP servers of this session are fixed by your administrator.',
    zh: '本会话的 MCP 服务器由管理员固定。',
  },
  not_loaded: { en: 'MCP servers could not be loaded: {reason}', zh: '无法加载 MCP 服务器：{reason}' },
  unusable: { en: "Can't use these MCP servers: {problem}.", zh: '无法使用这些 MCP 服务器：{problem}。' },
  brought: {
    en: 'your administrator does not allow the server "{name}" to be added to a session ("{policy}")',
    zh: '管理员不允许向会话添加服务器“{name}”（"{policy}"）',
  },
  refused: { en: 'the server "{name}" {reason}', zh: '服务器“{name}”{reason}' },
  none: { en: 'there are no MCP servers in this session', zh: '本会话没有 MCP 服务器' },
  there_is_none: { en: 'there is no MCP server named {name}', zh: '没有名为 {name} 的 MCP 服务器' },
  only_pages: {
    en: 'only pages (ui://) can be read so, and {uri} is none',
    zh: '这样只能读取页面（ui://），而 {uri} 不是',
  },
  no_tool: { en: 'there is no tool named {name}', zh: '没有名为 {name} 的工具' },
  program_not_found: {
    en: 'the program "{command}" was not found. Install it, or correct "command".',
    zh: '找不到程序 "{command}"。请安装它，或更正 "command"。',
  },
  program_not_executable: {
    en: 'the program "{command}" may not be executed.',
    zh: '程序 "{command}" 没有执行权限。',
  },
  late: {
    en: 'it did not answer in time (MCP_TIMEOUT sets how long is waited, in milliseconds).',
    zh: '没有及时响应（MCP_TIMEOUT 设置等待的毫秒数）。',
  },
  connection_refused: {
    en: 'nothing answers at this address (connection refused).',
    zh: '该地址没有响应（连接被拒绝）。',
  },
  host_unknown: { en: 'the name of its host cannot be resolved.', zh: '无法解析其主机名。' },
  failed_saying: { en: '{reason}. It said: {said}', zh: '{reason}。它的输出：{said}' },
  asks_sign_in: { en: 'it asks for a sign-in', zh: '它要求登录' },
  not_registered: {
    en: 'it asks for a sign-in, but Capstan couldn\'t register with it: {reason}. Set "oauth.clientId" or an Authorization header for it',
    zh: '它要求登录，但 Capstan 无法在其上注册：{reason}。请为它设置 "oauth.clientId" 或 Authorization 标头',
  },
  registration_failed: {
    en: 'Capstan couldn\'t register with it: {reason}. Set "oauth.clientId" or an Authorization header for it.',
    zh: 'Capstan 无法在其上注册：{reason}。请为它设置 "oauth.clientId" 或 Authorization 标头。',
  },
  no_sign_in: { en: 'The MCP server {name} takes no sign-in.', zh: 'MCP 服务器 {name} 不需要登录。' },
  sign_in: { en: 'Sign in to {name} in your browser: {url}', zh: '请在浏览器中登录 {name}：{url}' },
  of_agent: { en: 'Agent {agent}: {problem}', zh: '智能体 {agent}：{problem}' },
  names_clash: {
    en: "The MCP server {name} isn't started: its tools would have the same names as those of {other}. Rename one of them.",
    zh: '未启动 MCP 服务器 {name}：它的工具会与 {other} 的工具重名。请给其中一个改名。',
  },
  prompt_arguments: {
    en: 'Missing: {missing:list}. Write the arguments in this order: {order}',
    zh: '缺少：{missing:list}。请按此顺序给出参数：{order}',
  },
  no_prompt: {
    en: 'The MCP server {name} did not give the prompt: {reason}',
    zh: 'MCP 服务器 {name} 没有给出提示词：{reason}',
  },
  failed: { en: 'The MCP server {name} failed: {reason}', zh: 'MCP 服务器 {name} 出错：{reason}' },
  needs_sign_in: {
    en: 'The MCP server {name} needs you to sign in: /mcp, or "capstan mcp login {name}".',
    zh: 'MCP 服务器 {name} 需要登录：用 /mcp，或运行 "capstan mcp login {name}"。',
  },
  needs_authorization: {
    en: 'The MCP server {name} needs authorization: {reason}.',
    zh: 'MCP 服务器 {name} 需要授权：{reason}。',
  },
  left_out: {
    en: 'The MCP server {name} offers more than can be used: left out are {what:list}.',
    zh: 'MCP 服务器 {name} 提供的内容超出可用范围：已略去 {what:list}。',
  },
  other_tools: {
    en: 'The MCP server {name} has other tools than before: {changes}.',
    zh: 'MCP 服务器 {name} 的工具有变化：{changes}。',
  },
  tools_changed: { en: 'changed {tools:list}', zh: '更改了 {tools:list}' },
  tools_added: { en: 'added {tools:list}', zh: '新增 {tools:list}' },
  tools_removed: { en: 'removed {tools:list}', zh: '移除了 {tools:list}' },
  and_also: { en: '{before}; {part}', zh: '{before}；{part}' },
  in_file: { en: '{file}: {problem}', zh: '{file}：{problem}' },
  not_approved: {
    en: 'Not started, because you have not approved it yet: {name} of this project. Run "capstan mcp approve {name}", or start capstan here and answer.',
    zh: '未启动：你尚未批准本项目的 {name}。请运行 "capstan mcp approve {name}"，或在此处启动 capstan 并回答。',
  },
  several_not_approved: {
    en: 'Not started, because you have not approved them yet: {names:list} of this project. Run "capstan mcp approve --all", or start capstan here and answer.',
    zh: '未启动：你尚未批准本项目的 {names:list}。请运行 "capstan mcp approve --all"，或在此处启动 capstan 并回答。',
  },
})
