import { area } from '../area.ts'

/** What ends `auth` and `mcp`. */
export const accountText = area('cli_accounts', {
  no_provider: { en: 'There is no provider called "{name}".', zh: '没有名为 "{name}" 的提供商。' },
  no_oauth: {
    en: '{title} can\'t be signed in to that way: it has no "oauth" in your settings. Enter a key instead: capstan auth login {name} --with-key',
    zh: '{title} 不能这样登录：你的设置中没有它的 "oauth"。请改为输入密钥：capstan auth login {name} --with-key',
  },
  no_terminal: {
    en: 'There is no terminal to ask at. Pipe the key in: capstan auth login {name} --with-key',
    zh: '没有可供询问的终端。请通过管道输入密钥：capstan auth login {name} --with-key',
  },
  canceled: { en: 'Sign-in canceled.', zh: '登录已取消。' },
  unknown_account: {
    en: 'There is nothing to sign in to called "{name}". Known: {names:list}.',
    zh: '没有名为 "{name}" 的登录目标。已知：{names:list}。',
  },
  unknown_account_near: {
    en: 'There is nothing to sign in to called "{name}". Did you mean "{near}"?',
    zh: '没有名为 "{name}" 的登录目标。是否指 "{near}"？',
  },
  which_provider: {
    en: 'Which provider? For example: capstan auth login anthropic',
    zh: '登录哪个提供商？例如：capstan auth login anthropic',
  },
  key_rejected: {
    en: '{title} did not accept this key: {said}. Nothing was saved.',
    zh: '{title} 不接受此密钥：{said}。未保存任何内容。',
  },
  key_foreign: {
    en: "This looks like a key from {provider}, which isn't one of the providers here.",
    zh: '这像是 {provider} 的密钥，但此处没有该提供商。',
  },
  key_characters: {
    en: 'An API key has no spaces and only plain letters, digits and signs.',
    zh: 'API 密钥不含空格，只有普通字母、数字和符号。',
  },
  key_short: { en: 'This is too short for a key.', zh: '作为密钥太短了。' },
  key_long: { en: 'This is too long for a key.', zh: '作为密钥太长了。' },
  sign_in_ended: {
    en: "The sign-in wasn't finished in time or its code is no longer valid: {said}. Try again.",
    zh: '登录未及时完成，或验证码已失效：{said}。请重试。',
  },
  sign_in_refused: { en: '{title} refused the sign-in: {said}.', zh: '{title} 拒绝了登录：{said}。' },
  sign_in_network: {
    en: "Can't reach the sign-in server of {title}: {said}. Check the network.",
    zh: '无法连接 {title} 的登录服务器：{said}。请检查网络。',
  },
  sign_in_setup: {
    en: 'Can\'t sign in to {title}: {said}. Check "oauth" of this provider in your settings.',
    zh: '无法登录 {title}：{said}。请检查设置中该提供商的 "oauth"。',
  },
  several_scopes: {
    en: '"{name}" is in several scopes: say which with --scope ({scopes:list}).',
    zh: '"{name}" 在多个范围中：请用 --scope 指定（{scopes:list}）。',
  },
  no_server: { en: 'There is no MCP server named "{name}".', zh: '没有名为 "{name}" 的 MCP 服务器。' },
  no_server_in_scope: {
    en: 'There is no MCP server named "{name}" in scope {scope}.',
    zh: '范围 {scope} 中没有名为 "{name}" 的 MCP 服务器。',
  },
  no_server_listed: {
    en: 'There is no MCP server named "{name}". See them all: capstan mcp list',
    zh: '没有名为 "{name}" 的 MCP 服务器。查看全部：capstan mcp list',
  },
  server_elsewhere: {
    en: '"{name}" is written in {file}: remove it there, or switch it off in /mcp.',
    zh: '"{name}" 写在 {file} 中：请在那里删除，或在 /mcp 中关闭。',
  },
  project_no_server: {
    en: 'This project has no MCP server named "{name}".',
    zh: '此项目没有名为 "{name}" 的 MCP 服务器。',
  },
  project_no_servers: { en: 'This project has no MCP servers.', zh: '此项目没有 MCP 服务器。' },
  servers_wait: {
    en: 'They wait until you trust this folder. See what they are: capstan trust',
    zh: '它们要等你信任此文件夹。查看有哪些：capstan trust',
  },
  no_desktop: {
    en: 'Claude Desktop has no configuration here ({file}).',
    zh: '此处没有 Claude Desktop 的配置（{file}）。',
  },
  paste_return: {
    en: 'The last page of the sign-in may not load: its address leads to this machine. Copy the whole address and paste it here:',
    zh: '登录的最后一页可能无法打开：其地址指向本机。请复制完整地址并粘贴到这里：',
  },
  other_return: {
    en: "That isn't the address this sign-in ends at. Paste all of it, with code= and state= in it:",
    zh: '这不是本次登录最后的地址。请粘贴完整地址，其中应包含 code= 和 state=：',
  },
  return_refused: { en: 'The sign-in was refused ({error}).', zh: '登录被拒绝（{error}）。' },
  secret_needs_client: {
    en: '--client-secret belongs to a client that is registered already. Name it with --client-id too.',
    zh: '--client-secret 属于已注册的客户端，请同时用 --client-id 指定该客户端。',
  },
  secret_no_terminal: {
    en: 'There is no terminal to ask for the secret at. Set MCP_CLIENT_SECRET for this command.',
    zh: '没有可供输入密钥的终端。请为此命令设置 MCP_CLIENT_SECRET。',
  },
  secret_for_remote: {
    en: '--client-secret is for servers reached by http or sse.',
    zh: '--client-secret 只用于通过 http 或 sse 连接的服务器。',
  },
  sign_in_failed: { en: 'Signing in to {name} failed: {reason}', zh: '登录 {name} 失败：{reason}' },
  no_sign_in: {
    en: '{name} is a {type} server: there is nothing to sign in to.',
    zh: '{name} 是 {type} 服务器：无需登录。',
  },
  not_approved: {
    en: '{name} comes with this project and is not approved: capstan mcp approve {name}',
    zh: '{name} 来自此项目，尚未批准：capstan mcp approve {name}',
  },
  repair_first: {
    en: '{file} {why}. Repair it first; nothing was changed.',
    zh: '{file} {why}。请先修复；未做任何更改。',
  },
  server_exists: {
    en: 'There is a server "{name}" already ({scope}). Remove it first: capstan mcp remove {name} -s {scope}',
    zh: '已有服务器 "{name}"（{scope}）。请先删除：capstan mcp remove {name} -s {scope}',
  },
  bundle_not_shared: {
    en: 'A bundle is unpacked on this machine only: add it with --scope local or --scope user, or share it as a plugin.',
    zh: '捆绑包只在本机解开：请用 --scope local 或 --scope user 添加，或作为插件共享。',
  },
  bundle_name: {
    en: 'The bundle "{name}" {objection}: say what to call it: capstan mcp add <name> <file>',
    zh: '捆绑包的名称“{name}”不可用：{objection}。请指定名称：capstan mcp add <name> <file>',
  },
  bundle_broken: {
    en: '{file} is not a bundle that can be used: {problems:list}',
    zh: '{file} 不是可用的捆绑包：{problems:list}',
  },
  bundle_elsewhere: {
    en: '{file} is not made for this system ({platform}).',
    zh: '{file} 不适用于本系统（{platform}）。',
  },
  bundle_no_option: {
    en: 'The bundle does not ask for {key}. It asks for: {known:list}.',
    zh: '该捆绑包没有 {key} 这一项。可用的有：{known:list}。',
  },
  bundle_asks_nothing: { en: 'The bundle asks for no values.', zh: '该捆绑包不需要任何值。' },
  bundle_needs: {
    en: 'The bundle needs {key}: capstan mcp add <file> --config {key}=…',
    zh: '该捆绑包需要 {key}：capstan mcp add <file> --config {key}=…',
  },
  bundle_value: { en: 'Wrong value for {key}: {problem}.', zh: '{key} 的值不正确：{problem}。' },
})
