import type { PermissionMode, Rule, RuleSource } from '../../permission.ts'
import { area } from '../area.ts'
import type { LocalizedText, Text } from '../localized-text.ts'
import { behaviorName } from './rules.ts'

/** Why a call is allowed, asked about or denied. Loaded with the first decision. */
export const permissionText = area('permissions', {
  check_failed: { en: 'The permission check failed: {error}', zh: '权限检查失败：{error}' },
  never_asks: { en: '{reason} (mode {mode} never asks)', zh: '{reason}（{mode}模式下不会询问你）' },
  malformed: {
    en: 'The input is malformed: it holds a NUL byte or no text',
    zh: '输入无效：含有 NUL 字节或没有文本',
  },
  address_blocked: { en: 'The address is blocked: {why}', zh: '地址被禁止：{why}' },
  site_can_be_opened: {
    en: '{why}. To let the browser open it, type /browser allow {host}',
    zh: '{why}。要让浏览器打开它，请输入 /browser allow {host}',
  },
  url_characters: {
    en: 'the address holds control characters, blanks or backslashes',
    zh: '地址中有控制字符、空格或反斜杠',
  },
  url_no_url: { en: 'the address is not a URL', zh: '地址不是 URL' },
  url_scheme: { en: 'the scheme {scheme} is not supported', zh: '不支持 {scheme} 协议' },
  url_user: { en: 'the address holds user information', zh: '地址中有用户信息' },
  url_port: { en: 'port 0 cannot be reached', zh: '端口 0 无法访问' },
  url_credentials: {
    en: '{host} hands out credentials of this machine',
    zh: '{host} 会发放本机的凭据',
  },
  url_private_name: { en: '{host} is private', zh: '{host} 属于内部网络' },
  url_address: { en: '{host} is {range}', zh: '{host} 是{range}' },
  address_public: { en: 'a public address', zh: '公网地址' },
  address_loopback: { en: 'a private address (this machine)', zh: '私有地址（本机）' },
  address_private: { en: 'a private address', zh: '私有地址' },
  address_link_local: { en: 'a private address (link-local)', zh: '私有地址（链路本地）' },
  address_metadata: { en: 'a metadata address', zh: '元数据服务的地址' },
  address_unspecified: { en: 'the unspecified address', zh: '未指定地址' },
  address_multicast: { en: 'a multicast address', zh: '组播地址' },
  address_broadcast: { en: 'a broadcast address', zh: '广播地址' },
  address_reserved: { en: 'a reserved address', zh: '保留地址' },
  matches_rule: {
    en: '{what} matches the {behavior} rule {rule} ({source})',
    zh: '{what}符合{behavior}规则 {rule}（{source}）',
  },
  the_command: { en: 'The command', zh: '该命令' },
  unreadable_command: { en: 'A command that cannot be read', zh: '无法解析的命令' },
  quoted: { en: '"{command}"', zh: '"{command}" ' },
  named: { en: '{name}', zh: '{name} ' },
  source_managed: { en: 'managed', zh: '组织策略' },
  source_cli: { en: 'cli', zh: '命令行' },
  source_session: { en: 'session', zh: '本会话' },
  source_local: { en: 'local', zh: '本地设置' },
  source_project: { en: 'project', zh: '项目设置' },
  source_user: { en: 'user', zh: '用户设置' },
  mode_default: { en: 'default', zh: '先询问' },
  mode_accept_edits: { en: 'acceptEdits', zh: '自动接受编辑' },
  mode_plan: { en: 'plan', zh: '规划' },
  mode_auto: { en: 'auto', zh: '自动' },
  mode_dont_ask: { en: 'dontAsk', zh: '不询问' },
  mode_bypass: { en: 'bypassPermissions', zh: '不检查权限' },
  mode: { en: 'Mode {mode}', zh: '{mode}模式' },
  mode_allows_edits: {
    en: 'Mode {mode} allows edits in the working directories',
    zh: '{mode}模式允许在工作目录中修改文件',
  },
  mode_forbids_edits: { en: "Mode {mode} doesn't allow edits", zh: '{mode}模式不允许修改文件' },
  installed_code: {
    en: '{path} is installed code, which tools run without asking',
    zh: '{path} 是已安装的代码，工具会直接运行它',
  },
  edits_need_approval: { en: 'Edits need approval in this mode', zh: '当前权限模式下，修改文件需要你批准' },
  plan_mode_edit: { en: 'Plan mode does not allow edits', zh: '规划模式不允许修改文件' },
  plan_mode_desktop: {
    en: 'In plan mode the desktop is only looked at',
    zh: '规划模式下只能查看桌面',
  },
  terminal_application: {
    en: '{name} is a terminal: what is typed there runs as a command, past your rules',
    zh: '{name} 是终端：在其中输入的内容会作为命令运行，不受规则约束',
  },
  remote_look: {
    en: 'Looking at files on {host} was approved with the connection',
    zh: '连接 {host} 时已批准查看其中的文件',
  },
  remote_connect: {
    en: 'Nothing has run on {host} in this session yet',
    zh: '本会话还没有在 {host} 上运行过任何操作',
  },
  remote_run: {
    en: 'Commands on {host} need your approval',
    zh: '在 {host} 上运行命令需要你批准',
  },
  remote_file: {
    en: 'This file on {host} needs your approval',
    zh: '{host} 上的这个文件需要你批准',
  },
  plan_mode_browser: {
    en: 'In plan mode the browser only looks',
    zh: '规划模式下浏览器只能查看',
  },
  plan_mode_edit_into_plan: {
    en: 'Plan mode does not allow edits. Put what you would do into the plan file {file} with Write or Edit, and call ExitPlanMode when the plan is ready',
    zh: '规划模式不允许修改文件，只能写入计划文件 {file}',
  },
  plan_mode_write: {
    en: '"{command}" writes a file, and plan mode does not allow edits',
    zh: '"{command}" 会写文件，规划模式不允许修改文件',
  },
  plan_mode_write_into_plan: {
    en: '"{command}" writes a file, and plan mode does not allow edits. Put what you would do into the plan file {file} with Write or Edit, and call ExitPlanMode when the plan is ready',
    zh: '"{command}" 会写文件，规划模式不允许修改文件，只能写入计划文件 {file}',
  },
  suspended_rule: {
    en: '{reason}. In plan mode the rule {rule} ({source}) allows only commands that change nothing',
    zh: '{reason}。规划模式下，规则 {rule}（{source}）只允许不做修改的命令',
  },
  plan_mode_tool_rule: {
    en: 'In plan mode the rule {rule} ({source}) allows only tools that their server marks as read-only',
    zh: '规划模式下，规则 {rule}（{source}）只允许服务器标记为只读的工具',
  },
  plan_mode_message_rule: {
    en: 'In plan mode the rule {rule} ({source}) does not cover messages to other sessions (to {session})',
    zh: '规划模式下，规则 {rule}（{source}）不包括发给其他会话的消息（发给 {session}）',
  },
  plan_mode_message: {
    en: 'In plan mode, messages to other sessions need approval (to {session})',
    zh: '规划模式下，向其他会话发消息需要你的许可（发给 {session}）',
  },
  needs_answer: { en: "{tool} needs a person's answer", zh: '{tool} 需要你的回答' },
  touches_nothing: { en: 'This call touches nothing', zh: '此调用不读写文件，也不联网' },
  effects_unknown: { en: 'This call does not say what it touches', zh: '此调用没有说明涉及什么' },
  nothing_to_permit: {
    en: 'This call touches nothing that needs permission',
    zh: '此调用不涉及需要权限的内容',
  },
  agent_checked_itself: {
    en: 'Each call of an agent is checked by itself',
    zh: '智能体的每次调用单独检查',
  },
  session_checks_itself: {
    en: 'What the other session does is checked there',
    zh: '对方会话的操作由该会话自行检查',
  },
  lists_only: { en: 'It only lists what the server has', zh: '只列出服务器提供的内容' },
  skill_needs_nothing: { en: 'The skill asks for no permissions', zh: '该技能不要求权限' },
  needs_permission: { en: '{tool} needs permission', zh: '{tool} 需要权限' },
  destructive_tool: {
    en: 'the server says that this tool destroys things',
    zh: '服务器声明此工具会造成破坏',
  },
  session_file: { en: '{path} is kept by this session', zh: '{path} 由本会话使用' },
  inside: { en: '{path} is inside the working directories', zh: '{path} 在工作目录中' },
  confined: {
    en: '{path} is outside the working directories, and this session is restricted to them',
    zh: '{path} 在工作目录之外，而此会话仅限于工作目录',
  },
  outside: { en: '{path} is outside the working directories', zh: '{path} 在工作目录之外' },
  may_hold_secrets: { en: '{path} may hold secrets', zh: '{path} 可能含有密钥' },
  picks_secrets: {
    en: '{pattern} picks files that may hold secrets',
    zh: '{pattern} 可能选中含有密钥的文件',
  },
  path_unchecked: { en: 'the path could not be checked', zh: '无法检查路径' },
  some_path_unchecked: { en: 'a path could not be checked', zh: '有路径无法检查' },
  path_nul_byte: { en: 'the path holds a NUL byte', zh: '路径含有 NUL 字节' },
  path_relative: { en: 'the path is not absolute', zh: '路径不是绝对路径' },
  path_too_long: {
    en: 'the path is longer than any file system takes',
    zh: '路径过长，任何文件系统都无法使用',
  },
  path_above_missing: {
    en: 'the path goes up from a directory that does not exist',
    zh: '路径从不存在的目录返回上级',
  },
  path_too_many_links: { en: 'more than 40 links in a row', zh: '连续的链接超过 40 个' },
  path_unresolvable: { en: 'the path cannot be resolved ({code})', zh: '无法解析路径（{code}）' },
  not_regular: { en: '{path} is not a regular file', zh: '{path} 不是普通文件' },
  hard_links: { en: '{path} has more than one hard link', zh: '{path} 有多个硬链接' },
  depends_on_opener: {
    en: 'which file {path} means depends on who opens it',
    zh: '{path} 指哪个文件取决于由谁打开',
  },
  other_names_unknown: {
    en: '{path} has more than one name, and whether a rule restricts one of them cannot be told in time',
    zh: '{path} 有多个名称，无法及时判断其中是否有受规则限制的',
  },
  protected_config: {
    en: '{path} is protected: Capstan obeys its settings and keeps its sessions there',
    zh: '{path} 受保护：Capstan 遵循其中的设置，并在那里保存会话',
  },
  protected_obeyed: {
    en: '{path} is protected: other programs run it or obey it',
    zh: '{path} 受保护：其他程序会运行或遵循它',
  },
  protected_run: { en: '{path} is protected: {by} runs it', zh: '{path} 受保护：{by}会运行它' },
  something_in: { en: 'something in {path}', zh: '{path} 中的内容' },
  carried: { en: '{why}, and it would come with the rest', zh: '{why}，它会随其余内容一起写入' },
  memory_in_plan_mode: {
    en: '{path} is in the memory directory, and plan mode removes no memories',
    zh: '{path} 在记忆目录中，规划模式不删除记忆',
  },
  memory_directory: {
    en: '{path} is in the memory directory: a command may only remove single memories there unasked, each by its full name and without options like -r',
    zh: '{path} 在记忆目录中：命令只能不经询问删除其中的单条记忆，每条写出完整路径，不带 -r 之类的选项',
  },
  removes_memories: { en: 'It removes memories', zh: '它删除记忆' },
  scratch_only: { en: 'It writes only to the scratch directory', zh: '只写入临时工作目录' },
  main_checkout: {
    en: 'This would change the main checkout ({root}), and the work here is in the worktree {worktree}. Make the change in the worktree; it is merged into the main checkout later',
    zh: '这会修改主检出目录（{root}），而此处的工作在工作树 {worktree} 中进行。请在工作树中修改，之后再合并到主检出目录',
  },
  sandbox_only: {
    en: 'Commands may not leave the sandbox here ("allowUnsandboxedCommands" is false). Run it without dangerouslyDisableSandbox, or tell the person what it needs',
    zh: '此处命令不能离开沙箱（"allowUnsandboxedCommands" 为 false）',
  },
  leave_sandbox: {
    en: 'Run outside the sandbox? "{command}" could then read, change and send anything you can',
    zh: '在沙箱之外运行吗？"{command}" 将能读取、修改和发送你能接触的一切',
  },
  runs_in_sandbox: { en: 'The command runs in the sandbox', zh: '命令在沙箱中运行' },
})

const MODES = {
  default: 'mode_default',
  acceptEdits: 'mode_accept_edits',
  plan: 'mode_plan',
  auto: 'mode_auto',
  dontAsk: 'mode_dont_ask',
  bypassPermissions: 'mode_bypass',
} as const satisfies Record<PermissionMode, string>

export const modeName = (mode: PermissionMode): LocalizedText => permissionText(MODES[mode])
export const sourceName = (source: RuleSource): LocalizedText => permissionText(`source_${source}`)

export const matchesRule = (what: Text, { behavior, text, source }: Rule): LocalizedText =>
  permissionText('matches_rule', {
    what: typeof what === 'string' ? permissionText('named', { name: what }) : what,
    behavior: behaviorName(behavior),
    rule: text,
    source: sourceName(source),
  })
