import { type PromptTexts, promptCommand } from '../prompt-command.ts'

const SETUP: PromptTexts = {
  en: {
    title: 'Set up auto mode: ',
    bare: 'for me, in this project and others',
    prompt: `In auto mode a second model reviews every call that my rules neither allow nor deny. It goes by sentences in ~/.capstan/settings.json (never in a file of a project):
"autoMode": {"environment": [what the reviewer should know], "allow": [what it approves], "soft_deny": [what it denies unless I asked for it], "hard_deny": [what it always denies]}
Each list takes the place of the built-in one; "$defaults" as an entry puts that back in, and belongs at the beginning of every list unless I say otherwise. Deny rules of "permissions" count before all of it.

1. Look, without changing anything: what this project builds, tests and publishes with; its remotes; hosts, registries, clusters and databases its files name, and which of them are production; what my settings allow and deny already. Names, never secrets.
2. Ask me at most four short questions about what files cannot say (AskUserQuestion): which hosts and accounts are mine to use, what may be pushed where, what is production, what must never be touched. Leave out what you know.
3. Propose the four lists. One fact or kind of action a sentence, as specific as it can be ("git push to origin on branches other than main", not "git"). Never propose to allow what sends code or secrets somewhere, weakens a check, rewrites shared history or touches production. Fewer is better: ten sentences in all are many.
4. Show the change to the file as it would be, and what is looser and what is stricter than now. Write it only after my yes: keep all the rest of the file. Then say that it counts from the next start on, and how to switch: Shift-Tab, or --permission-mode auto.`,
  },
  zh: {
    title: '设置自动模式：',
    bare: '为我设置，用于本项目和其他项目',
    prompt: `在自动模式下，凡是我的规则既没有允许也没有拒绝的调用，都由第二个模型审查。它依据 ~/.capstan/settings.json 中的句子（绝不写在项目的文件里）：
"autoMode": {"environment": [审查者应了解的], "allow": [放行的], "soft_deny": [除非我要求否则拒绝的], "hard_deny": [始终拒绝的]}
每个列表取代内置的列表；条目 "$defaults" 把内置的放回来，除非我另有要求，每个列表都以它开头。“permissions” 中的拒绝规则优先于这一切。

1. 先看，不做任何改动：本项目用什么构建、测试和发布；远程仓库；文件中提到的主机、软件源、集群和数据库，其中哪些是生产环境；我的设置已经允许和拒绝了什么。只看名称，绝不看密钥。
2. 就文件里看不出的事，最多问我四个简短的问题（AskUserQuestion）：哪些主机和账号是我可以用的，什么可以推送到哪里，什么是生产环境，什么绝不能碰。已知的不要问。
3. 提出四个列表。一句话写一个事实或一类操作，尽量具体（“推送到 origin 上 main 以外的分支”，而不是“git”）。绝不提议允许把代码或密钥发往别处、削弱检查、改写共享历史或触及生产环境的操作。少即是好：总共十句就算多了。
4. 展示文件将如何改动，以及与现在相比哪里更宽、哪里更严。得到我的同意后才写入：文件其余内容保持不变。然后说明下次启动起生效，以及如何切换：Shift-Tab，或 --permission-mode auto。`,
  },
}

export const autoModeSetupCommand = promptCommand('auto_mode_setup', SETUP, { group: 'setup' })
