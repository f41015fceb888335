import { escapeLine } from '../../../lib/escape-text.ts'
import type { Command, CommandHost } from '../../../protocol/command.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { described } from '../described.ts'

const DAYS = 30

/** What somebody new needs to work with Capstan here, made of how it is used here. */
export const teamOnboardingCommand: Command = {
  ...described('team_onboarding'),
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  personOnly: true,
  async run(args, host) {
    const write = PROMPTS[host.place.promptLanguage]
    return { kind: 'submit', text: write(args, await factsOf(host)) }
  },
}

/** What can be counted, without a word of what was said in any session. */
const factsOf = async ({ insights, engine }: CommandHost): Promise<string> => {
  const [used, { entries }] = await Promise.all([insights(DAYS), engine.query('extensions')])
  const loaded = entries
    .filter(({ source }) => source.level !== 'built-in')
    .map(({ kind, name, source }) => `- ${kind} ${escapeLine(name, 100)} (${source.level})`)
  return [inEnglish(used), ...(loaded.length === 0 ? [] : ['Loaded:', ...loaded.slice(0, 200)])].join('\n')
}

const PROMPTS: Readonly<Record<PromptLanguage, (args: string, facts: string) => string>> = {
  en: (
    args,
    facts,
  ) => `Write a guide for somebody who joins this team and will work here with Capstan.${args === '' ? '' : ` Pay attention to: ${args}`}

How it was used in this directory during the last ${DAYS} days, counted by the program (numbers and names only):
${facts}

1. Look at what is shared through the repository: instruction files, .capstan and .claude (settings, skills, commands, agents, workflows, hooks), .mcp.json, scripts and the continuous integration. What is only mine (level user or local) is not for others: mention it only as something they could set up as well, and only after asking me.
2. Try what you are going to recommend, where that is cheap and safe.
3. Write it to docs/onboarding-capstan.md, or where this project keeps such texts; improve one that exists. In the language the project's own texts are in. Less than a hundred lines:
   - set up: install, sign in, trust the folder, approve servers; which variables are needed (names, never values)
   - the first hour: three to five prompts that work in this project, each with what comes back
   - what is there: the skills, commands, agents and servers that are really used, one line each on when to take it
   - what holds here: rules for changes, tests, commits, permissions; what needs a person's approval and why
   - what goes wrong for newcomers, and what helps
   No praise of the tool, nothing its own documentation says better: link to that.
4. Show me the file, and list what you were not sure about. Commit nothing.`,
  zh: (
    args,
    facts,
  ) => `为加入本团队、将在这里使用 Capstan 工作的人写一份指南。${args === '' ? '' : `请注意：${args}`}

过去 ${DAYS} 天在本目录的使用情况，由程序统计（只有数字和名称）：
${facts}

1. 看仓库中共享的内容：说明文件、.capstan 和 .claude（设置、技能、命令、智能体、工作流、钩子）、.mcp.json、脚本和持续集成。只属于我的（级别为 user 或 local）不是给别人的：只能作为他们也可以设置的东西提到，而且要先问我。
2. 打算推荐的内容，在代价小且安全时先试一遍。
3. 写到 docs/onboarding-capstan.md，或本项目放这类文字的地方；已有的就改进它。使用项目自身文字的语言。少于一百行：
   - 准备：安装、登录、信任文件夹、批准服务器；需要哪些变量（名称，绝不写值）
   - 第一个小时：三到五条在本项目中有效的提示，各写明会得到什么
   - 有什么可用：真正在用的技能、命令、智能体和服务器，每个一行，说明何时使用
   - 这里的规矩：改动、测试、提交、权限；什么需要人批准，为什么
   - 新人常遇到的问题和解决办法
   不要称赞工具，工具自己的文档说得更好的内容不要写：给出链接。
4. 给我看文件，并列出你没有把握的地方。不要提交。`,
}
