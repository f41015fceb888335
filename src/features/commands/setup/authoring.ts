import { type PromptTexts, promptCommand } from '../prompt-command.ts'

const PLUGIN: PromptTexts = {
  en: {
    title: 'Write a plugin: ',
    bare: 'ask what it should do; then look whether something here should become one',
    prompt: `A plugin is a directory that brings skills, commands, agents, hooks, servers or output styles together; what it brings is called <plugin>:<name>.

<plugin>/.claude-plugin/plugin.json    {"name": "kebab-case", "version": "0.1.0", "description": "…"}; more fields: author, homepage, license, keywords, dependencies, userConfig
<plugin>/skills/<name>/SKILL.md        a head (description, argument-hint, allowed-tools, context: fork, model, paths …), then orders for the model
<plugin>/commands/<name>.md            the same as a single file; agents/<name>.md: name, description, tools, model, then the system prompt
<plugin>/hooks/hooks.json              {"hooks": {"PostToolUse": [{"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "\${CLAUDE_PLUGIN_ROOT}/bin/check", "args": []}]}]}}
<plugin>/.mcp.json, .lsp.json, output-styles/*.md, workflows/*.yaml, bin/

Paths in the manifest begin with ./ and stay inside. A hook with a shell command reads values from its environment (CLAUDE_PLUGIN_ROOT, CLAUDE_PLUGIN_DATA, CLAUDE_PLUGIN_OPTION_<KEY>); with "args" it runs without a shell. An option with "sensitive": true never stands in a settings file.

1. Settle in a few lines what it is for, what it brings (as little as does the job: most are one skill), its name, and where it goes; ask what you cannot know. Start with: capstan plugin init <dir>
2. Write it. A description says what it does and when to use it; it is all the model sees before it calls a skill. allowed-tools and hooks are powers that everybody who installs it has to agree to: none without need, each as narrow as it can be.
3. Check: capstan plugin validate <dir> --strict; run each hook's command by hand with a sample on its input; then try it: capstan --plugin-dir <dir> -p "/<plugin>:<skill>".
4. Show me the tree, what it may run or allow, and how others get it: a marketplace.json in a repository ({"name": …, "owner": {"name": …}, "plugins": [{"name": …, "source": "./plugins/<plugin>"}]}), then capstan plugin marketplace add <owner>/<repository>.`,
  },
  zh: {
    title: '编写插件：',
    bare: '先问我它该做什么；再看这里是否有值得做成插件的东西',
    prompt: `插件是一个目录，把技能、命令、智能体、钩子、服务器或输出风格放在一起；其中的东西叫 <插件>:<名称>。

<插件>/.claude-plugin/plugin.json    {"name": "kebab-case", "version": "0.1.0", "description": "…"}；其他字段：author、homepage、license、keywords、dependencies、userConfig
<插件>/skills/<名称>/SKILL.md        文件头（description、argument-hint、allowed-tools、context: fork、model、paths 等），然后是给模型的指令
<插件>/commands/<名称>.md            同样的内容写成单个文件；agents/<名称>.md：name、description、tools、model，然后是系统提示
<插件>/hooks/hooks.json              {"hooks": {"PostToolUse": [{"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "\${CLAUDE_PLUGIN_ROOT}/bin/check", "args": []}]}]}}
<插件>/.mcp.json、.lsp.json、output-styles/*.md、workflows/*.yaml、bin/

清单中的路径以 ./ 开头，不得超出插件目录。用 shell 命令的钩子从环境变量取值（CLAUDE_PLUGIN_ROOT、CLAUDE_PLUGIN_DATA、CLAUDE_PLUGIN_OPTION_<键>）；带 "args" 的不经过 shell。"sensitive": true 的选项绝不写进设置文件。

1. 用几行说清它的用途、包含什么（够用即可：多数只需一个技能）、名称和位置；不知道的就问。从这里开始：capstan plugin init <目录>
2. 编写。description 说明做什么、何时使用；模型在调用技能之前只能看到它。allowed-tools 和钩子是每个安装者都要同意的权力：没有必要就不要，有则尽量收窄。
3. 检查：capstan plugin validate <目录> --strict；给每个钩子的命令输入示例，手动运行一遍；然后试用：capstan --plugin-dir <目录> -p "/<插件>:<技能>"。
4. 给我看目录结构、它能运行或允许什么，以及别人如何获得：仓库中的 marketplace.json（{"name": …, "owner": {"name": …}, "plugins": [{"name": …, "source": "./plugins/<插件>"}]}），然后 capstan plugin marketplace add <所有者>/<仓库>。`,
  },
}

export const pluginAuthoringCommand = promptCommand('plugin_authoring', PLUGIN, { group: 'setup' })

