import { area } from '../area.ts'

/** Why a single name of another program has no effect here, and what to use instead. */
export const compatibilityReasonText = area('compatibility-reasons', {
  one_region: {
    en: 'All models of Amazon Bedrock are asked in one region: `AWS_REGION`',
    zh: 'Amazon Bedrock 的所有模型都使用同一区域：`AWS_REGION`',
  },
  whole_profile: {
    en: 'Name the whole inference profile instead: `modelOverrides`, `ANTHROPIC_DEFAULT_*_MODEL`',
    zh: '请直接写出完整的推理配置文件名称：`modelOverrides`、`ANTHROPIC_DEFAULT_*_MODEL`',
  },
  question_time: {
    en: 'How long a question waits is set with `askUserQuestionTimeout`',
    zh: '问题的等待时间用 `askUserQuestionTimeout` 设置',
  },
  dialogs_wait: {
    en: 'A dialog waits until it is answered; only questions of the model have a limit, `askUserQuestionTimeout`',
    zh: '对话框会一直等待回答；只有模型的提问可以限时：`askUserQuestionTimeout`',
  },
  agent_rules: {
    en: 'A deny rule such as `Agent(Explore)` takes an agent away',
    zh: '可用拒绝规则去掉某个智能体（如 `Agent(Explore)`）',
  },
  server_names: {
    en: "Tools of MCP servers always carry the server's name, because permission rules go by it",
    zh: 'MCP 服务器的工具始终带有服务器名称，权限规则以此为准',
  },
  agent_background: {
    en: '`agents.backgroundAfterSeconds` sets when an agent goes on in the background',
    zh: '用 `agents.backgroundAfterSeconds` 设置智能体何时转入后台',
  },
  screen_reader: {
    en: 'Screen reader mode holds no output back, so there is no delay to set',
    zh: '屏幕阅读器模式不会推迟输出，因此没有可设置的延迟',
  },
  own_cursor: {
    en: "The terminal's own cursor always stands where you type",
    zh: '终端自己的光标始终位于输入处',
  },
  effort_named: {
    en: '`ANTHROPIC_DEFAULT_*_MODEL_SUPPORTED_CAPABILITIES` says which models take an effort',
    zh: '用 `ANTHROPIC_DEFAULT_*_MODEL_SUPPORTED_CAPABILITIES` 说明哪些模型支持 effort',
  },
  aws_keys: {
    en: 'Capstan reads AWS credentials where they are, keeps them until they expire or are refused, and leaves signing in to `awsAuthRefresh`',
    zh: 'Capstan 直接读取现有的 AWS 凭据，用到过期或被拒为止；登录由 `awsAuthRefresh` 完成',
  },
  backspace: {
    en: 'Ctrl-H is a plain Backspace everywhere; bind it to `edit:killWordBack` in keybindings.json for whole words',
    zh: 'Ctrl-H 始终等同于 Backspace；要删除整个单词，请在 keybindings.json 中将其绑定到 `edit:killWordBack`',
  },
  debug_categories: {
    en: 'Debug lines have categories instead of levels; choose them with `--debug <categories>`',
    zh: '调试日志分类别而不分级别；用 `--debug <类别>` 选择',
  },
  policy_joined: {
    en: 'Files of policy are always joined; none replaces the variables of another as a whole',
    zh: '策略文件总是合并，不会整体替换其他文件中的变量',
  },
  never_reaped: {
    en: 'Background commands are never stopped for lack of memory',
    zh: '后台命令不会因内存不足而被停止',
  },
  certificate_once: {
    en: 'Client certificates are read when a session starts; start it again after changing them',
    zh: '客户端证书在会话启动时读取；更换后请重新启动',
  },
  whole_replies: {
    en: 'Whole replies are only asked for after a server cut off two streams in a row; there is no switch',
    zh: '只有服务器连续两次中断流之后才会请求完整回复；没有开关',
  },
  notifications: {
    en: "Capstan notifies when its window isn't focused or no key was pressed for ten seconds; `preferredNotifChannel` sets how",
    zh: '窗口失去焦点或十秒内没有按键时才会通知；用 `preferredNotifChannel` 设置方式',
  },
  hook_matchers: {
    en: 'A matcher says for which notifications a hook runs',
    zh: '用 matcher 指定钩子对哪些通知运行',
  },
  administered: {
    en: "What an administrator set up for this machine can't be switched off",
    zh: '管理员为本机配置的内容无法关闭',
  },
  window_length: {
    en: '`CLAUDE_CODE_MAX_CONTEXT_TOKENS` says how long the window of an unknown model is',
    zh: '用 `CLAUDE_CODE_MAX_CONTEXT_TOKENS` 指定未知模型的窗口长度',
  },
  always_on: {
    en: 'It is always on here, without a switch',
    zh: '这里始终启用，没有开关',
  },
  agent_prompt: {
    en: '`--append-subagent-system-prompt` works without a switch',
    zh: '`--append-subagent-system-prompt` 无需开关即可使用',
  },
  model_list: {
    en: '`/model` always lists what the gateway offers',
    zh: '`/model` 总会列出网关提供的模型',
  },
  task_tools: {
    en: 'The to-do list is always there, and the task tools where a team or sessions share a list; deny rules take them away',
    zh: '待办列表始终可用，团队或多个会话共享列表时还有任务工具；可用拒绝规则去掉',
  },
  always_stored: {
    en: 'Sessions inside others are always stored; `-p --no-session-persistence` stores none',
    zh: '嵌套的会话也总会保存；`-p --no-session-persistence` 则不保存',
  },
  glob_files: {
    en: 'Glob lists hidden files, leaves out ignored ones and stops after 20 seconds; commands such as find list others',
    zh: 'Glob 列出隐藏文件，不列出被忽略的文件，20 秒后停止；其他文件可用 find 等命令列出',
  },
  goal_checks: {
    en: "A goal is checked at the end of each turn and doesn't wait for background work",
    zh: '目标在每一轮结束时检查，不等待后台工作',
  },
  no_such_header: {
    en: 'Capstan never sends that header',
    zh: 'Capstan 从不发送该请求头',
  },
  editor_here: {
    en: 'Capstan connects only to editors on this machine, after checking their lock files; see docs/editors.md',
    zh: 'Capstan 只连接本机的编辑器，并会检查其锁文件；见 docs/editors.md',
  },
  search_limit: {
    en: 'The limit is 200 searches in a session',
    zh: '每个会话最多搜索 200 次',
  },
  page_cache: {
    en: "A fetched page is remembered for 15 minutes; that can't be changed",
    zh: '抓取的页面缓存 15 分钟，不可更改',
  },
  server_environment: {
    en: 'MCP servers only ever get a short list of variables and those in their own `env`',
    zh: 'MCP 服务器只会得到少量变量和自己 `env` 中的变量',
  },
  session_mail: {
    en: "Commands can't write into a session; sessions write to each other with SendMessage",
    zh: '命令不能向会话写入；会话之间用 SendMessage 通信',
  },
  init_direct: {
    en: '`/init` writes the file directly; say after it what you want in it',
    zh: '`/init` 直接写入文件；可在其后说明需要的内容',
  },
  telemetry_end: {
    en: '`CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS` limits everything that is sent at the end',
    zh: '`CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS` 限制结束时全部发送所用的时间',
  },
  one_home: {
    en: "`CAPSTAN_CONFIG_DIR` moves everything Capstan stores; parts of it can't be moved or named alone",
    zh: '`CAPSTAN_CONFIG_DIR` 移动 Capstan 保存的全部内容；不能单独移动或命名其中一部分',
  },
  seeded: {
    en: 'Install the plugins while you build the image, or name a directory with `--plugin-dir`',
    zh: '在构建镜像时安装插件，或用 `--plugin-dir` 指定目录',
  },
  git_time: {
    en: 'Git has two minutes to fetch a plugin or marketplace',
    zh: 'git 获取插件或市场的时限为两分钟',
  },
  marketplace_stays: {
    en: "A marketplace that can't be fetched again always stays as it was",
    zh: '无法重新获取的市场总会保持原样',
  },
  always_https: {
    en: '`owner/name` is always fetched over HTTPS; give an SSH address for the other way',
    zh: '`owner/name` 始终通过 HTTPS 获取；要使用 SSH，请给出 SSH 地址',
  },
  names_resolved: {
    en: 'WebFetch always resolves a name itself first, so that no page leads into your own network',
    zh: 'WebFetch 总是先自行解析主机名，以免网页指向你的内部网络',
  },
  resume_said: {
    en: 'A session that broke off goes on when you say so: `capstan -p --continue "go on"`',
    zh: '中断的会话在你要求时继续：`capstan -p --continue "继续"`',
  },
  many_retries: {
    en: '`CLAUDE_CODE_MAX_RETRIES` may be as high as you like',
    zh: '`CLAUDE_CODE_MAX_RETRIES` 可以设为任意大的值',
  },
  counting_hook: {
    en: 'A hook before Bash can count calls and refuse them',
    zh: '可用 Bash 之前的钩子计数并拒绝',
  },
  one_prompt: {
    en: 'There is one prompt for all models, and it is short; `--system-prompt` replaces it',
    zh: '所有模型使用同一份简短的提示词；可用 `--system-prompt` 替换',
  },
  without_keys: {
    en: 'Commands, hooks and servers never get the keys of a provider',
    zh: '命令、钩子和服务器从不会得到提供商的密钥',
  },
  colors_off: {
    en: '`syntaxHighlightingDisabled` turns the colors of code off',
    zh: '用 `syntaxHighlightingDisabled` 关闭代码着色',
  },
  run_waits: {
    en: 'A run waits for background agents as long as `CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS` says',
    zh: '运行结束前等待后台智能体的时间由 `CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS` 设置',
  },
  tmux_colors: {
    en: 'Set `COLORTERM=truecolor`; it counts inside tmux as well',
    zh: '请设置 `COLORTERM=truecolor`；在 tmux 中同样有效',
  },
  found_by_itself: {
    en: 'Commands, agents and styles are always found without ripgrep',
    zh: '命令、智能体和样式的查找始终不依赖 ripgrep',
  },
  workflow_limits: {
    en: 'A workflow states its own limits: `limits`, `maxParallel`',
    zh: '工作流自行规定限制：`limits`、`maxParallel`',
  },
  any_fallback: {
    en: '`fallbackModel` counts for every model',
    zh: '`fallbackModel` 对每个模型都有效',
  },
  plugin_updates: {
    en: 'Each marketplace says whether it is kept up to date: `capstan plugin marketplace add --auto-update`',
    zh: '每个市场单独规定是否自动更新：`capstan plugin marketplace add --auto-update`',
  },
  servers_start: {
    en: 'A known server starts when one of its tools is called and never holds up the start; `MCP_TIMEOUT` limits that',
    zh: '已知的服务器在其工具被调用时才启动，不会拖慢启动；时限为 `MCP_TIMEOUT`',
  },
  server_lists: {
    en: "The list of a server's tools is always remembered, and renewed whenever the server starts",
    zh: '服务器的工具列表总会被记住，并在服务器每次启动时更新',
  },
  one_client: {
    en: 'There is one MCP client, and it agrees on the protocol version with each server',
    zh: '只有一个 MCP 客户端，与每个服务器协商协议版本',
  },
  mentions: {
    en: 'Leave out the @, and a path stays plain text',
    zh: '不写 @，路径就只是文本',
  },
  debug_flag: {
    en: 'Use `--debug`',
    zh: '请使用 `--debug`',
  },
  subagent_text: {
    en: 'Use `--forward-subagent-text`',
    zh: '请使用 `--forward-subagent-text`',
  },
  not_signed_again: {
    en: "Signatures of requests are not made again, so masked AWS keys don't work in the sandbox; let commands that need them run outside (`sandbox.excludedCommands`)",
    zh: '不会重新签署请求，因此遮盖的 AWS 密钥在沙箱中不可用；需要它们的命令请在沙箱外运行（`sandbox.excludedCommands`）',
  },
  share_screen: {
    en: "The footer writes your home as `~`, so your name isn't in it; a `statusLine` of your own replaces more",
    zh: '页脚把主目录写作 `~`，不会显示用户名；还可设置自己的 `statusLine`',
  },
  work_moves: {
    en: 'A session stays in its process, so no work has to change to another',
    zh: '会话始终留在自己的进程中，工作无需转移到其他进程',
  },
})
