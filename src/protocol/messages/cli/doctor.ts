import { area } from '../area.ts'

/** What `capstan doctor` finds, and what helps. */
export const doctorText = area('doctor', {
  unchecked: { en: "Couldn't check this: {error}", zh: '无法检查：{error}' },
  version: { en: 'Capstan {version} on {platform}', zh: 'Capstan {version}，系统 {platform}' },
  native: { en: 'Native program (Bun {version})', zh: '原生程序（Bun {version}）' },
  no_native_here: {
    en: 'Runs on Node.js: there is no native program for this system',
    zh: '使用 Node.js 运行：没有适用于本系统的原生程序',
  },
  native_left_out: {
    en: 'Runs on Node.js: the native program, which starts faster, is not installed',
    zh: '使用 Node.js 运行：未安装启动更快的原生程序',
  },
  native_other_machine: {
    en: 'Runs on Node.js: the native program in {path} is for another machine',
    zh: '使用 Node.js 运行：{path} 中的原生程序适用于另一种机器',
  },
  native_version: {
    en: 'Runs on Node.js: the native program in {path} is another version',
    zh: '使用 Node.js 运行：{path} 中的原生程序是另一个版本',
  },
  native_mode: {
    en: "Runs on Node.js: the native program in {path} can't be executed",
    zh: '使用 Node.js 运行：{path} 中的原生程序无法执行',
  },
  native_off: {
    en: 'Runs on Node.js, because CAPSTAN_RUNTIME says so',
    zh: '使用 Node.js 运行，因为 CAPSTAN_RUNTIME 这样指定',
  },
  native_unused: {
    en: 'Runs on Node.js, started without the launcher; the native program is installed',
    zh: '使用 Node.js 运行，未经启动程序启动；原生程序已安装',
  },
  node: { en: 'Node.js {version}', zh: 'Node.js {version}' },
  node_old: { en: 'Node.js {version} is too old', zh: 'Node.js {version} 版本过旧' },
  install_node: { en: 'Install Node.js {version} or later.', zh: '请安装 Node.js {version} 或更高版本。' },
  ripgrep: { en: 'ripgrep: {path}', zh: 'ripgrep：{path}' },
  no_ripgrep: { en: 'ripgrep not found: search works, but slowly', zh: '未找到 ripgrep：可以搜索，但较慢' },
  install_package: {
    en: 'Install {program} with your package manager.',
    zh: '请用系统的包管理器安装 {program}。',
  },
  install_git: { en: 'Install git with your package manager.', zh: '请用系统的包管理器安装 git。' },
  images: { en: 'Images can be read (sharp)', zh: '可以读取图片（sharp）' },
  no_sharp_native: {
    en: "Large images can't be resized: that needs sharp in a node_modules folder next to this program",
    zh: '无法缩小大图片：需要在本程序旁的 node_modules 文件夹中安装 sharp',
  },
  no_sharp: {
    en: "Large images can't be resized: sharp doesn't load ({why})",
    zh: '无法缩小大图片：sharp 加载失败（{why}）',
  },
  not_installed: { en: 'not installed', zh: '未安装' },
  pty: {
    en: 'Programs that want a terminal can have one (node-pty)',
    zh: '需要终端的程序可以在终端中运行（node-pty）',
  },
  no_pty: {
    en: "Programs that want a terminal run without one: @lydell/node-pty isn't installed",
    zh: '需要终端的程序只能在没有终端的情况下运行：未安装 @lydell/node-pty',
  },
  reinstall: {
    en: 'Reinstall Capstan without --omit=optional.',
    zh: '请重新安装 Capstan，不要使用 --omit=optional。',
  },
  git: { en: 'git: {path}', zh: 'git：{path}' },
  no_bash: { en: "bash not found: commands can't run", zh: '未找到 bash：无法运行命令' },
  install_bash: {
    en: 'Install bash with your package manager (Alpine: apk add bash).',
    zh: '请用系统的包管理器安装 bash（Alpine：apk add bash）。',
  },
  no_null: { en: "/dev/null not found: commands can't run", zh: '未找到 /dev/null：无法运行命令' },
  add_null: {
    en: 'Add it to the container or chroot: mknod -m 666 /dev/null c 1 3',
    zh: '请在容器或 chroot 中添加：mknod -m 666 /dev/null c 1 3',
  },
  windows_drive: {
    en: '{directory} is on a drive of Windows: search, git and file completion are slow there',
    zh: '{directory} 位于 Windows 磁盘上：搜索、git 和文件补全会很慢',
  },
  use_linux_drive: {
    en: 'Keep projects in the file system of Linux, such as ~/project.',
    zh: '请将项目放在 Linux 文件系统中，例如 ~/project。',
  },
  uncollected: {
    en: {
      one: "{number} process has ended, and this container's first process doesn't collect it",
      other: "{number} processes have ended, and this container's first process doesn't collect them",
    },
    zh: '{number} 个进程已结束，但此容器的首个进程没有回收它们',
  },
  first_process: {
    en: "Capstan is this container's first process, which doesn't collect what other processes leave behind",
    zh: 'Capstan 是此容器的首个进程，不会回收其他进程遗留的进程',
  },
  use_init: {
    en: 'Start the container with --init (Docker, Podman).',
    zh: '请用 --init 启动容器（Docker、Podman）。',
  },
  no_git: {
    en: "git not found: ignored files and branches aren't known",
    zh: '未找到 git：无法得知被忽略的文件和分支',
  },
  no_key: { en: 'No API key found', zh: '未找到 API 密钥' },
  set_key: {
    en: 'Set ANTHROPIC_API_KEY, point ANTHROPIC_BASE_URL at a local server, or start capstan and follow the steps.',
    zh: '请设置 ANTHROPIC_API_KEY，或将 ANTHROPIC_BASE_URL 设为本机的服务器，或启动 capstan 按屏幕提示操作。',
  },
  key_from: { en: 'The key comes from {variable}', zh: '密钥来自 {variable}' },
  token_from: { en: 'The token comes from {variable}', zh: '令牌来自 {variable}' },
  key_from_helper: {
    en: 'The key comes from the command in apiKeyHelper (not run here)',
    zh: '密钥来自 apiKeyHelper 中的命令（此处不运行）',
  },
  key_in_keychain: { en: 'The key is stored in your keychain', zh: '密钥保存在系统钥匙串中' },
  no_keychain_library: {
    en: "Keys are kept in a file only you can read: @napi-rs/keyring, which reaches the system keychain, doesn't load",
    zh: '密钥保存在只有你能访问的文件中：用于访问系统钥匙串的 @napi-rs/keyring 无法加载',
  },
  keychain_out_of_reach: {
    en: "What is stored in your keychain can't be read: @napi-rs/keyring, which reaches it, doesn't load",
    zh: '无法读取系统钥匙串中保存的内容：用于访问它的 @napi-rs/keyring 无法加载',
  },
  key_in_file: { en: 'The key is stored in {file}', zh: '密钥保存在 {file}' },
  server_in_file: { en: 'The server {server} is stored in {file}', zh: '服务器 {server} 保存在 {file}' },
  signed_in: { en: 'Signed in to {providers:list}', zh: '已登录 {providers:list}' },
  no_key_needed: { en: 'None needed: the server is local', zh: '不需要：服务器在本机' },
  no_url: {
    en: "ANTHROPIC_BASE_URL isn't an http or https URL",
    zh: 'ANTHROPIC_BASE_URL 不是 http 或 https 地址',
  },
  full_url: {
    en: 'Use a full URL, such as https://host or http://127.0.0.1:8080.',
    zh: '请使用完整的地址，例如 https://host 或 http://127.0.0.1:8080。',
  },
  requests_to: { en: 'Requests go to {address}', zh: '请求发往 {address}' },
  proxy: { en: 'through the proxy {host}', zh: '经由代理 {host}' },
  proxy_here: { en: 'through the proxy of this machine', zh: '经由本机的代理' },
  closed_file: { en: '{file} is now readable only by you.', zh: '{file} 现在只有你能访问。' },
  no_instructions_by_variable: {
    en: 'Instruction files are turned off by an environment variable',
    zh: '环境变量关闭了说明文件',
  },
  no_instructions: { en: 'No instruction files here', zh: '这里没有说明文件' },
  init: { en: 'Create one with /init.', zh: '用 /init 创建一个。' },
  instructions: {
    en: '{file} ({scope}, est. {tokens} tokens)',
    zh: '{file}（{scope}，约 {tokens} token）',
  },
  too_long: {
    en: "That's a lot for every session; consider shortening it.",
    zh: '每个会话都要带上，太长了，建议精简。',
  },
  memory_off: { en: 'Memory is off', zh: '记忆已关闭' },
  no_memories: { en: 'Nothing is remembered here yet', zh: '这里还没有记忆' },
  memories: {
    en: {
      one: '{count:number} memory in {directory}',
      other: '{count:number} memories in {directory}',
    },
    zh: '{directory} 中有 {count} 条记忆',
  },
  memory_missing: {
    en: '{file} is missing, and its line is still in MEMORY.md',
    zh: '{file} 不存在，MEMORY.md 中仍有它的一行',
  },
  bring_back: { en: 'Bring the file back, or delete the line.', zh: '请恢复文件，或删除该行。' },
  memory_left: {
    en: '{file} was taken out of MEMORY.md, and the file is left',
    zh: '{file} 已从 MEMORY.md 中移除，但文件还在',
  },
  delete_file: { en: 'Delete the file, or put its line back.', zh: '请删除该文件，或把那一行放回去。' },
  sandbox_on: { en: 'On ({program})', zh: '已开启（{program}）' },
  sandbox_weaker: {
    en: 'On, in its weaker form: commands can see other processes ({program})',
    zh: '已开启（较弱的形式，命令能看到其他进程）：{program}',
  },
  sandbox_off: { en: 'Off, but it would work ({program})', zh: '未开启，但可以使用（{program}）' },
  sandbox_turn_on: {
    en: '{setting} in the settings turns it on.',
    zh: '在设置中写入 {setting} 即可开启。',
  },
  sandbox_on_fails: { en: "On, but it doesn't work here: {why}", zh: '已开启，但此处不可用：{why}' },
  sandbox_off_fails: { en: "Off, and it wouldn't work here: {why}", zh: '未开启，此处也不可用：{why}' },
  server_no_start: {
    en: "The MCP server {name} can't start: {why}",
    zh: 'MCP 服务器 {name} 无法启动：{why}',
  },
  sessions: {
    en: {
      one: '{number} session, {size} in {directory}',
      other: '{number} sessions, {size} in {directory}',
    },
    zh: '{number} 个会话，共 {size}，位于 {directory}',
  },
  writable: { en: '{directory} is writable', zh: '{directory} 可写' },
  not_writable: {
    en: "{directory} isn't writable: sessions wouldn't be saved",
    zh: '{directory} 不可写：会话将无法保存',
  },
  fix_permissions: {
    en: 'Fix the permissions (chown, chmod), or set CAPSTAN_CONFIG_DIR to another directory.',
    zh: '请取得该目录的权限（chown、chmod），或用 CAPSTAN_CONFIG_DIR 指定另一个。',
  },
  space: { en: '{size} free on the disk', zh: '磁盘剩余 {size}' },
  little_space: { en: 'Only {size} free on the disk', zh: '磁盘仅剩 {size}' },
  purge: {
    en: '"capstan sessions purge" lists sessions you could delete.',
    zh: '"capstan sessions purge" 列出可以清理的会话。',
  },
  others_read: {
    en: {
      one: 'Others can read {number} path with session data, e.g. {path}',
      other: 'Others can read {number} paths with session data, e.g. {path}',
    },
    zh: '其他人可以读取 {number} 个含有会话数据的路径，例如 {path}',
  },
  modes: {
    en: 'Files should have mode 600 and their directories 700.',
    zh: '文件权限应为 600，目录应为 700。',
  },
  closed_paths: {
    en: {
      one: '{number} path is now readable only by you.',
      other: '{number} paths are now readable only by you.',
    },
    zh: '{number} 个路径现在只有你能访问。',
  },
  stale_locks: {
    en: {
      one: '{number} lock left by processes that are gone',
      other: '{number} locks left by processes that are gone',
    },
    zh: '{number} 个锁属于已结束的进程',
  },
  harmless_locks: {
    en: 'They do no harm; the next start removes them.',
    zh: '没有影响：下次启动时会清除。',
  },
  removed_locks: {
    en: { one: '{number} stale lock removed.', other: '{number} stale locks removed.' },
    zh: '已清除 {number} 个失效的锁。',
  },
  no_settings: { en: 'No settings files: defaults apply', zh: '没有设置文件：全部为默认值' },
  settings_read: { en: 'Read: {files:list}', zh: '已读取：{files:list}' },
  waits_for_trust: {
    en: 'It takes effect once you trust the folder: capstan trust',
    zh: '信任该文件夹后生效：capstan trust',
  },
  keys_of_others: {
    en: '{file} has settings of other tools with no effect here:\n{keys:lines}',
    zh: '{file} 中有其他程序使用、在此不起作用的设置：\n{keys:lines}',
  },
  key_absent: { en: '    {key}: {why}', zh: '    {key}：{why}' },
  keys_unknown: { en: "{file} has keys Capstan doesn't know: {keys}", zh: '{file} 中有不起作用的键：{keys}' },
  trusted: { en: '{folder} is trusted', zh: '{folder} 已受信任' },
  not_trusted: {
    en: "{folder} isn't trusted: only its deny and ask rules apply",
    zh: '{folder} 未受信任：其设置中只有拒绝和询问规则生效',
  },
  run_trust: {
    en: 'Run "capstan trust" to review what it wants and trust it.',
    zh: '运行 capstan trust 查看它的要求并信任它。',
  },
  hooks_off: { en: 'Hooks are turned off (disableAllHooks)', zh: '钩子已关闭（disableAllHooks）' },
  no_hooks: { en: 'No hooks', zh: '没有钩子' },
  hooks: { en: '{events:list}', zh: '{events:list}' },
  hook_event: { en: '{event}: {count:number}', zh: '{event}：{count}' },
  hooks_list: {
    en: 'Run "capstan hooks list" to see where each hook comes from.',
    zh: '运行 "capstan hooks list" 查看每个钩子的来源。',
  },
})