const WORKFLOW: PromptTexts = {
  en: {
    title: 'Write a workflow: ',
    bare: 'ask what should be done in steps',
    prompt: `A workflow is a YAML file of steps that agents and commands do; it can be repeated, resumed and limited. It goes to .capstan/workflows/<name>.yaml (this project) or ~/.capstan/workflows/<name>.yaml (everywhere). Not worth it for what one prompt does as well.

description: one line
inputs:
  target: { type: string, default: src }     # a JSON schema each; without default it has to be given
steps:
  - id: find
    agent: Explore                           # general-purpose if left out; also model, isolation: worktree
    prompt: List the files below \${{ inputs.target }} that …
    output: { type: object, properties: { files: { type: array, items: { type: string } } }, required: [files] }
  - id: each
    forEach: \${{ steps.find.output.files }}  # with as: file, maxParallel: 3
    as: file
    prompt: … \${{ file }}
    limits: { turns: 20, minutes: 10, usd: 1 }
    continueOnError: true
  - id: test
    run: ./test.sh "$WF_TARGET"              # values come as variables, never as text of the command
    env: { WF_TARGET: '\${{ inputs.target }}' }
  - id: report
    when: steps.find.output.files.length > 0 # ==, !=, <, <=, >, >=, and, or, not
    prompt: … \${{ steps.each.output }}
outputs:
  report: \${{ steps.report.output }}
limits: { usd: 5, minutes: 30 }

A step has one of prompt, run or parallel (a list of steps at the same time); also retry, continueOnError, timeoutSeconds for run. steps.<id>.output is the text of an agent or what its schema describes, of a command { exitCode, stdout }; steps.<id>.state is done, failed or skipped.

1. Say in a few lines which steps there would be, who does each, what goes from one to the next, and where it could go wrong. Ask what you cannot know.
2. Write it. An agent knows nothing but its prompt: the aim, where to look, what to answer and in which form. Whatever a later step picks apart needs an output schema. What may fail for one of many gets continueOnError, and the report says what is missing. Limits always.
3. capstan workflow validate <name>, then capstan workflow run <name> --dry-run, and show me its estimate. Run it on something small only after I agree.
4. Tell me how to start it: /workflow <name> input=value.`,
  },
  zh: {
    title: '编写工作流：',
    bare: '先问我要分步做什么',
    prompt: `工作流是一个 YAML 文件，其中的步骤由智能体和命令完成；可以重复、恢复和限制花费。放在 .capstan/workflows/<名称>.yaml（本项目）或 ~/.capstan/workflows/<名称>.yaml（所有项目）。一条提示就能做好的事不值得写成工作流。

description: 一行
inputs:
  target: { type: string, default: src }     # 每个都是 JSON schema；没有 default 的必须给出
steps:
  - id: find
    agent: Explore                           # 省略时为 general-purpose；还可写 model、isolation: worktree
    prompt: 列出 \${{ inputs.target }} 下……的文件
    output: { type: object, properties: { files: { type: array, items: { type: string } } }, required: [files] }
  - id: each
    forEach: \${{ steps.find.output.files }}  # 可加 as: file、maxParallel: 3
    as: file
    prompt: …… \${{ file }}
    limits: { turns: 20, minutes: 10, usd: 1 }
    continueOnError: true
  - id: test
    run: ./test.sh "$WF_TARGET"              # 值以变量传入，绝不成为命令文本的一部分
    env: { WF_TARGET: '\${{ inputs.target }}' }
  - id: report
    when: steps.find.output.files.length > 0 # ==、!=、<、<=、>、>=、and、or、not
    prompt: …… \${{ steps.each.output }}
outputs:
  report: \${{ steps.report.output }}
limits: { usd: 5, minutes: 30 }

每个步骤有 prompt、run、parallel（同时进行的一组步骤）之一；还有 retry、continueOnError，以及 run 的 timeoutSeconds。steps.<id>.output 对智能体是其文本或 schema 描述的内容，对命令是 { exitCode, stdout }；steps.<id>.state 是 done、failed 或 skipped。

1. 用几行说明会有哪些步骤、各由谁做、前后传递什么、哪里可能出错。不知道的就问。
2. 编写。智能体只知道自己的提示：目的、去哪里看、回答什么、用什么形式。后面步骤要拆开使用的内容需要 output schema。许多项中可能个别失败的，加 continueOnError，并在报告中说明缺了什么。一定要有限额。
3. capstan workflow validate <名称>，然后 capstan workflow run <名称> --dry-run，把估算给我看。我同意后才在小范围内运行。
4. 告诉我如何启动：/workflow <名称> 输入=值。`,
  },
}

export const workflowAuthoringCommand = promptCommand('workflow_authoring', WORKFLOW, { group: 'setup' })
