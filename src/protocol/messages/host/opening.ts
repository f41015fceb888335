import { area } from '../area.ts'

/** Why a session cannot be opened as it was asked for, and what is otherwise than asked for. Read at every start. */
export const openingText = area('opening', {
  server_denied: { en: 'is on the list deniedMcpServers', zh: '在 deniedMcpServers 列表中' },
  server_not_allowed: { en: 'is not on the list allowedMcpServers', zh: '不在 allowedMcpServers 列表中' },
  no_profile: {
    en: 'There is no profile named {name}. Profiles: {names:list}. Make it with: capstan profile create {name}',
    zh: '没有名为 {name} 的配置档。现有：{names:list}。新建：capstan profile create {name}',
  },
  no_profiles: {
    en: 'There is no profile named {name}. Make it with: capstan profile create {name}',
    zh: '没有名为 {name} 的配置档。新建：capstan profile create {name}',
  },
  bad_profile: {
    en: 'A profile is named with letters, digits, - and _, at most 32: {name} is no such name.',
    zh: '配置档名称只能含字母、数字、- 和 _，最多 32 个字符：{name} 不符合要求。',
  },
  did_you_mean: { en: ' Did you mean {name}?', zh: '是否指 {name}？' },
  agent_gone: {
    en: "This session ran as the agent {name}, which doesn't exist anymore. Put its file back, or continue with --agent <name>, or with --agent none as Capstan itself. Available: {names:list}.",
    zh: '本会话以智能体 {name} 运行，但它已不存在。请恢复其文件，或用 --agent <名称> 继续，或用 --agent none 以 Capstan 自身继续。可用：{names:list}。',
  },
  agent_unusable: { en: '{problem} ({file})', zh: '{problem}（{file}）' },
  no_agent: {
    en: 'There is no agent named {name}.{hint} Available: {names:list}.',
    zh: '没有名为 {name} 的智能体。{hint}可用：{names:list}。',
  },
  plugin_agent_missing: {
    en: "Plugin {plugin} wants sessions to run as the agent {agent}, which doesn't exist.",
    zh: '插件 {plugin} 要求会话以智能体 {agent} 运行，但没有这个智能体。',
  },
  agent_mode: {
    en: 'Agent {name} wants permission mode {wanted}, which allows more than yours. It runs in mode {mode}.',
    zh: '智能体 {name} 要求的{wanted}模式比你的更宽松。它以{mode}模式运行。',
  },
  agent_problem: { en: 'Agent {name}: {problem}', zh: '智能体 {name}：{problem}' },
  no_coordinator: {
    en: 'Coordinator mode is off: this session runs as the agent {agent}.',
    zh: '协调模式未启用：本会话以智能体 {agent} 运行。',
  },
  coordinator_on: {
    en: 'This session was left in coordinator mode and continues in it. Turn it off with /coordinator off.',
    zh: '本会话上次处于协调模式，将继续使用。用 /coordinator off 关闭。',
  },
  coordinator_off: {
    en: 'This session was left with coordinator mode off and continues without it. Turn it on with /coordinator on.',
    zh: '本会话上次关闭了协调模式，将继续关闭。用 /coordinator on 开启。',
  },
  assistant_on: {
    en: 'This session was left in assistant mode and continues in it. Turn it off with /assistant off.',
    zh: '本会话上次处于助理模式，将继续使用。用 /assistant off 关闭。',
  },
  assistant_off: {
    en: 'This session was left with assistant mode off and continues without it. Turn it on with /assistant on.',
    zh: '本会话上次关闭了助理模式，将继续关闭。用 /assistant on 开启。',
  },
  no_debug_log: {
    en: 'Cannot write the debug log {file} ({reason}). Choose another place with --debug-file.',
    zh: '无法写入调试日志 {file}（{reason}）。请用 --debug-file 指定其他位置。',
  },
  debug_log_lost: {
    en: 'Cannot write the debug log {file} ({reason}). Continuing without it.',
    zh: '无法写入调试日志 {file}（{reason}）。将不写日志继续。',
  },
  bad_limit: {
    en: '{variable} (or the same with CAPSTAN_) must be a positive number, not {value}.',
    zh: '{variable}（或以 CAPSTAN_ 开头的同名变量）必须是正数，而不是 {value}。',
  },
  bad_limit_up_to: {
    en: '{variable} (or the same with CAPSTAN_) must be a positive number up to {most:number}, not {value}.',
    zh: '{variable}（或以 CAPSTAN_ 开头的同名变量）必须是不超过 {most} 的正数，而不是 {value}。',
  },
  empty_home: {
    en: '{variable} is empty. Set {variable} to the full path of a directory.',
    zh: '{variable} 为空。请将 {variable} 设为目录的完整路径。',
  },
  relative_home: {
    en: '{variable} is "{path}", a relative path. Set {variable} to the full path of a directory.',
    zh: '{variable} 为 "{path}"，是相对路径。请将 {variable} 设为目录的完整路径。',
  },
  host_closed: {
    en: 'The host is closed: no session can be opened any more.',
    zh: '程序正在关闭，无法再打开会话。',
  },
  no_sandbox_in_library: {
    en: 'The sandbox needs the capstan program: start it with query() instead.',
    zh: '沙箱需要 capstan 程序：请改用 query() 启动。',
  },
  bad_extra_body: {
    en: 'CAPSTAN_EXTRA_BODY (or CLAUDE_CODE_EXTRA_BODY) must be a JSON object.',
    zh: 'CAPSTAN_EXTRA_BODY（或 CLAUDE_CODE_EXTRA_BODY）必须是 JSON 对象。',
  },
  settings_budget: { en: 'the budget in your settings', zh: '设置中的预算' },
  price_unknown: {
    en: "The price of {model} is unknown, so {budget} can't be enforced. {hint}",
    zh: '{model} 的价格未知，无法执行{budget}。{hint}',
  },
  no_task_budget: {
    en: '--task-budget has no effect with {model}, which has no task budgets. --token-budget works with every model.',
    zh: '--task-budget 对 {model} 无效，它没有任务预算。--token-budget 适用于所有模型。',
  },
  model_not_available: {
    en: '{model} isn\'t one of the models you can use here ("availableModels"): {models:list}.',
    zh: '此处不能使用 {model}（"availableModels"）：{models:list}。',
  },
  no_long_window: {
    en: '{model} has no 1M context window: [1m] is ignored.',
    zh: '{model} 没有 1M 上下文窗口，已忽略 [1m]。',
  },
  long_window_refused: {
    en: '{model} has no 1M context window. Leave [1m] out, or choose another model.',
    zh: '{model} 没有 1M 上下文窗口。请去掉 [1m]，或换一个模型。',
  },
  bad_memory: {
    en: '{variable} is {value}: give a size of at least 16M, such as 4G, or none.',
    zh: '{variable} 的值为 {value}：请给出不小于 16M 的大小（如 4G），或 none。',
  },
  model_replaced: { en: '{problem} Using {model} instead.', zh: '{problem}改用 {model}。' },
  too_many_fallbacks: {
    en: 'Only {most:number} fallback models are used; ignored: {models:list}. Shorten --fallback-model or the setting fallbackModel.',
    zh: '最多使用 {most} 个备用模型；已忽略：{models:list}。请缩短 --fallback-model 或设置 fallbackModel。',
  },
  mode_default: { en: '{problem} Using mode default.', zh: '{problem}改用先询问模式。' },
  auto_off: {
    en: 'Auto mode is turned off in settings ("disableAutoMode").',
    zh: '设置关闭了自动模式（"disableAutoMode"）。',
  },
  bypass_off: {
    en: 'Bypassing permissions is turned off in settings ("disableBypassPermissionsMode").',
    zh: '设置关闭了不检查权限模式（"disableBypassPermissionsMode"）。',
  },
  restricted_bypass: {
    en: "A restricted session can't bypass permissions: leave out --restricted or bypassPermissions.",
    zh: '受限会话不能使用不检查权限模式：请去掉 --restricted 或 bypassPermissions。',
  },
  server_without_bypass: {
    en: 'This server does not let sessions bypass permissions (--allow-dangerously-skip-permissions).',
    zh: '此服务器不允许会话使用不检查权限模式（--allow-dangerously-skip-permissions）。',
  },
  bypass_as_root: {
    en: 'Permissions cannot be bypassed as root outside a sandbox. Set IS_SANDBOX=1 if this machine is one.',
    zh: '以 root 身份运行时，不检查权限模式只能在沙箱中使用。如果本机就是沙箱，请设置 IS_SANDBOX=1。',
  },
  left_in_mode: {
    en: 'This session was left in mode {left} and continues in mode {mode}. To switch back, use --permission-mode {flag} or Shift-Tab.',
    zh: '本会话上次处于{left}模式，现以{mode}模式继续。要切换回去，请用 --permission-mode {flag} 或 Shift-Tab。',
  },
  directories_left: {
    en: "Directories aren't added again on resume: {paths:list}. Use --add-dir or /add-dir.",
    zh: '恢复会话时不会重新添加目录：{paths:list}。请用 --add-dir 或 /add-dir。',
  },
  bad_channel_flag: {
    en: '--channels: {value}: expected server:<name> or plugin:<name>@<marketplace>.',
    zh: '--channels：{value}：应为 server:<名称> 或 plugin:<名称>@<市场>。',
  },
  bad_channel: {
    en: '"{key}": {value}: expected server:<name> or plugin:<name>@<marketplace>.',
    zh: '"{key}"：{value}：应为 server:<名称> 或 plugin:<名称>@<市场>。',
  },
  channels_off: {
    en: 'Channels are off: your administrator turned them off.',
    zh: '频道未启用：管理员已将其关闭。',
  },
  channel_refused: {
    en: "The channel {channel} is off: your administrator doesn't allow it.",
    zh: '频道 {channel} 未启用：管理员不允许。',
  },
  bad_teams_backend: {
    en: 'CAPSTAN_TEAMS_BACKEND: expected files or nats, found "{value}".',
    zh: 'CAPSTAN_TEAMS_BACKEND：应为 files 或 nats，实际为 "{value}"。',
  },
  worktree_flag: { en: '--worktree: {problem}', zh: '--worktree：{problem}' },
  worktree_lost: {
    en: "This session was in the worktree {path}, which can't be used now: {problem}",
    zh: '本会话原在工作树 {path} 中，现在无法使用：{problem}',
  },
  version_too_new: {
    en: 'Your administrator allows Capstan up to {wanted}. This is {version}: install an older version ("capstan update --version {wanted}", or ask them).',
    zh: '管理员只允许不高于 {wanted} 的 Capstan。当前为 {version}：请安装较旧的版本，或联系管理员。',
  },
  sideload_off: {
    en: 'Your administrator does not allow {flags:and} ("disableSideloadFlags"). Start without, and use installed plugins and configured servers.',
    zh: '管理员不允许使用 {flags:and}（"disableSideloadFlags"）。请去掉它们，改用已安装的插件和已配置的服务器。',
  },
  editor_servers_off: {
    en: 'Your administrator does not allow MCP servers that an editor brings ("disableSideloadFlags"), so this session goes on without them.',
    zh: '管理员不允许使用编辑器带来的 MCP 服务器（"disableSideloadFlags"），本会话不使用它们。',
  },
  version_required: {
    en: 'This is Capstan {version}, and your administrator requires {wanted} or newer ("requiredMinimumVersion"). Run "capstan update", then start again.',
    zh: '当前为 Capstan {version}，管理员要求 {wanted} 或更高版本（"requiredMinimumVersion"）。请运行 "capstan update" 后重新启动。',
  },
  version_wanted: {
    en: 'This is Capstan {version}; your settings ask for {wanted} or newer ("minimumVersion"). Run "capstan update" when you can.',
    zh: '当前为 Capstan {version}；设置要求 {wanted} 或更高版本（"minimumVersion"）。请运行 "capstan update"。',
  },
  session_exists: {
    en: 'Session {id} already exists. Resume it with --resume {id}, or choose another id.',
    zh: '会话 {id} 已存在。用 --resume {id} 恢复，或使用其他 id。',
  },
  nothing_to_continue: { en: 'There is no session to continue in {cwd}.', zh: '{cwd} 中没有可继续的会话。' },
  no_directory: {
    en: 'The current directory cannot be used ({reason}). Was it deleted or moved? Change to one that exists.',
    zh: '无法使用当前目录（{reason}）。它被删除或移动了吗？请切换到存在的目录。',
  },
  no_working_directory: {
    en: '{path} is not a directory, so it cannot be a working directory (--add-dir or "additionalDirectories").',
    zh: '{path} 不是目录，不能作为工作目录（--add-dir 或 "additionalDirectories"）。',
  },
  no_config_root: {
    en: '{path} is not a directory, so no settings can be read from it (--project-config-root).',
    zh: '{path} 不是目录，无法从中读取设置（--project-config-root）。',
  },
  no_tool: {
    en: '--tools: there is no tool named {name}.{hint} Known: {names:list}.',
    zh: '--tools：没有名为 {name} 的工具。{hint}可用：{names:list}。',
  },
  bad_schema: {
    en: '--json-schema is not a usable JSON schema: {reason}',
    zh: '--json-schema 不是可用的 JSON schema：{reason}',
  },
  schema_not_json: { en: '--json-schema is not JSON: {reason}', zh: '--json-schema 不是 JSON：{reason}' },
  schema_not_object: { en: '--json-schema must be a JSON object.', zh: '--json-schema 必须是 JSON 对象。' },
  tracked_home: {
    en: "Your config home {home} is part of the repository {repository}, so its settings aren't yours alone. Set CAPSTAN_CONFIG_DIR (or HOME) to a directory elsewhere, or trust the repository for this run with --trust.",
    zh: '配置目录 {home} 属于仓库 {repository}，其中的设置并非只由你决定。请将 CAPSTAN_CONFIG_DIR（或 HOME）设为别处的目录，或用 --trust 仅在本次信任该仓库。',
  },
  mcp_config: { en: '--mcp-config: {where}: {problem}', zh: '--mcp-config：{where}：{problem}' },
  given_json: { en: 'the JSON', zh: '给出的 JSON' },
  mcp_config_unreadable: {
    en: '--mcp-config: cannot read {file}: {reason}.',
    zh: '--mcp-config：无法读取 {file}：{reason}。',
  },
  in_file: { en: '{file}: {problem}', zh: '{file}：{problem}' },
  memory_off: {
    en: "Memory is off: {path} can't be used, because {reason}.",
    zh: '记忆已关闭：无法使用 {path}（{reason}）。',
  },
  named_memory_off: {
    en: 'Memory is off: {path} can\'t be used, because {reason}. Change CAPSTAN_MEMORY_DIR or "autoMemoryDirectory".',
    zh: '记忆已关闭：无法使用 {path}（{reason}）。请更改 CAPSTAN_MEMORY_DIR 或 "autoMemoryDirectory"。',
  },
  team_memory_off: {
    en: 'Team memory is off: {path} can\'t be used, because {reason}. Change "teamMemoryDirectory".',
    zh: '团队记忆已关闭：无法使用 {path}（{reason}）。请更改 "teamMemoryDirectory"。',
  },
  goes_up: { en: 'it goes up with ".."', zh: '路径中有 ".."' },
  leaves_repository: { en: 'a link leads out of the repository', zh: '有链接指向仓库之外' },
})
