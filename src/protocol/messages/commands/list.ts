import { area } from '../area.ts'

/**
 * What each command does, for the lists of commands: a row by its name (`_` for `-`); what it takes is said in
 * `command-arguments.ts`. Commands that others bring speak as their authors wrote them.
 */
export const commandListText = area('command-list', {
  help: { en: 'List the commands', zh: '列出命令' },
  status: {
    en: 'Show model, directory, mode, context and cost',
    zh: '显示模型、目录、权限模式、上下文和费用',
  },
  clear: {
    en: 'Clear the conversation and start over; the session file keeps it',
    zh: '清空对话，重新开始；会话文件会保留',
  },
  compact: {
    en: 'Compact the conversation; --preview shows what would be kept',
    zh: '压缩对话；--preview 预览会保留的内容',
  },
  autocompact: {
    en: 'Show or change auto-compact: on, off, or from which window size on',
    zh: '查看或更改自动压缩：开启、关闭，或按多大的窗口进行',
  },
  context: { en: 'Show what fills the context window', zh: '显示上下文窗口的占用' },
  cache: {
    en: 'Show what the prompt cache served, and why it was missed',
    zh: '显示提示词缓存的命中和未命中原因',
  },
  cost: { en: 'Show what this session cost', zh: '显示本会话的费用' },
  budget: {
    en: 'Show the budgets, allow more spending, or set a token budget per turn',
    zh: '查看预算、允许更多花费，或设置每轮 token 预算',
  },
  memory: {
    en: 'Show the instruction and memory files in use; turn background requests on or off',
    zh: '显示使用中的说明和记忆文件；开关后台请求',
  },
  dream: {
    en: "Tidy this project's memories: merge duplicates, drop what is outdated",
    zh: '整理本项目的记忆：合并重复，删除过时内容',
  },
  model: { en: 'Show or switch the model', zh: '查看或切换模型' },
  profile: {
    en: 'Show your profiles, make one, or how to go on with another: accounts with settings and keys of their own',
    zh: '查看或新建配置档，以及如何换用：各有自己的设置和密钥的账户',
  },
  advisor: {
    en: 'Show or choose a second model that the first may ask for advice',
    zh: '查看或选择主模型可以请教的另一个模型',
  },
  effort: { en: 'Show or change the reasoning effort', zh: '查看或更改思考强度' },
  thinking: { en: 'Turn extended thinking on or off', zh: '开关扩展思考' },
  fast: {
    en: 'Turn fast mode on or off: quicker answers for a higher price',
    zh: '开关快速模式：回答更快，价格更高',
  },
  config: {
    en: 'Show settings, or change one: key=value; --project or --local picks the file',
    zh: '查看设置，或用 key=value 更改；--project、--local 选择文件',
  },
  login: {
    en: 'Sign in to a model provider, or choose a model server on this machine',
    zh: '登录模型提供商，或选择本机的模型服务',
  },
  logout: {
    en: 'Sign out: remove saved keys, sign-ins and the model server',
    zh: '退出登录：删除保存的密钥、登录状态和模型服务',
  },
  theme: { en: 'Choose a theme', zh: '选择主题' },
  rules: {
    en: 'Show rules of instruction files that are checked, and which were broken',
    zh: '显示说明文件中会检查的规则，以及哪些被违反',
  },
  permissions: { en: 'Show permission rules: allow, ask, deny', zh: '显示权限规则：允许、询问、拒绝' },
  plan: { en: 'Plan first: nothing changes until you approve', zh: '先规划：批准之前不做更改' },
  resume: { en: 'Resume an earlier session', zh: '恢复之前的会话' },
  rewind: {
    en: 'Rewind the conversation, the files or both to an earlier message',
    zh: '把对话、文件或两者回退到之前的消息',
  },
  branch: { en: 'Switch to another branch of the conversation', zh: '切换到对话的另一个分支' },
  fork: {
    en: 'Continue in a copy of this session; this one stays as it is',
    zh: '在会话的副本中继续；原会话不变',
  },
  subtask: {
    en: 'Let a fork of this conversation do something in the background',
    zh: '派生当前对话，在后台完成一项任务',
  },
  tree: { en: 'Show all branches of the conversation', zh: '显示对话的所有分支' },
  rename: { en: 'Name this session', zh: '命名本会话' },
  remote_control: {
    en: 'Follow and control this session from a browser or another terminal; off stops that',
    zh: '从浏览器或另一终端查看和控制本会话；off 停止',
  },
  export: {
    en: 'Export the conversation without secrets: .md, .html or .json',
    zh: '导出对话，不含密钥：.md、.html 或 .json',
  },
  copy: {
    en: 'Copy the last answer (or an earlier one: 2, 3 …, all), or its code',
    zh: '复制最近的回答（或更早的：2、3 …，all），或其中的代码',
  },
  recap: { en: 'Summarize the session so far in a few sentences', zh: '用几句话概括本会话' },
  btw: { en: "Ask a side question; it isn't added to the conversation", zh: '顺便提问；不会加入对话' },
  diff: { en: 'Show what each turn changed; revert single edits', zh: '显示每轮的改动；可还原单处修改' },
  todos: { en: 'Show the to-do list', zh: '显示待办列表' },
  tasks: { en: 'Show background tasks', zh: '显示后台任务' },
  stop: { en: 'Stop a background task', zh: '停止后台任务' },
  background: { en: 'Move the running command to the background', zh: '把正在运行的命令转入后台' },
  init: {
    en: 'Create an AGENTS.md that describes this project for later sessions',
    zh: '创建 AGENTS.md，向之后的会话介绍本项目',
  },
  review: {
    en: 'Review changes: uncommitted work, a commit, a branch or a pull request',
    zh: '审查改动：未提交的内容、提交、分支或拉取请求',
  },
  security_review: { en: 'Review changes for security problems', zh: '审查改动中的安全问题' },
  simplify: { en: 'Simplify code without changing what it does', zh: '简化代码，不改变行为' },
  add_dir: { en: 'Add a working directory', zh: '添加工作目录' },
  cd: { en: 'Change the working directory', zh: '更改工作目录' },
  sandbox: {
    en: 'Show the sandbox, or turn it on or off for the next start',
    zh: '查看沙箱，或设置下次启动时是否使用',
  },
  fewer_permission_prompts: {
    en: 'Show your most frequent permission prompts, and allow some by number',
    zh: '显示最常见的权限询问，按编号允许',
  },
  statusline: { en: 'Set up a custom status line', zh: '设置自定义状态栏' },
  keybindings: { en: 'Show where and how to set your own key bindings', zh: '说明如何自定义快捷键' },
  terminal_setup: { en: 'Show how to set up your terminal', zh: '说明如何设置终端' },
  vim: { en: 'Turn vim mode on or off', zh: '开关 vim 模式' },
  verbose: { en: 'Show or hide details', zh: '显示或隐藏细节' },
  focus: { en: 'Show only the conversation, without tool details', zh: '只显示对话，或显示全部' },
  brief: {
    en: 'Show only what the model sends you with Brief, or everything again',
    zh: '只显示模型用 Brief 发给你的内容，或恢复显示全部',
  },
  color: { en: 'Give this session its own color', zh: '为本会话设置颜色' },
  doctor: { en: 'Check the setup and fix what can be fixed', zh: '检查环境，修复可修复的问题' },
  debug: {
    en: 'Show where to look when something goes wrong, or have it looked into',
    zh: '显示出问题时该查看哪里，或让模型排查',
  },
  release_notes: { en: "Show what's new in this version", zh: '显示本版本的新内容' },
  exit: { en: 'Exit; you can resume the session later', zh: '退出；之后可恢复会话' },
  output_style: {
    en: 'Show the output styles, or choose one for new conversations',
    zh: '查看输出风格，或为新会话选择',
  },
  snip: {
    en: 'List replies and results with their size, or remove some from the context',
    zh: '列出回答和结果的大小，或将其移出上下文',
  },
  voice: { en: 'Turn voice input on or off: hold Space to talk', zh: '开关语音输入：按住空格键说话' },
  buddy: { en: 'Show or hide a small companion above the prompt', zh: '显示或隐藏输入框上方的小伙伴' },
  share: {
    en: 'Make a link to watch this session, which can do nothing else; list or end such links',
    zh: '创建只能观看本会话的链接；列出或停用这些链接',
  },
  tag: {
    en: 'Tag the conversation, to find it again; off removes the tag',
    zh: '给会话加标签，便于查找；off 删除标签',
  },
  commit: {
    en: 'Commit the changes, with a message that fits the project',
    zh: '提交改动，并写好符合项目的提交信息',
  },
  pr: { en: 'Open a pull request for this branch', zh: '为本分支创建拉取请求' },
  verify: {
    en: 'Run the change the way its users do, and report what works',
    zh: '像用户那样运行改动，报告结果',
  },
  loop: {
    en: 'Repeat a prompt, every so often or at the pace of the model; list or stop loops',
    zh: '按间隔或由模型决定节奏重复一条提示词；列出或停止循环',
  },
  goal: {
    en: 'Work until a condition holds, within a budget; show or clear the goal',
    zh: '在预算内一直工作到条件成立；查看或清除目标',
  },
  assistant: {
    en: 'Turn assistant mode on or off: Capstan checks in by itself while it is quiet',
    zh: '开关助理模式：空闲时 Capstan 会自动检查',
  },
  coordinator: {
    en: 'Turn coordinator mode on or off: the model plans and hands the work to agents',
    zh: '开关协调模式：模型负责规划，工作交给智能体',
  },
  ultraplan: {
    en: 'Have several agents make a plan in the background, then read, comment and approve it',
    zh: '由多个智能体在后台制定计划，然后阅读、评论并批准',
  },
  workflow: { en: 'List workflows, or run one in the background', zh: '列出工作流，或在后台运行一个' },
  update_config: {
    en: 'Have settings, hooks or permissions changed as you describe',
    zh: '按你的描述修改设置、钩子或权限',
  },
  script: {
    en: 'Keep the last script that worked as a skill',
    zh: '把最近成功的脚本保存为技能',
  },
  skillify: {
    en: 'Make a skill of what worked in this conversation',
    zh: '把本会话中行之有效的做法做成技能',
  },
  batch: {
    en: 'Make one change in many places: agents in worktrees, checked, with a table of results',
    zh: '在多处做同一项更改：智能体在工作树中完成并核对，最后给出结果表',
  },
  deep_research: {
    en: 'Research a question with several agents: searches, claims checked against their sources, a report',
    zh: '由多个智能体研究问题：搜索、对照来源核查论断、写出报告',
  },
  ultrareview: {
    en: 'Have several agents review a change and check each other’s findings, in the background',
    zh: '由多个智能体在后台审查改动，并互相核查发现',
  },
  run: { en: 'Run this project and show that it works', zh: '运行本项目并证明它能用' },
  run_skill_generator: {
    en: 'Write a skill that knows how to run this project; /run uses it from then on',
    zh: '生成知道如何运行本项目的技能；此后 /run 会使用它',
  },
  pr_comments: {
    en: 'Show the comments on a pull request, and what is open',
    zh: '显示拉取请求的评论和未解决的问题',
  },
  autofix_pr: {
    en: 'Repair failing checks and open comments of a pull request until it passes',
    zh: '修复拉取请求的失败检查和未解决评论，直到通过',
  },
  schedule: {
    en: 'List, add or remove schedules in your own words',
    zh: '用自己的话查看、添加或删除定时任务',
  },
  team_onboarding: {
    en: 'Write a guide for people who start working with Capstan here',
    zh: '为在此开始使用 Capstan 的人写一份指南',
  },
  auto_mode_setup: { en: 'Set up what auto mode approves and denies', zh: '设置自动模式放行和拒绝的内容' },
  plugin_authoring: { en: 'Write or improve a plugin', zh: '编写或改进插件' },
  workflow_authoring: { en: 'Write or improve a workflow', zh: '编写或改进工作流' },
  install_github_app: {
    en: 'Write a GitHub Actions workflow that runs Capstan, and show what is left to set up',
    zh: '写一个运行 Capstan 的 GitHub Actions 工作流，并说明还需设置什么',
  },
  setup_bedrock: { en: 'Set up Amazon Bedrock step by step', zh: '逐步设置 Amazon Bedrock' },
  setup_vertex: { en: 'Set up Google Vertex AI step by step', zh: '逐步设置 Google Vertex AI' },
  powerup: {
    en: 'Take a tour: what Capstan can do, what you use already, what to try next',
    zh: '功能导览：Capstan 能做什么、你已在用什么、接下来试什么',
  },
  version: { en: 'Show the version', zh: '显示版本' },
  env: { en: 'Show the variables that settings give to commands', zh: '显示设置传给命令的变量' },
  skills: {
    en: 'Show skills: where they come from, who can call them, what they cost; switch one on or off',
    zh: '显示技能：来源、谁可以调用、占用多少；启用或停用',
  },
  agents: { en: 'List agents; create, edit, delete or try one', zh: '列出智能体；新建、编辑、删除或试用' },
  list_agents: {
    en: 'Show agents and your other sessions; deliver or drop their held messages',
    zh: '显示智能体和你的其他会话；送达或移除被保留的消息',
  },
  reload_skills: { en: 'Load skills, commands and agents anew', zh: '重新加载技能、命令和智能体' },
  hooks: {
    en: 'List the configured hooks, with the file each comes from',
    zh: '列出已配置的钩子及其来源文件',
  },
  mcp: {
    en: 'Show MCP servers and their state; reconnect, enable, disable or sign in',
    zh: '显示 MCP 服务器及其状态；重新连接、启用、停用或登录',
  },
  code: {
    en: 'Show the language servers at work, what to install, and the problems they found',
    zh: '显示正在工作的语言服务器、可安装的以及发现的问题',
  },
  ide: {
    en: 'Connect to your editor: selection as context, diffs to review there; or disconnect',
    zh: '连接编辑器：选中内容作为上下文、在编辑器中审阅修改；或断开',
  },
  browser: {
    en: 'Show the browser the model may use and its tabs; on, off, stop, window or hide; allow a site',
    zh: '显示模型可用的浏览器及其标签页；开启、关闭、停止、显示或隐藏窗口；允许某个网站',
  },
  files: {
    en: 'List the files the model has read or changed in this conversation',
    zh: '列出模型在本会话中读取或修改的文件',
  },
  insights: {
    en: 'Show how you work here: sessions, tools, files and spending of the last 30 days',
    zh: '显示最近 30 天的使用情况：会话、工具、文件和花费',
  },
  feedback: {
    en: 'Write a report about a problem to a file, with secrets masked',
    zh: '把问题报告写入文件，密钥已遮盖',
  },
  heapdump: {
    en: 'Write a heap snapshot of this program to a file, to look for memory problems',
    zh: '把本程序的堆快照写入文件，排查内存问题',
  },
  extensions: {
    en: 'Show everything loaded: where it comes from, what it costs, and what is wrong with it',
    zh: '显示已加载的全部扩展：来源、占用的 token 和问题',
  },
  reload_plugins: {
    en: 'Take up plugins that were installed, changed or removed',
    zh: '重新读取安装、更改或删除的插件',
  },
  plugin: { en: 'Manage plugins and marketplaces', zh: '管理插件和插件市场' },
  import: {
    en: 'Show what can be brought over from other tools; --yes does it',
    zh: '查看可从其他工具导入的内容；--yes 执行',
  },
})
