import { area } from '../area.ts'

/** The lessons of /powerup: a title, and what one reads. */
export const tourText = area('commands-tour', {
  instructions: { en: 'Tell Capstan about your project once', zh: '一次说清你的项目' },
  instructions_lesson: {
    en: 'A file AGENTS.md at the root is read at the start of every session: how to build and test, what depends on what, which rules hold. CLAUDE.md works too. A line that begins with # in the prompt adds a note for later.\n\nTry: /init writes the file from what is there. /memory shows what is read and what was remembered.',
    zh: '根目录的 AGENTS.md 在每个会话开始时读取：如何构建和测试、什么依赖什么、有哪些规则。CLAUDE.md 也可以。输入以 # 开头的一行会记下来供以后使用。\n\n试试：/init 根据现有内容生成该文件。/memory 显示读取和记住了什么。',
  },
  permissions: { en: 'Answer fewer questions, safely', zh: '安全地减少询问' },
  permissions_lesson: {
    en: 'Every call is checked before it runs: what only reads runs by itself, the rest asks. "Yes, don\'t ask again" saves a rule. Shift-Tab switches the mode: accept edits, plan first, auto.\n\nTry: /fewer-permission-prompts shows what you approve most, to allow it by number. /permissions lists the rules. `capstan permissions explain "npm test"` says why something asks.',
    zh: '每个调用运行前都会检查：只读的自动运行，其余会询问。“是，不再询问”会保存规则。Shift-Tab 切换权限模式：自动接受编辑、先规划、自动。\n\n试试：/fewer-permission-prompts 列出你最常批准的，按编号允许。/permissions 列出规则。`capstan permissions explain "npm test"` 说明为什么询问。',
  },
  plan: { en: 'Plan before anything changes', zh: '改动之前先规划' },
  plan_lesson: {
    en: 'In plan mode the model only looks. You read its plan, comment on lines, change it in your editor, and approve it; only then anything is written.\n\nTry: /plan followed by the task. /ultraplan lets several agents make and criticize the plan in the background.',
    zh: '在规划模式下模型只查看。你阅读计划、逐行评论、在编辑器中修改并批准；之后才会写入。\n\n试试：/plan 加上任务。/ultraplan 让多个智能体在后台制定并批评计划。',
  },
  rewind: { en: 'Go back, in the files as well', zh: '回退，文件也一样' },
  rewind_lesson: {
    en: 'Before each of your messages Capstan notes what the files were, also for changes by commands and agents. Esc Esc (or /rewind) goes back: conversation, files or both. What you leave stays as a branch.\n\nTry: /diff shows what each turn changed, and reverts single edits. /tree shows the branches.',
    zh: '在你的每条消息之前，Capstan 都会记下文件的样子，包括命令和智能体的改动。Esc Esc（或 /rewind）回退：对话、文件或两者。离开的部分保留为分支。\n\n试试：/diff 显示每轮改了什么，可还原单处修改。/tree 显示分支。',
  },
  queue: { en: 'Talk while it works', zh: '在它工作时说话' },
  queue_lesson: {
    en: 'What you type during a turn is queued and read at the next step; Up takes it back. Esc interrupts and keeps what was done. Ctrl-B moves a long command to the background; /tasks shows what runs there. /btw asks something aside, without joining the conversation.\n\nTry: start something long, and type a correction while it runs.',
    zh: '一轮进行中输入的内容会排队，在下一步读取；按上键取回。Esc 中断并保留已完成的内容。Ctrl-B 把耗时的命令转入后台；/tasks 显示后台任务。/btw 顺便提问，不加入对话。\n\n试试：开始一件耗时的事，在运行时输入一条更正。',
  },
  context: { en: 'See what the model sees, and what it costs', zh: '看清模型看到什么、花费多少' },
  context_lesson: {
    en: '/context shows what fills the window, /cost what was spent, /cache what the prompt cache served and why it was missed. Long conversations are compacted by themselves; your own words are kept.\n\nTry: /budget 2 allows two dollars and stops before more. /snip takes large results out.',
    zh: '/context 显示窗口被什么占用，/cost 显示花费，/cache 显示缓存命中和未命中原因。长对话会自动压缩，你的原话会保留。\n\n试试：/budget 2 允许花费两美元，超出前停止。/snip 移出较大的结果。',
  },
  agents: { en: 'Let agents work side by side', zh: '让智能体并行工作' },
  agents_lesson: {
    en: 'An agent has a context of its own and hands back only its result; in a worktree it cannot touch your files. Name one in your prompt, or let the model choose.\n\nTry: /agents creates one. /batch makes one change in many places, /deep-research answers a question with sources, /ultrareview reviews a change from four sides.',
    zh: '智能体有独立的上下文，只交回结果；在工作树中不会碰你的文件。可以在输入中点名，也可以由模型选择。\n\n试试：/agents 新建一个。/batch 在多处做同一项更改，/deep-research 带来源地回答问题，/ultrareview 从四个方面审查改动。',
  },
  skills: { en: 'Write down what works', zh: '记下行之有效的做法' },
  skills_lesson: {
    en: 'A skill is a Markdown file with instructions for one kind of task; you call it by a slash, and the model when it fits. It costs one line until it is used.\n\nTry: /skillify makes one of what just worked here. /run-skill-generator writes down how this project is run. /skills lists them.',
    zh: '技能是一个 Markdown 文件，写着一类任务的做法；你用斜杠调用，模型在合适时也会调用。使用之前只占一行。\n\n试试：/skillify 把刚才有效的做法做成技能。/run-skill-generator 记下本项目如何运行。/skills 列出技能。',
  },
  servers: { en: 'Connect other systems', zh: '连接其他系统' },
  servers_lesson: {
    en: 'MCP servers give the model tools: databases, issue trackers, browsers. They are started when needed, and their tools are looked up by name instead of filling every request.\n\nTry: capstan mcp add docs -- npx -y some-server, then /mcp.',
    zh: 'MCP 服务器为模型提供工具：数据库、问题跟踪、浏览器。用到时才启动，工具按名称查找，不会占满每次请求。\n\n试试：capstan mcp add docs -- npx -y some-server，然后 /mcp。',
  },
  hooks: { en: 'Make things happen every time', zh: '让某些事每次都发生' },
  hooks_lesson: {
    en: 'A hook is a command that runs at a fixed moment: after an edit, before a command, when a turn ends. It can refuse, change or add something; an instruction can only ask for it.\n\nTry: /update-config run the formatter after every edit. capstan hooks test runs one by hand.',
    zh: '钩子是在固定时刻运行的命令：编辑之后、命令之前、一轮结束时。它可以拒绝、更改或补充；写在说明里只能是请求。\n\n试试：/update-config 每次编辑后运行格式化。capstan hooks test 手动运行一个。',
  },
  sandbox: { en: 'Enclose commands', zh: '隔离命令' },
  sandbox_lesson: {
    en: 'In the sandbox commands write only to the project and reach only hosts you allow; they may then run without questions. What was masked as a secret stays out of their sight.\n\nTry: /sandbox on, then start Capstan again.',
    zh: '在沙箱中，命令只能写入项目，只能访问你允许的主机；因此可以不经询问运行。被遮盖的密钥它们看不到。\n\n试试：/sandbox on，然后重新启动 Capstan。',
  },
  repeat: { en: 'Let it go on by itself', zh: '让它自己继续' },
  repeat_lesson: {
    en: '/goal works until a condition holds, within a budget. /loop repeats a prompt, /schedule does something at a time. capstan -p "…" is the same without a screen, for scripts and CI.\n\nTry: /goal $ npm test',
    zh: '/goal 在预算内一直工作到条件成立。/loop 重复一条提示词，/schedule 定时做事。capstan -p "…" 无需界面，用于脚本和持续集成。\n\n试试：/goal $ npm test',
  },
  elsewhere: { en: 'Take the session with you', zh: '随身带上会话' },
  elsewhere_lesson: {
    en: 'A session is a file that survives crashes: capstan --continue goes on with the last one. /remote-control shows a page to follow and control it from a phone, /share a link that can only watch, /export a file without secrets.\n\nTry: /rename, then capstan --resume <name> later.',
    zh: '会话是一个能经受崩溃的文件：capstan --continue 继续最近的会话。/remote-control 提供网页，可用手机查看和控制；/share 提供只能观看的链接；/export 导出不含密钥的文件。\n\n试试：/rename，之后用 capstan --resume <名称> 恢复。',
  },
})
