import { area } from '../area.ts'

/** What another program has and this one has not, or does in another way: why, and what to use instead. */
export const compatibilityText = area('compatibility', {
  rate_limit_event: {
    en: 'Sent when a limit is 80% used up or a request is refused for one, without the fields about buying credits',
    zh: '在限额用到 80% 或请求因限额被拒时发送，不含购买额度的字段',
  },
  plugin_install: {
    en: 'Nothing is installed when a session starts; `init.plugin_errors` says what is wrong with a plugin',
    zh: '会话启动时不会安装任何内容；插件的问题见 `init.plugin_errors`',
  },
  auth_status: {
    en: 'A run never signs in by itself; `capstan auth status --json` says what is used',
    zh: '运行时不会自行登录；使用的凭据见 `capstan auth status --json`',
  },
  install: {
    en: 'An installation from npm takes any version, a native program only the newest',
    zh: 'npm 安装可选任意版本，原生程序只能装最新版',
  },
  account: {
    en: "It is about an account of the other tool's vendor; Capstan works with keys and providers: `capstan auth login`",
    zh: '涉及对方厂商的账户；Capstan 使用密钥和模型提供商：`capstan auth login`',
  },
  cloud: {
    en: "It runs in the vendor's cloud; here sessions run on your machine: `--background`, `capstan serve`",
    zh: '在厂商的云端运行；这里的会话在你自己的机器上运行：`--background`、`capstan serve`',
  },
  browser: {
    en: 'It drives a browser of its own over the DevTools protocol, without an extension: the same as `--browser` and `/browser`',
    zh: '通过 DevTools 协议驱动自己的浏览器，不用扩展：与 `--browser` 和 `/browser` 相同',
  },
  desktop: {
    en: "It belongs to the vendor's desktop application; `capstan serve` has a page in the browser",
    zh: '属于厂商的桌面应用；`capstan serve` 提供浏览器页面',
  },
  phone: {
    en: "It belongs to the vendor's phone application; `capstan serve` can be opened from a phone",
    zh: '属于厂商的手机应用；可以用手机打开 `capstan serve` 的页面',
  },
  connectors: {
    en: 'It is about MCP servers of a vendor account; add servers with `capstan mcp add`',
    zh: '涉及厂商账户里的 MCP 服务器；请用 `capstan mcp add` 添加服务器',
  },
  artifacts: {
    en: "It publishes pages in the vendor's cloud; ask for a file instead",
    zh: '把页面发布到厂商的云端；请改为要求生成文件',
  },
  design: { en: "It belongs to the vendor's design service", zh: '属于厂商的设计服务' },
  windows: {
    en: 'It is about Windows; Capstan runs on Linux and macOS',
    zh: '仅涉及 Windows；Capstan 在 Linux 和 macOS 上运行',
  },
  powershell: {
    en: 'There is no PowerShell tool; commands run in your POSIX shell',
    zh: '没有 PowerShell 工具；命令在 POSIX shell 中运行',
  },
  renderer: {
    en: "It is about a full-screen renderer; Capstan prints into the terminal's own scrollback, which scrolls, searches and copies by itself",
    zh: '涉及全屏渲染；Capstan 直接输出到终端自己的回滚区，滚动、搜索和复制由终端完成',
  },
  mouse: { en: 'Capstan leaves the mouse to the terminal', zh: 'Capstan 把鼠标交给终端处理' },
  no_socat: {
    en: 'No socat is needed; Capstan bridges the network itself',
    zh: '不需要 socat；网络由 Capstan 自行桥接',
  },
  removed_there: { en: 'It has no effect in the other tool any more', zh: '在对方工具中已不再生效' },
  chips: {
    en: 'Pastes and images stand in the text; the caret goes from one to the next',
    zh: '粘贴内容和图片位于文本中；光标在其间移动',
  },
  enabled_anyway: {
    en: 'Shift-Tab reaches auto mode without it; `--permission-mode auto` starts in it',
    zh: '不加此选项，Shift-Tab 也能切换到自动模式；`--permission-mode auto` 直接以该模式启动',
  },
  footer_dismiss: {
    en: 'It takes away a link that the conversation named; there are no links to artifacts',
    zh: '移除对话中提到的链接；没有制品链接',
  },
  session_anyway: { en: 'The choice always counts for the session only', zh: '选择本来就只对本会话有效' },
  review_by_gh: {
    en: 'Asked of gh, for a pull request opened in the session',
    zh: '通过 gh 查询本会话中创建的拉取请求',
  },
  off_unless_true: { en: 'Off unless it is true', zh: '仅在设为 true 时开启' },
  masked_strictly: {
    en: 'Masked credentials are put into headers of requests, never into addresses or bodies, and not for a host that only `*` allows; what "extract" or "decode" doesn\'t find is hidden unless `onExtractNoMatch` is `warn`; in a project\'s files `mask` counts as `deny`',
    zh: '遮盖的凭据只填入请求头，不填入网址和正文，也不用于仅由 `*` 允许的主机；"extract" 或 "decode" 找不到内容时隐藏，除非 `onExtractNoMatch` 为 `warn`；项目文件中的 `mask` 等同于 `deny`',
  },
  own_authority: {
    en: 'Only what goes to hosts of masked credentials is decrypted, with an authority made for the session; `caCertPath` and `caKeyPath` do nothing',
    zh: '只解密发往遮盖凭据所属主机的内容，所用证书机构为本次会话生成；`caCertPath` 和 `caKeyPath` 不起作用',
  },
  asked_when_false: {
    en: 'Other hosts are asked about only where it is set to `false`; unset, they are blocked',
    zh: '只有设为 `false` 时才会询问其他主机；未设置时直接拒绝',
  },
  recap_unset: { en: 'Unset: as promptSuggestionEnabled', zh: '未设置时与 promptSuggestionEnabled 相同' },
  selection: { en: 'Text is selected with the terminal itself', zh: '文本选择由终端自身完成' },
  voice_never_sends: {
    en: 'What you say lands in the prompt and is never sent by itself (`autoSubmit`); `command` or `url` turns it into text',
    zh: '语音只写入输入框，从不自动发送（`autoSubmit`）；由 `command` 或 `url` 转为文字',
  },
  voice_enabled: { en: 'Use `voice.enabled`', zh: '请使用 `voice.enabled`' },
  phones_home: {
    en: 'Nothing is sent to a vendor, so there is nothing to turn off',
    zh: '不会向厂商发送任何数据，因此无需关闭',
  },
  survey: { en: 'There are no surveys; nothing is sent to a vendor', zh: '没有问卷；不会向厂商发送任何数据' },
  updates: {
    en: 'Capstan never updates itself; `capstan update` does it when you say so',
    zh: 'Capstan 不会自行更新；需要时请运行 `capstan update`',
  },
  desktop_ios: {
    en: "It is about a phone simulator of the vendor's desktop application",
    zh: '涉及厂商桌面应用中的手机模拟器',
  },
  server_policy: {
    en: "It is about policy sent by the vendor's servers; Capstan reads policy from files",
    zh: '涉及厂商服务器下发的策略；Capstan 从文件读取策略',
  },
  internal: { en: 'It is set by the other tool for itself', zh: '由对方工具自行设置，供其内部使用' },
  old_model: { en: 'It is about models that are no longer offered', zh: '涉及已不再提供的模型' },
  private_wire: {
    en: "It is about a private part of the vendor's API that Capstan doesn't use",
    zh: '涉及厂商 API 的私有部分，Capstan 不使用',
  },
  vendor_flags: {
    en: 'There is no remote feature switch; settings say what is on',
    zh: '没有远程功能开关；是否启用由设置决定',
  },
  command_switch: {
    en: "Commands aren't switched off one by one; `disableBundledSkills` and permission rules limit what runs",
    zh: '不能逐个关闭命令；可用 `disableBundledSkills` 和权限规则限制',
  },
  aws_platform: {
    en: "The vendor's platform on AWS isn't among the providers; Amazon Bedrock is: `capstan models`",
    zh: '提供商中不包括厂商在 AWS 上的平台，但支持 Amazon Bedrock：见 `capstan models`',
  },
  federation: {
    en: "Signing in to the vendor's API through workload identity isn't supported; use `apiKeyHelper`",
    zh: '不支持以工作负载身份登录厂商 API；请使用 `apiKeyHelper`',
  },
  macos_ssh: {
    en: "It is about connections of the vendor's desktop application; start Capstan on the other machine over SSH",
    zh: '涉及厂商桌面应用的连接；请通过 SSH 在另一台机器上启动 Capstan',
  },
  watchdog: {
    en: 'Streams are watched already; `CLAUDE_STREAM_IDLE_TIMEOUT_MS` sets how long one may be silent',
    zh: '流已受监视；可用 `CLAUDE_STREAM_IDLE_TIMEOUT_MS` 设定允许的静默时间',
  },
  perforce: {
    en: 'There is no Perforce support; a hook before Edit can open files for editing',
    zh: '不支持 Perforce；可用 Edit 之前的钩子打开文件',
  },
  no_preflight: {
    en: 'WebFetch asks nobody about a host name, so there is nothing to skip',
    zh: 'WebFetch 不会向任何人查询主机名，因此无需跳过',
  },
  shortcut_key: {
    en: 'Ctrl+W deletes to the last blank, as shells do; bind `edit:killWordBack` in keybindings.json for the other way',
    zh: 'Ctrl+W 与 shell 一样删到前一个空白；如需另一种方式，请在 keybindings.json 中绑定 `edit:killWordBack`',
  },
  ripgrep: {
    en: 'Grep runs outside the sandbox with its own limits; it needs no program inside',
    zh: 'Grep 在沙箱外以自身限制运行，沙箱内不需要该程序',
  },
  safety_switch: {
    en: 'No provider here moves a flagged request to another model; `fallbackModel` answers overload',
    zh: '这里的提供商不会把被标记的请求转到其他模型；`fallbackModel` 用于过载时',
  },
  no_suggestions: {
    en: 'Plugins are never suggested; `capstan plugin list --available` shows them',
    zh: '不会推荐插件；可用 `capstan plugin list --available` 查看',
  },
  ide_install: {
    en: 'Capstan installs nothing into an editor; see docs/editors.md',
    zh: 'Capstan 不会向编辑器安装任何内容；见 docs/editors.md',
  },
  warned_always: {
    en: 'The warning is a line at the start, not a dialog, so there is nothing to skip',
    zh: '警告只是启动时的一行文字而非对话框，因此无需跳过',
  },
  plan_mode_auto: {
    en: 'Plan mode only reads; no review of calls is needed there',
    zh: '规划模式只读，不需要审查调用',
  },
  own_gateway: {
    en: "The gateway of that vendor isn't here; any gateway works through `ANTHROPIC_BASE_URL` or a provider of your own",
    zh: '不包含该厂商的网关；可通过 `ANTHROPIC_BASE_URL` 或自定义提供商接入任意网关',
  },
  ultrareview: {
    en: "It runs in the vendor's cloud; `/review` and `/security-review` run here",
    zh: '在厂商的云端运行；这里可用 `/review` 和 `/security-review`',
  },
  schedule: {
    en: "It runs on this machine while a session is open, not in the vendor's cloud",
    zh: '在本机有会话打开时运行，而不是在厂商的云端',
  },
  here_only: {
    en: "It runs in a session on this machine, not in the vendor's cloud",
    zh: '在本机的会话中运行，而不是在厂商的云端',
  },
  setup_steps: {
    en: 'No key is written into settings: keys stay in the environment, the keychain or the files of the cloud',
    zh: '不把密钥写入设置：密钥留在环境变量、钥匙串或云服务自己的文件中',
  },
  push_here: {
    en: 'It is about your desktop and `notifyWebhook`, and on unless it is false',
    zh: '针对桌面通知和 `notifyWebhook`，除非为 false 否则开启',
  },
  asks_here: {
    en: 'It is about notifications of the terminal, and on unless it is false',
    zh: '针对终端通知，除非为 false 否则开启',
  },
  own_network: {
    en: 'The session is reached over your own network, as with `--remote-control`',
    zh: '会话通过你自己的网络访问，同 `--remote-control`',
  },
  github_workflow: {
    en: 'No application is installed: it writes a workflow file for the repository',
    zh: '不安装应用：为仓库写入工作流文件',
  },
  chart_guide: {
    en: 'There is no guide for charts; describe the chart, and keep what you settled on as a skill',
    zh: '没有图表指南；请描述图表，并把定下来的做法存为技能',
  },
  upgrade: {
    en: 'In Claude Code it sells a subscription; here `capstan update` installs a newer version',
    zh: '用于购买订阅；更新版本请用 `capstan update`',
  },
  api_reference: {
    en: 'It carries reference material of one vendor; add it as a skill',
    zh: '附带某一厂商的参考资料；请作为技能添加',
  },
  slack: {
    en: 'It installs an application of the vendor; an MCP server or a channel can bring Slack in',
    zh: '安装厂商的应用；可通过 MCP 服务器或频道接入 Slack',
  },
  setup_token: {
    en: "It makes a token of the vendor's subscription, which Capstan can't use; store a key with `capstan auth login` or set ANTHROPIC_API_KEY",
    zh: '生成厂商订阅的令牌，Capstan 无法使用；请用 `capstan auth login` 保存密钥，或设置 ANTHROPIC_API_KEY',
  },
  remote_server: {
    en: "It is reached through the vendor's servers; `capstan serve` and `--remote-control` work over your own network",
    zh: '需经厂商服务器连接；`capstan serve` 和 `--remote-control` 通过你自己的网络工作',
  },
  no_supervisor: {
    en: 'Background sessions are processes of their own and need no supervisor: `capstan agents running`, `capstan stop`',
    zh: '后台会话是独立进程，不需要守护进程：`capstan agents running`、`capstan stop`',
  },
  temporary_for_all: {
    en: 'It is the `TMPDIR` of commands, too; in the sandbox they have one of their own',
    zh: '同时也是命令的 `TMPDIR`；沙箱中的命令另有自己的目录',
  },
  no_marketplace: {
    en: 'No marketplace is added by itself; `capstan plugin marketplace add` does it',
    zh: '不会自动添加任何市场；请用 `capstan plugin marketplace add`',
  },
  toy: {
    en: 'A pastime of the other tool; there is nothing to replace it',
    zh: '对方工具的趣味功能，没有对应项',
  },
  updates_by_hand: {
    en: 'Stops updates of plugins by themselves; Capstan is only updated when you run `capstan update`',
    zh: '停止插件的自动更新；Capstan 只在运行 `capstan update` 时更新',
  },
  debug_logs_directory: {
    en: 'Names a directory, with one file per session',
    zh: '指定目录，每个会话一个文件',
  },
  fast_mode_at_start: {
    en: 'Sessions begin without fast mode; /fast can still turn it on',
    zh: '会话开始时不用快速模式；仍可用 /fast 开启',
  },
  as_setting: { en: 'Turns the setting of that purpose on or off', zh: '开启或关闭对应的设置' },
  own_machine: {
    en: "It names a machine of your own, not the vendor's cloud: ssh://host/dir",
    zh: '它指定你自己的机器，而不是厂商的云：ssh://host/dir',
  },
  own_bash: {
    en: 'Chooses the bash for commands; another shell only counts for what you type after !',
    zh: '选择运行命令的 bash；其他 shell 只用于 ! 之后的命令',
  },
  prefix_without_servers: {
    en: 'Starts shell commands and hooks, but not MCP servers',
    zh: '用于 shell 命令和钩子，不用于 MCP 服务器',
  },
  memory_per_process: {
    en: 'Bounds each process (ulimit), not all of a command together',
    zh: '限制每个进程（ulimit），而不是整条命令的总和',
  },
  compact_by_hand: {
    en: 'Turns automatic compaction off; /compact still works',
    zh: '关闭自动压缩；/compact 仍可使用',
  },
  oauth_token: {
    en: "Kept from commands like every key, but Capstan doesn't sign in with a subscription; use ANTHROPIC_API_KEY",
    zh: '与其他密钥一样不会传给命令，但 Capstan 不支持以订阅登录；请使用 ANTHROPIC_API_KEY',
  },
  blocked_unclear: {
    en: 'Stricter: an entry that is not understood, such as a broken pattern, stops the start instead of blocking nothing',
    zh: '更严格：无法理解的条目（例如错误的正则表达式）会阻止启动，而不是不起作用',
  },
  sideload_editors: {
    en: 'Stricter: MCP servers that an editor or a program asks to start are left out too',
    zh: '更严格：编辑器或程序要求启动的 MCP 服务器也不会使用',
  },
  other_version: {
    en: "Compared with Capstan's version; in a policy of the other tool it is only mentioned",
    zh: '与 Capstan 的版本比较；在对方工具的策略中只会提示',
  },
  helper_joins: {
    en: 'Stricter: what it prints joins the files and loosens nothing in them; when it fails, nothing starts',
    zh: '更严格：其输出与策略文件合并，不会放宽文件中的限制；失败时不会启动',
  },
  display_name: { en: 'The name the provider gives the model', zh: '提供商给出的模型名称' },
})
