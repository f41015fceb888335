import type { Command } from '../../../protocol/command.ts'
import { workAnswer } from '../../../protocol/messages/commands/work.ts'
import { type PromptTexts, promptCommand } from '../prompt-command.ts'

const BATCH: PromptTexts = {
  en: {
    title: 'One change in many places: ',
    prompt: `You plan and check, agents do the work, each in a git worktree of its own, and I decide what comes into my branch. Change nothing yourself.

1. Look. Find every place that needs the change: search in several ways (names, imports, strings, configuration, tests, documentation), not with one pattern. Read two or three places closely enough to know exactly what has to be done and what must stay as it is. Find the command that shows that a place is right afterward (tests, build, type check, a run), and run it once now, so that you know what failed before. A worktree has no uncommitted work of mine: if the change builds on it, tell me to commit first and stop.
2. Split the work into units. One agent finishes a unit by itself, and it can be merged by itself: no file belongs to two units. What several units need (a helper, a dependency, generated files) is a unit of its own that is merged first. Usually 3 to 30 units, by directory, package or repository. If there are fewer than three places, say so and offer to make the change right here.
3. Show me a table: unit, files, what changes, how it is checked. Below it, what you left out and why. Then ask with AskUserQuestion whether to start; if nobody can be asked here, start.
4. Start the agents: the Agent tool with isolation "worktree". First one unit alone, in the foreground; read its difference, and put what it stumbled over into the prompts of the others. These run with run_in_background true, at most five in one reply; then end your reply, for you are told when each of them ends, and start the next. A prompt stands by itself: the aim in a sentence, the files of this unit and that no others may change, the same edit before and after from real code, the conventions that count, the command that has to pass, and what to do with a place that does not fit (leave it and report it). The agent commits on its branch, pushes nothing, opens no pull request unless I asked for them above, and ends with one line: RESULT: done, nothing to do or failed; commit; the command and its outcome; what is left.
   Another repository: isolation covers only the repository this session started in. Make the worktree there yourself (git -C <repository> worktree add .capstan/worktrees/batch-<unit> -b batch-<unit>) and tell the agent that path as the only place it may write. The repository has to be a working directory; if it is not, ask me to /add-dir it.
5. Keep one task per unit in the task list, and update it whenever an agent ends: it survives a compaction, your memory of the agents may not. A failed unit is tried once more, with what went wrong in the prompt; after that it stays failed. Do not take a RESULT line on trust: compare what each branch changed with the files of its unit (git diff --stat), read the whole difference of a few, and run the check yourself where an agent could not.
6. Report with a table: unit, result, branch, check, what I should know. Then: which differences you read, what the failed units need, and how to bring in the rest: capstan worktrees merge <name> (the name is the last part of the worktree's path), one line each, in the order in which they should go. Merge nothing before I say so.`,
  },
  zh: {
    title: '在多处做同一项更改：',
    prompt: `你负责规划和核对，智能体各自在独立的 git 工作树中完成工作，哪些进入我的分支由我决定。你自己不要改动任何东西。

1. 查找。找出需要更改的每一处：用多种方式搜索（名称、导入、字符串、配置、测试、文档），不要只用一个模式。细读其中两三处，弄清究竟要改什么、什么必须保持原样。找到能证明一处已改对的命令（测试、构建、类型检查、运行），现在先跑一遍，记下原本就失败的部分。工作树里没有我未提交的内容：如果这项更改依赖它们，请让我先提交，然后停下。
2. 拆分成若干单元。一个智能体能独立完成一个单元，一个单元能单独合并：同一个文件不得属于两个单元。多个单元都需要的东西（辅助函数、依赖、生成的文件）单独成为一个先合并的单元。通常 3 到 30 个单元，按目录、包或仓库划分。不足三处时请直说，并提出就在这里改。
3. 给我一张表：单元、文件、改什么、如何检查。表下写明略过了哪些、为什么。然后用 AskUserQuestion 问我是否开始；这里没有人可问时直接开始。
4. 启动智能体：Agent 工具，isolation 为 "worktree"。先在前台只做一个单元；读它的差异，把它遇到的问题写进其他单元的提示。其余的 run_in_background 为 true，一次回复最多五个；然后结束你的回复，每个结束时都会通知你，再启动后面的。提示必须自成一体：一句话说明目的；本单元的文件，并说明不得改动其他文件；取自真实代码的改前改后示例；需遵守的约定；必须通过的命令；遇到不适用的地方怎么办（不改，并报告）。智能体在自己的分支上提交，不推送；除非我在上面要求，也不创建拉取请求；最后以一行结束：RESULT: done、nothing to do 或 failed；提交；命令及结果；遗留问题。
   其他仓库：isolation 只适用于本会话启动时所在的仓库。请自己在那里建工作树（git -C <仓库> worktree add .capstan/worktrees/batch-<单元> -b batch-<单元>），并告诉智能体只能在该路径下写。该仓库必须是工作目录；如果不是，请让我用 /add-dir 添加。
5. 在任务列表中为每个单元建一项任务，每当一个智能体结束就更新：压缩之后任务列表还在，你对智能体的记忆未必还在。失败的单元再试一次，把出错原因写进提示；再失败就记为失败。不要轻信 RESULT 行：把每个分支的改动与单元的文件对照（git diff --stat），通读其中几个的完整差异，智能体没能运行的检查由你来运行。
6. 用一张表报告：单元、结果、分支、检查、我需要知道的事。然后说明：你读了哪些差异，失败的单元还需要什么，以及如何合入其余部分：capstan worktrees merge <名称>（名称是工作树路径的最后一段），每个一行，按应当合入的顺序。我没有说之前不要合并。`,
  },
}

const here = promptCommand('batch', BATCH, { usage: workAnswer('batch_usage') })

/** With `--fleet` before its words the agents with worktrees work on machines of a fleet; their prompts are the same. */
export const batchCommand: Command = {
  ...here,
  async run(args, host) {
    const [, rest] = /^--fleet(?:\s+(.*))?$/s.exec(args) ?? []
    if (rest === undefined && args !== '--fleet') return await here.run(args, host)
    const outcome = await here.run(rest ?? '', host)
    await host.startFleet()
    return outcome
  },
}
