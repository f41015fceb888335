import { area } from '../area.ts'
import type { Text } from '../localized-text.ts'

/** Why a plugin or a marketplace cannot be fetched, installed or changed. */
export const pluginText = area('plugins', {
  nested_too_deeply: {
    en: '{path} is nested too deeply, or a link leads back to where it is.',
    zh: '{path} 嵌套过深，或有链接指回自身。',
  },
  link_out: {
    en: '{path} is a link that leads out of the plugin. Nothing was installed.',
    zh: '{path} 是指向插件之外的链接。未安装任何内容。',
  },
  no_directory: {
    en: 'The marketplace has no directory {path}.',
    zh: '插件市场中没有目录 {path}。',
  },
  other_hash: {
    en: '{url} is not what the marketplace says: its hash is {hash}.',
    zh: '{url} 与插件市场的说明不符：其哈希为 {hash}。',
  },
  other_commit: {
    en: 'it has the commit {found} instead of {wanted}',
    zh: '提交是 {found}，而不是 {wanted}',
  },
  folder_refused: {
    en: 'your organization chooses which plugins may be used, and {path} was not installed',
    zh: '你的组织规定可用的插件，而 {path} 未经安装',
  },
  folder_stays: {
    en: '{id} lies among your skills: change or remove its folder there.',
    zh: '{id} 位于你的技能目录中：请在那里更改或删除其文件夹。',
  },
  bundle_unreadable: { en: '{file} cannot be read: {problem}', zh: '无法读取 {file}：{problem}' },
  bundle_changed: {
    en: '{file} changed while it was looked at. Try again.',
    zh: '{file} 在查看期间被更改。请重试。',
  },
  bundle_elsewhere: {
    en: 'The bundle {name} is not made for this system ({platform}), so its MCP server is not started.',
    zh: '捆绑包 {name} 不适用于本系统（{platform}），因此不启动其 MCP 服务器。',
  },
  not_fetched: { en: '{url} could not be fetched: {reason}', zh: '无法获取 {url}：{reason}' },
  download_failed: { en: '{url} could not be fetched: {reason}.', zh: '无法获取 {url}：{reason}。' },
  only_https: { en: 'only https addresses are fetched', zh: '只支持 https 地址' },
  status: { en: 'the server answered {status:number}', zh: '服务器返回 {status}' },
  redirected: { en: 'it is redirected too often', zh: '重定向次数过多' },
  repository_lacks: { en: 'The repository has no directory {path}.', zh: '仓库中没有目录 {path}。' },
  no_npm: {
    en: 'npm is not installed, and this plugin is an npm package.',
    zh: '未安装 npm，而此插件是 npm 包。',
  },
  npm_failed: {
    en: 'The npm package {name} could not be fetched: {reason}',
    zh: '无法获取 npm 包 {name}：{reason}',
  },
  npm_brought_nothing: { en: 'npm did not bring the package {name}.', zh: 'npm 没有取得包 {name}。' },
  no_git: {
    en: 'git is not installed, and this comes from a git repository.',
    zh: '未安装 git，而此内容来自 git 仓库。',
  },
  took_too_long: { en: 'it took longer than {seconds:number} s', zh: '耗时超过 {seconds} 秒' },
  canceled: { en: 'it was canceled', zh: '已取消' },
  printed_too_much: { en: 'it printed too much', zh: '输出过多' },
  ended_with: { en: 'it ended with code {code}', zh: '以退出码 {code} 结束' },
  archive_empty: { en: 'The archive holds no files.', zh: '压缩包中没有文件。' },
  archive_cut: { en: 'The archive ends in the middle of a file.', zh: '压缩包在文件中间结束。' },
  archive_damaged: { en: 'The archive is damaged.', zh: '压缩包已损坏。' },
  archive_method: {
    en: 'The archive is packed in a way ({method:number}) that is not known here.',
    zh: '不支持此压缩方式（{method}）。',
  },
  archive_too_large: {
    en: 'The archive is too large: a plugin may have {files:number} files and {size:number} MiB.',
    zh: '压缩包过大：插件最多 {files} 个文件、{size} MiB。',
  },
  too_large: {
    en: 'It is too large: a plugin may have {files:number} files and {size:number} MiB.',
    zh: '内容过大：插件最多 {files} 个文件、{size} MiB。',
  },
  too_many_files: {
    en: 'It has too many files: a plugin may have {files:number} files and {size:number} MiB.',
    zh: '文件过多：插件最多 {files} 个文件、{size} MiB。',
  },
  path_out: {
    en: 'The archive has a path that leads out of it: {path}. Nothing was unpacked.',
    zh: '压缩包中有指向外部的路径：{path}。未解压任何内容。',
  },
  path_twice: {
    en: 'The archive has {path} twice. Nothing was unpacked.',
    zh: '压缩包中 {path} 出现两次。未解压任何内容。',
  },
  no_longer_offered: {
    en: '{name} is no longer offered by {marketplace}.',
    zh: '{marketplace} 不再提供 {name}。',
  },
  in_several: {
    en: '{name} is in several marketplaces: say {ids}.',
    zh: '多个插件市场都有 {name}：请指明 {ids}。',
  },
  this_or_that: { en: '{first} or {more}', zh: '{first} 或 {more}' },
  no_plugin: {
    en: 'There is no plugin {name} in {marketplace}. See them all: capstan plugin list --available',
    zh: '{marketplace} 中没有插件 {name}。查看全部：capstan plugin list --available',
  },
  any_marketplace: { en: 'any marketplace you added', zh: '已添加的插件市场' },
  blocked: { en: '{id} is blocked by your organization', zh: '{id} 已被你的组织禁用' },
  stop: { en: '{text}.', zh: '{text}。' },
  trust_declined: { en: '{id} was not installed.', zh: '未安装 {id}。' },
  commands_off: {
    en: '{id} is fetched by a command, and your administrator does not allow that ("disableCommandPluginSources").',
    zh: '{id} 需要运行命令来获取，而管理员不允许（"disableCommandPluginSources"）。',
  },
  command_declined: {
    en: '{id} is fetched by a command, and you did not agree to it: {command}',
    zh: '{id} 要通过命令获取，而你没有同意：{command}',
  },
  cannot_load: { en: '{id} cannot be loaded: {problems:list}', zh: '无法加载 {id}：{problems:list}' },
  unreadable: { en: '{id} could not be read where it was put.', zh: '安装后无法读取 {id}。' },
  too_many_powers: {
    en: '{id} has {count:number} hooks, servers, permissions and commands; at most {most:number} are allowed.',
    zh: '{id} 有 {count} 个钩子、服务器、权限和命令；最多允许 {most} 个。',
  },
  adds_declined: {
    en: 'The new version of {id} adds: {what}. You did not agree, so the old version stays.',
    zh: '{id} 的新版本新增：{what}。你没有同意，因此保留旧版本。',
  },
  needs_elsewhere: {
    en: '{id} needs {needed}, which is in another marketplace: install it yourself if you trust that one.',
    zh: '{id} 需要 {needed}，它在另一个插件市场中：如果信任该市场，请自行安装。',
  },
  needs_version: {
    en: '{id} needs {needed} {version}, and {got} is installed: capstan plugin update {needed}',
    zh: '{id} 需要 {needed} {version}，已安装的是 {got}：capstan plugin update {needed}',
  },
  see_validate: {
    en: '{problem}. See "capstan plugin validate {path}".',
    zh: '{problem}。请运行 "capstan plugin validate {path}" 查看。',
  },
  same_name: {
    en: 'Two plugins are called {name}. {name}:… means what {first} brings; what {id} brings is called {id}:….',
    zh: '有两个名为 {name} 的插件。{name}:… 指 {first} 的内容；{id} 的内容以 {id}:… 为名。',
  },
  not_loaded: { en: '{reason}. It is not loaded.', zh: '{reason}。未加载。' },
  enabled_not_installed: {
    en: '{id} is enabled but not installed. Install it: capstan plugin install {id}',
    zh: '{id} 已启用但未安装。请安装：capstan plugin install {id}',
  },
  no_marketplace: { en: 'There is no marketplace {name}.', zh: '没有插件市场 {name}。' },
  no_marketplace_foreign: {
    en: 'There is no marketplace {name}. Another program added it; remove it there.',
    zh: '没有插件市场 {name}。它由其他程序添加，请在那里移除。',
  },
  add_marketplace_first: {
    en: 'There is no marketplace {name}. Add it first: capstan plugin marketplace add <owner/name, address or path>',
    zh: '没有插件市场 {name}。请先添加：capstan plugin marketplace add <owner/name、地址或路径>',
  },
  file_absent: { en: '{file} does not exist.', zh: '{file} 不存在。' },
  file_problem: { en: '{file} {problem}.', zh: '{file}：{problem}。' },
  no_catalog: { en: '{file} is no marketplace: {problem}.', zh: '{file} 不是插件市场：{problem}。' },
  other_name: {
    en: 'The marketplace {expected} calls itself {name} now. Add it again under that name.',
    zh: '插件市场 {expected} 现名为 {name}。请用新名称重新添加。',
  },
  name_taken: {
    en: 'There is a marketplace {name} already, from {source}. Remove it first: capstan plugin marketplace remove {name}',
    zh: '已有来自 {source} 的插件市场 {name}。请先移除：capstan plugin marketplace remove {name}',
  },
  marketplace_blocked: {
    en: 'Your organization blocks this marketplace ({source}).',
    zh: '你的组织禁用了此插件市场（{source}）。',
  },
  marketplace_not_listed: {
    en: 'Your organization allows only certain marketplaces, and this is none of them ({source}).',
    zh: '你的组织只允许特定的插件市场，此市场不在其中（{source}）。',
  },
  name_reserved: {
    en: "The marketplace calls itself {name}, a name that looks like somebody else's. Ask its owner for another name.",
    zh: '插件市场自称 {name}，这个名称看起来属于他人。请让其所有者改名。',
  },
  records_damaged: {
    en: '{file} {problem}; move it away and install the plugins again.',
    zh: '{file}：{problem}；请将其移走并重新安装插件。',
  },
  not_as_it_should: { en: 'does not hold what it should', zh: '内容不符合要求' },
  nothing_changed: { en: '{file} {state}. Nothing was changed.', zh: '{file} {state}。未作任何更改。' },
  secrets_damaged: {
    en: '{file} {state}. Repair it or move it away; nothing was changed.',
    zh: '{file} {state}。请修复或将其移走；未作任何更改。',
  },
  secrets_open: {
    en: '{file} is open to others, so it does not count: close it with chmod 600.',
    zh: '{file} 可被他人读取，因此不予采用：请用 chmod 600 收紧权限。',
  },
  several: {
    en: 'Several plugins are called {name}: say {ids}.',
    zh: '有多个名为 {name} 的插件：请指明 {ids}。',
  },
  not_installed: {
    en: '{name} is not installed. See what is: capstan plugin list',
    zh: '{name} 未安装。查看已安装的插件：capstan plugin list',
  },
  uninstall_there: {
    en: '{id} was installed by another program: uninstall it there, or disable it here.',
    zh: '{id} 由其他程序安装：请在那里卸载，或在此停用。',
  },
  update_there: {
    en: '{id} was installed by another program: update it there.',
    zh: '{id} 由其他程序安装：请在那里更新。',
  },
  bad_value: { en: '{name}: {problem}.', zh: '{name}：{problem}。' },
  no_option: { en: '{id} has no option {key}.', zh: '{id} 没有选项 {key}。' },
  no_option_of: {
    en: '{id} has no option {key}. It has {names:list}.',
    zh: '{id} 没有选项 {key}。可用：{names:list}。',
  },
  absent_plugin_dir: { en: '{file} does not exist (--plugin-dir).', zh: '{file} 不存在（--plugin-dir）。' },
  updated: {
    en: 'Updated {id} to {version}. Run /reload-plugins to use it now.',
    zh: '已更新 {id} 到 {version}。用 /reload-plugins 立即生效。',
  },
  update_asks: {
    en: 'A new version of {id} asks for more permissions: capstan plugin update {id}',
    zh: '{id} 的新版本需要更多权限：capstan plugin update {id}',
  },
  needs_values: {
    en: 'It needs {names:list} from you: capstan plugin configure {id}',
    zh: '它需要你提供 {names:list}：capstan plugin configure {id}',
  },
  server_needs_values: {
    en: 'The MCP server {name} needs {names:list}: capstan plugin configure {id}',
    zh: 'MCP 服务器 {name} 需要 {names:list}：capstan plugin configure {id}',
  },
  monitor_needs_values: {
    en: 'The monitor {name} needs {names:list}: capstan plugin configure {id}',
    zh: '监视器 {name} 需要 {names:list}：capstan plugin configure {id}',
  },
  gone: {
    en: '{path} is gone: capstan plugin install {id}',
    zh: '{path} 已不存在：capstan plugin install {id}',
  },
  reload_costs: {
    en: {
      one: '{plugins:list} changes MCP servers, and their tools stand at the beginning of every request: the conversation so far would be paid for again without the cache. /reload-plugins --force does it anyway; a new session does it for nothing.',
      other:
        '{plugins:list} change MCP servers, and their tools stand at the beginning of every request: the conversation so far would be paid for again without the cache. /reload-plugins --force does it anyway; a new session does it for nothing.',
    },
    zh: '{plugins:list} 会更改 MCP 服务器，其工具位于每次请求的开头：此前的对话将无法使用缓存，需重新计费。仍要执行请用 /reload-plugins --force；新会话则没有额外费用。',
  },
})

/** Names to choose from, with "or" between all of them. */
export const oneOf = ([first = '', ...others]: readonly string[]): Text =>
  others.reduce<Text>((before, more) => pluginText('this_or_that', { first: before, more }), first)
