import { area } from '../area.ts'

/** What is new in 0.1.0, for who reads Chinese: the changelog that comes with the program is English. */
export const releaseNotesText = area('release_notes', {
  newest: {
    en: 'What is new is in CHANGELOG.md.',
    zh: '## 0.1.0（未发布）\n\n第一个能真正干活的版本。\n\n- **终端**：提示框在十分之一秒内出现，是真正的编辑器（多行、历史与搜索、撤销、vim 键位、图片、外部编辑器）。"/" 命令、"@" 文件、"!" shell、"#" 记忆。工作时可以继续输入，消息会排队；Esc 立即停止，不丢任何内容。\n- **权限**：询问时显示命令（标出有风险的部分）或修改，说明原因以及“不再询问”会保存的规则；一次修改有多处时可以只做一部分，终端、网页和列出选项的编辑器（ACP）都可以。\n- **需要终端的程序**：!sudo、!ssh、!git add -p、!vim、REPL 等直接使用你的终端，!! 把终端交给任何命令；你输入的内容不会出现在请求、文件或日志中。\n- **智能体**：模型把工作交给各有上下文的智能体，可并行、可转入后台、可随时停止，花费计入预算；团队、协调模式、工作流和脚本。\n- **工作树**：capstan --worktree；只有在不会丢失任何内容时才删除，并总是留有副本。\n- **定时与循环**：/loop、/goal、定时任务、助理模式（capstan --assistant）。\n- **任意提供商**：Anthropic、OpenAI、Gemini、Bedrock、Vertex、Azure，以及 DeepSeek、Kimi、通义千问、GLM、豆包、MiniMax、硅基流动、混元、千帆、阶跃星辰等；本机模型；任何兼容的网关。\n- **账户**：capstan --profile 让多个账户并存；一个提供商可配置多个密钥轮换；达到限额时可以等到重置后自动继续。\n- **编码**：GBK、Big5、Shift-JIS、EUC-KR、UTF-16、Latin-1 等编码的文件照常读取、搜索和编辑，修改之外逐字节保持原样。\n- **中文**：界面、帮助、错误信息、手册页和主要文档均有中文；中文名称和拼音可以找到命令、标题和文件。\n- **从其他工具迁移**：capstan import 导入说明文件、服务器、命令、智能体、技能、规则、hooks 和会话；docs/compatibility.md 逐项说明 Claude Code 的每个选项、命令、设置、变量和按键在这里是否有效。--file 在会话开始前下载 Files API 中的文件。\n- **管理员**：策略按最严格的含义生效，看不懂的策略会阻止启动；capstan doctor --policy 显示生效的策略及其来源。\n- **其他**：沙箱、MCP、插件、hooks、后台会话、capstan serve 网页、编辑器（ACP、VS Code、Neovim）、OpenTelemetry、SDK。\n\n完整的更新日志（英文）见随程序安装的 CHANGELOG.md。',
  },
})
