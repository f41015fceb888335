import { area } from '../area.ts'

/** What `capstan permissions explain` and `simulate` say beside the reason of the decision. */
export const explainText = area('permissions_explain', {
  not_listed: { en: "it isn't on the allow list: {why}", zh: '不在允许列表中：{why}' },
  matches_rule: { en: 'matches the {behavior} rule {rule}', zh: '符合{behavior}规则 {rule}' },
  it_matches_rule: { en: '{what} matches the {behavior} rule {rule}', zh: '{what}符合{behavior}规则 {rule}' },
  plan_mode_write: {
    en: 'writes a file, and plan mode does not allow edits',
    zh: '会写文件，规划模式不允许修改文件',
  },
  plan_mode_write_into_plan: {
    en: 'writes a file, and plan mode does not allow edits. Put what you would do into the plan file {file} with Write or Edit, and call ExitPlanMode when the plan is ready',
    zh: '会写文件，规划模式不允许修改文件，只能写入计划文件 {file}',
  },
  backquotes: {
    en: 'stands in backquotes with a backslash: write $(…) instead',
    zh: '在反引号中且含有反斜杠：请改用 $(…)',
  },
  reshapes: {
    en: 'changes how the shell reads the rest of the line',
    zh: '会改变 shell 解析这一行其余部分的方式',
  },
  too_long: { en: 'is longer than {max:number} characters', zh: '超过 {max} 个字符' },
  too_many_paths: {
    en: 'names more paths than can be compared with your rules',
    zh: '涉及的路径过多，无法与规则比较',
  },
  empty: { en: 'is empty', zh: '为空' },
  runs_in_sandbox: { en: 'runs in the sandbox', zh: '在沙箱中运行' },
  reading_ends: { en: 'where reading it ends', zh: '解析到此为止' },
  link_leads: { en: 'where the link leads', zh: '链接指向的位置' },
  link_leads_on: { en: 'where that leads', zh: '继续指向的位置' },
  path_fine: { en: '{path} may be used', zh: '{path} 可以使用' },
  starts_nothing: { en: 'it starts nothing', zh: '它不启动任何程序' },
  known_read_only: { en: '{program} is read-only', zh: '{program} 是只读命令' },
  known_with_options: { en: '{known}, also with {options}', zh: '{known}，带 {options} 也是' },
  through: { en: '{wrappers} makes no difference; {known}', zh: '{wrappers} 没有影响；{known}' },
  starts_it: { en: '{program} starts it', zh: '由 {program} 启动' },
  it_starts_it: { en: 'it starts it', zh: '由它启动' },
  starts_it_and: { en: '{started}; {why}', zh: '{started}；{why}' },
  more_commands: { en: '{count:number} more commands', zh: '还有 {count} 条命令' },
  more_parts: { en: '{count:number} more parts', zh: '还有 {count} 个部分' },
  and_more: { en: '{why} (and {count:number} more that run)', zh: '{why}（另有 {count} 个可以运行）' },
  mark_function: {
    en: 'defines a function, which may take the name of a program',
    zh: '定义函数，可能占用某个程序的名称',
  },
  mark_coprocess: { en: 'goes on beside the line', zh: '与这一行并行运行' },
  mark_arithmetic: {
    en: 'is arithmetic, in which a value can run a command',
    zh: '是算术运算，其中的值可能运行命令',
  },
  mark_loop_variable: {
    en: 'runs with a changing value that the text does not show',
    zh: '运行时使用文本中看不到的变化的值',
  },
  mark_expansion: {
    en: 'evaluates, changes or renames a variable',
    zh: '会求值、修改或重命名变量',
  },
  mark_subscript: {
    en: 'is a subscript, in which a value can run a command',
    zh: '是数组下标，其中的值可能运行命令',
  },
  mark_descriptor_variable: { en: 'puts a descriptor into a variable', zh: '把描述符存入变量' },
  mark_hidden_character: {
    en: 'cannot be seen, so that the line may not be what it looks like',
    zh: '不可见，这一行可能与看上去不同',
  },
  rule_gone: { en: 'the {behavior} rule {rule} is gone', zh: '{behavior}规则 {rule} 已不存在' },
  deny_rule_wins: {
    en: "No rule is offered: a deny rule wins over every allow rule. Remove {rule} if it isn't meant for this.",
    zh: '没有可建议的规则：拒绝规则优先于所有允许规则。如果 {rule} 不是针对这种情况，请删除它。',
  },
  ask_rule_wins: {
    en: "No rule is offered: an ask rule wins over every allow rule. Remove {rule} if it isn't meant for this.",
    zh: '没有可建议的规则：询问规则优先于所有允许规则。如果 {rule} 不是针对这种情况，请删除它。',
  },
  dont_ask_denies: {
    en: 'Mode dontAsk denies whatever would ask: add an allow rule, or use another mode.',
    zh: '不询问模式（dontAsk）会拒绝所有需要询问的操作：请添加允许规则，或使用其他模式。',
  },
  leave_plan_mode: { en: 'Leave plan mode to change files.', zh: '退出规划模式后才能修改文件。' },
  only_exact_host: {
    en: 'Only an allow rule WebFetch(domain:…) that names exactly this host opens a private address, and nothing opens one that hands out credentials.',
    zh: '只有写明这个主机的允许规则 WebFetch(domain:…) 才能放行私有地址；会发放凭据的地址一律不放行。',
  },
  always_denied: {
    en: 'No rule is offered: this is always denied.',
    zh: '没有可建议的规则：这始终会被拒绝。',
  },
  uncomparable: {
    en: 'No rule is offered: rules of yours restrict some paths, and whether this touches them cannot be told before it runs. Name the files plainly.',
    zh: '没有可建议的规则：你的规则限制了某些路径，运行前无法判断它是否涉及这些路径。请直接写明文件。',
  },
  every_time: {
    en: 'No rule is offered: this asks every time, whatever the rules and the mode.',
    zh: '没有可建议的规则：无论规则和模式如何，每次都会询问。',
  },
  only_exact_site: {
    en: 'Only an allow rule Browser(domain:…) that names exactly this host opens a private address, and nothing opens one that hands out credentials.',
    zh: '只有写明这个主机的允许规则 Browser(domain:…) 才能放行私有地址；会发放凭据的地址一律不放行。',
  },
  site_rule: {
    en: 'The allow rule Browser(domain:{host}) would allow the browser whatever it does on that host.',
    zh: '允许规则 Browser(domain:{host}) 会放行浏览器在该主机上的所有操作。',
  },
  host_rule: {
    en: 'The allow rule WebFetch(domain:{host}) would allow every page of that host.',
    zh: '允许规则 WebFetch(domain:{host}) 会放行该主机的所有网页。',
  },
  skill_rule: {
    en: 'The allow rule Skill({name}) would allow it without arguments.',
    zh: '允许规则 Skill({name}) 会放行不带参数的调用。',
  },
  edit_rule: {
    en: 'An allow rule Edit(…) for the file, or mode acceptEdits for those inside, would allow it.',
    zh: '为该文件添加允许规则 Edit(…)，或对工作目录中的文件使用自动接受编辑模式（acceptEdits），即可放行。',
  },
  tool_rule: {
    en: 'The allow rule {tool} would allow every call of it.',
    zh: '允许规则 {tool} 会放行它的所有调用。',
  },
  unparsed: {
    en: "No rule is offered: a command that can't be parsed asks every time. Write it more simply.",
    zh: '没有可建议的规则：无法解析的命令每次都会询问。请写得简单些。',
  },
  invisible: {
    en: 'No rule is offered: take the invisible characters out.',
    zh: '没有可建议的规则：请去掉不可见字符。',
  },
  marked_part: {
    en: "No rule is offered: what the marked part does can't be told in advance. Write it more simply.",
    zh: '没有可建议的规则：无法预知标出的部分会做什么。请写得简单些。',
  },
  redirect_rule: {
    en: 'The allow rule {rule} would allow the redirect.',
    zh: '允许规则 {rule} 会放行该重定向。',
  },
  no_rule_for: {
    en: 'No rule is offered for "{command}": {why}.',
    zh: '没有适用于 "{command}" 的规则：{why}。',
  },
  input_not_taken: {
    en: 'The input is malformed: it is not what {tool} takes',
    zh: '输入无效：不符合 {tool} 的参数',
  },
  tool_unknown_silent: {
    en: '{tool} is not known, and mode dontAsk never asks',
    zh: '未知工具 {tool}，且当前模式（dontAsk）不会询问',
  },
  tool_unknown: { en: '{tool} is not known', zh: '未知工具 {tool}' },
  runs: { en: 'This runs without asking.', zh: '会直接运行，不询问。' },
  asks: {
    en: 'This asks for approval. With nobody to ask, as in capstan -p, it is denied.',
    zh: '会先询问你。没有人可问时（例如 capstan -p）会被拒绝。',
  },
  denied: { en: 'This is denied.', zh: '会被拒绝。' },
  from_managed: { en: 'from managed settings', zh: '来自组织策略' },
  from_cli: { en: 'from the command line', zh: '来自命令行' },
  from_session: { en: 'from this session', zh: '来自本会话' },
  from_local: { en: 'from local settings', zh: '来自本地设置' },
  from_project: { en: 'from project settings', zh: '来自项目设置' },
  from_user: { en: 'from user settings', zh: '来自用户设置' },
  in_file: { en: 'in {file}:{line}', zh: '位于 {file}:{line}' },
  rule_located: { en: '{behavior} rule {rule} {location}', zh: '{behavior}规则 {rule}，{location}' },
  why_located: { en: '{why} ({location})', zh: '{why}（{location}）' },
  sandbox_unchecked: {
    en: "(Settings ask for a sandbox. Whether it works here wasn't checked.)",
    zh: '（设置要求使用沙箱。此处未检查沙箱能否工作。）',
  },
  legend: {
    en: '(In {directory}, mode {mode}. ✓ runs  ? asks  ✗ denied)',
    zh: '（目录 {directory}，{mode}模式。✓ 运行  ? 询问  ✗ 拒绝）',
  },
  simulation: {
    en: '{calls} of {sessions}, with the rules in {file} instead of the current ones:',
    zh: '{sessions}中的{calls}，改用 {file} 中的规则后：',
  },
  simulation_added: {
    en: '{calls} of {sessions}, with the rules in {file} added to the current ones:',
    zh: '{sessions}中的{calls}，加上 {file} 中的规则后：',
  },
  calls: { en: { one: '{count:number} call', other: '{count:number} calls' }, zh: '{count} 次调用' },
  sessions: {
    en: { one: '{count:number} session', other: '{count:number} sessions' },
    zh: '{count} 个会话',
  },
  more_kinds: {
    en: { one: '… and {count:number} more kind', other: '… and {count:number} more kinds' },
    zh: '… 还有 {count} 种',
  },
  now_run: { en: 'Now run without asking:', zh: '变为直接运行：' },
  now_ask: { en: 'Now ask:', zh: '变为询问：' },
  now_denied: { en: 'Now denied:', zh: '变为拒绝：' },
  none: { en: 'none', zh: '无' },
  unchanged: { en: 'Unchanged: {count:number}', zh: '不变：{count}' },
  note: { en: 'Note: {note}', zh: '注意：{note}' },
  nothing_run: {
    en: 'Nothing was run and nothing was changed.',
    zh: '没有运行任何命令，也没有更改任何内容。',
  },
  was_allow: { en: 'ran before; {why}', zh: '原为运行；{why}' },
  was_ask: { en: 'asked before; {why}', zh: '原为询问；{why}' },
  was_deny: { en: 'denied before; {why}', zh: '原为拒绝；{why}' },
  rule_at: { en: '{behavior} rule {rule}', zh: '{behavior}规则 {rule}' },
  example: { en: 'e.g. {example}', zh: '例如 {example}' },
  suggestions: {
    en: 'These calls still ask and were approved every time; these rules would avoid the prompts:',
    zh: '以下调用仍会询问，而你每次都批准了；添加这些规则就不再询问：',
  },
  add_rules: {
    en: 'Add the ones you want to "permissions": {"allow": […]} of {file}.',
    zh: '把需要的规则加入 {file} 的 "permissions": {"allow": […]}。',
  },
  directory_gone: {
    en: "{directory} no longer exists, so its links and settings couldn't be checked.",
    zh: '{directory} 已不存在，无法检查其链接和设置。',
  },
  lines_skipped: {
    en: 'Unreadable transcript lines skipped: {count:number}.',
    zh: '跳过 {count} 行无法读取的会话记录。',
  },
  calls_skipped: {
    en: 'Calls with invalid input skipped: {count:number}.',
    zh: '跳过 {count} 次输入无效的调用。',
  },
  mode_offer: {
    en: 'To allow all such calls, use mode {mode} (--permission-mode {flag}).',
    zh: '要放行所有此类调用，请使用{mode}模式（--permission-mode {flag}）。',
  },
  narrowest_session: {
    en: {
      one: 'The narrowest allow rule for it, offered for this session when you are asked:',
      other: 'The narrowest allow rules for it, offered for this session when you are asked:',
    },
    zh: '范围最小的允许规则，询问你时可选择在本会话中使用：',
  },
  narrowest_saved: {
    en: {
      one: 'The narrowest allow rule for it; "don\'t ask again in this project" saves it in {file}:',
      other: 'The narrowest allow rules for it; "don\'t ask again in this project" saves it in {file}:',
    },
    zh: '范围最小的允许规则；选择“在此项目中不再询问”会保存到 {file}：',
  },
})
