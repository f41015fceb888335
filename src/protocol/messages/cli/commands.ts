import { area } from '../area.ts'

/** What ends a subcommand. */
export const commandText = area('cli_commands', {
  with_usage: { en: '{problem}\n{usage}', zh: '{problem}\n{usage}' },
  of_command: { en: '{command}: {problem}\n{usage}', zh: '{command}：{problem}\n{usage}' },
  unknown_command: {
    en: '{group}: there is no command {name}.\n{usage}',
    zh: '{group}：没有命令 {name}。\n{usage}',
  },
  unknown_command_near: {
    en: '{group}: there is no command {name}. Did you mean "{near}"?\n{usage}',
    zh: '{group}：没有命令 {name}。是否指 "{near}"？\n{usage}',
  },
  no_subcommand: { en: 'There is no "{command}".\n{usage}', zh: '没有 "{command}"。\n{usage}' },
  no_subcommand_near: {
    en: 'There is no "{command}". Did you mean {near}?\n{usage}',
    zh: '没有 "{command}"。是否指 {near}？\n{usage}',
  },
  demo_option: {
    en: 'demo: {word} isn\'t a known option.\nRun "capstan demo --help" for its options.',
    zh: 'demo：未知选项 {word}。\n运行 "capstan demo --help" 查看选项。',
  },
  demo_option_near: {
    en: 'demo: {word} isn\'t a known option. Did you mean --{near}?\nRun "capstan demo --help" for its options.',
    zh: 'demo：未知选项 {word}。是否指 --{near}？\n运行 "capstan demo --help" 查看选项。',
  },
  demo_project: {
    en: "demo: can't create the project in {directory} ({why}). Set TMPDIR to a directory you can write to.",
    zh: 'demo：无法在 {directory} 中创建项目（{why}）。请将 TMPDIR 设为可写的目录。',
  },
  demo_bash: {
    en: "demo: bash isn't installed, and commands run in it. Install it (Alpine: apk add bash).",
    zh: 'demo：未安装 bash，而命令需要在其中运行。请先安装（Alpine：apk add bash）。',
  },
  demo_null: {
    en: 'demo: /dev/null is missing, and commands need it. Add it to the container or chroot (mknod -m 666 /dev/null c 1 3).',
    zh: 'demo：缺少 /dev/null，而命令需要它。请在容器或 chroot 中添加（mknod -m 666 /dev/null c 1 3）。',
  },
  pr_form: {
    en: '--from-pr takes the number or the address of a pull request, not "{given}".',
    zh: '--from-pr 需要拉取请求的编号或地址，而不是 "{given}"。',
  },
  no_wrapper: {
    en: "The launcher {program} of processWrapper was not found or can't be run; nothing was started. Correct the setting, or remove it.",
    zh: '找不到 processWrapper 指定的启动器 {program}，或无法运行；未启动任何进程。请更正或删除该设置。',
  },
  needs_yes: {
    en: 'Nobody can be asked here: add -y to agree.',
    zh: '此处无法询问：请加 -y 表示同意。',
  },
  auto_mode_unset: { en: '{file} has no autoMode.', zh: '{file} 中没有 autoMode。' },
  auto_mode_reset_question: {
    en: 'Remove autoMode from {file}?',
    zh: '从 {file} 中移除 autoMode？',
  },
  auto_mode_reset: { en: 'autoMode removed from {file}.', zh: '已从 {file} 移除 autoMode。' },
  purge_entry: { en: 'Trust and approvals of {path}', zh: '{path} 的信任和批准记录' },
  purge_question: { en: "Delete all of this? It can't be undone.", zh: '全部删除？此操作无法撤销。' },
  pr_none: {
    en: 'No session is linked to a pull request. Sessions are linked when they open one or its address appears in them.',
    zh: '没有会话关联到拉取请求。会话打开拉取请求，或其中出现其地址时，才会关联。',
  },
  pr_unknown: {
    en: 'No session is linked to pull request #{number}. Sessions are linked when they open it or its address appears in them.',
    zh: '没有会话关联到拉取请求 #{number}。会话打开该请求，或其中出现它的地址时，才会关联。',
  },
  pr_several: {
    en: 'Several sessions worked on {what}; name one with --resume:\n{ids:lines}',
    zh: '有多个会话处理过 {what}；请用 --resume 指定一个：\n{ids:lines}',
  },
  unset: { en: '{key} is not set.', zh: '{key} 未设置。' },
  unreadable: { en: '{path} cannot be read: {error}', zh: '无法读取 {path}：{error}' },
  invalid_value: { en: "That isn't a valid value for {key}.", zh: '该值不适用于 {key}。' },
  mock_argument: {
    en: 'mock-server: unexpected argument {word}. {usage}',
    zh: 'mock-server：多余的参数 {word}。{usage}',
  },
  mock_port: {
    en: 'mock-server: --port takes a number from 0 to 65535, not {given}.',
    zh: 'mock-server：--port 需要 0 到 65535 之间的数，而不是 {given}。',
  },
  mock_file: {
    en: 'mock-server: cannot read {file}: {error}.',
    zh: 'mock-server：无法读取 {file}：{error}。',
  },
  no_session_list: {
    en: "This terminal can't show a list of sessions. Name one: --resume <id>",
    zh: '此终端无法显示会话列表。请指定一个：--resume <id>',
  },
  recorded_command: {
    en: "The recording begins with {prompt}. Commands from a recording aren't run; give the prompt yourself after the file name.",
    zh: '录制内容以 {prompt} 开头。不会运行录制中的命令；请在文件名之后自行给出提示词。',
  },
  started_itself: {
    en: 'This is started by Capstan itself, for {purpose}.',
    zh: '这由 Capstan 自行启动，用于 {purpose}。',
  },
  not_trustable: { en: "{path} isn't a directory that can be trusted.", zh: '{path} 不是可以信任的目录。' },
  home_trust: {
    en: '{path} is your home directory or contains it, so it can be trusted for one session at a time only. Start Capstan with --trust, or trust the project you work in.',
    zh: '{path} 是你的主目录或包含主目录，每次只能为一个会话信任它。请用 --trust 启动 Capstan，或信任你所在的项目。',
  },
  trust_unasked: {
    en: 'Not trusted: this isn\'t a terminal, so nobody can be asked. Use "{command} trust --yes" if you trust what is listed.',
    zh: '未信任：这不是终端，无法询问。如果信任所列内容，请使用 "{command} trust --yes"。',
  },
  either_command_or_tool: {
    en: 'Give either a command or --tool with --input.\n{usage}',
    zh: '请给出命令，或同时给出 --tool 和 --input。\n{usage}',
  },
  input_needs_tool: { en: '--input needs --tool.\n{usage}', zh: '--input 需要与 --tool 一起使用。\n{usage}' },
  input_no_json: { en: '--input is not JSON: {error}.', zh: '--input 不是 JSON：{error}。' },
  input_no_object: {
    en: '--input is not a JSON object: give the parameters of the tool, like {example}.',
    zh: '--input 不是 JSON 对象：请给出工具的参数，例如 {example}。',
  },
  input_invalid: {
    en: "That isn't valid input for {tool}. Check the tool's parameters.",
    zh: '{tool} 的输入无效。请检查工具的参数。',
  },
  no_tool: {
    en: 'There is no tool named {tool} that needs permission. MCP tools are named mcp__server__tool.',
    zh: '没有名为 {tool} 且需要权限的工具。MCP 工具的名称形如 mcp__server__tool。',
  },
  unlistable: { en: '{path} cannot be listed: {error}', zh: '无法列出 {path}：{error}' },
  no_transcript: { en: 'There is no transcript at {path}.', zh: '{path} 处没有会话记录。' },
  takes_no_value: { en: '{flag} takes no value.\n{usage}', zh: '{flag} 不接受值。\n{usage}' },
  needs_value: { en: '{flag} needs a value.\n{usage}', zh: '{flag} 需要一个值。\n{usage}' },
  no_effect: { en: '{flag} has no effect on permissions.\n{usage}', zh: '{flag} 对权限没有影响。\n{usage}' },
  since_days: {
    en: '--since takes a number of days, not {given}.',
    zh: '--since 需要天数，而不是 {given}。',
  },
  plugin_name: {
    en: '"{name}" can\'t be the name of a plugin: use lowercase letters, digits and "-".',
    zh: '"{name}" 不能用作插件名：请使用小写字母、数字和 "-"。',
  },
  plugin_exists: {
    en: '{path} is a plugin already. Check it with: capstan plugin validate {word}',
    zh: '{path} 已经是插件。检查它：capstan plugin validate {word}',
  },
  plugin_no_version: {
    en: '{path} has no "version" in its plugin.json to tag.',
    zh: '{path} 的 plugin.json 中没有可用于标签的 "version"。',
  },
  commit_first: {
    en: 'Commit your changes first: the tag marks a commit.',
    zh: '请先提交更改：标签标记的是一个提交。',
  },
  no_server: {
    en: 'No server is running. Start one with "capstan serve".',
    zh: '没有正在运行的服务器。用 "capstan serve" 启动一个。',
  },
  no_link: { en: 'The server at {url} gave no link.', zh: '位于 {url} 的服务器没有给出链接。' },
  port_in_use: {
    en: 'Port {port} is in use. Choose another one with --port, or 0 for any.',
    zh: '端口 {port} 已被占用。请用 --port 选择另一个，或用 0 任选。',
  },
  cannot_listen: { en: 'Cannot listen on {address}: {error}.', zh: '无法监听 {address}：{error}。' },
  open_token: {
    en: 'Others can read or change {path}. Run "capstan serve --new-token" to replace it.',
    zh: '其他人可以读取或修改 {path}。请运行 "capstan serve --new-token" 更换它。',
  },
  script_model: {
    en: 'A script that is run by hand has no model: agents and questions to a model fail in it.',
    zh: '手动运行的脚本没有模型：其中的智能体和对模型的提问会失败。',
  },
  no_file: { en: 'There is no file {file}.', zh: '没有文件 {file}。' },
  workflow_mistakes: {
    en: 'The workflow {name} has mistakes:\n{mistakes:lines}',
    zh: '工作流 {name} 有错误：\n{mistakes:lines}',
  },
  no_workflow: { en: 'There is no workflow {name}. {hint}', zh: '没有工作流 {name}。{hint}' },
  no_workflows: { en: 'There are none here.', zh: '这里没有工作流。' },
  workflows: { en: 'There are: {names:list}.', zh: '现有：{names:list}。' },
  did_you_mean: { en: 'Did you mean {near}?', zh: '是否指 {near}？' },
  workflow_trust: {
    en: 'Workflows of this folder need your trust first: capstan trust',
    zh: '此文件夹的工作流需要先获得你的信任：capstan trust',
  },
  cannot_run: { en: "Can't run {name}:\n{problems:lines}", zh: '无法运行 {name}：\n{problems:lines}' },
  no_hook_event: { en: 'There is no hook event {name}.', zh: '没有钩子事件 {name}。' },
  no_hook_event_near: {
    en: 'There is no hook event {name}. Did you mean {near}?',
    zh: '没有钩子事件 {name}。是否指 {near}？',
  },
  hook_input_json: {
    en: '--input: {file} cannot be read as JSON ({error}).',
    zh: '--input：无法将 {file} 读取为 JSON（{error}）。',
  },
  hook_input_object: {
    en: '--input: {file} does not hold a JSON object.',
    zh: '--input：{file} 中不是 JSON 对象。',
  },
  hook_input: { en: 'The input of {event}: {problems:list}.', zh: '{event} 的输入：{problems:list}。' },
  no_result: { en: 'The run ended without a result.', zh: '运行结束，但没有结果。' },
})
