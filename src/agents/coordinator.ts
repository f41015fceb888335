import type { ToolsIn } from '../protocol/tools/described-tool.ts'

/** All that a conversation in coordinator mode can call: it hands work out, and touches nothing itself. */
export const coordinatorTools = (
  toolsIn: ToolsIn,
  { leads }: { readonly leads: boolean },
): readonly string[] => [...toolsIn('coordinator'), ...(leads ? toolsIn('team_lead') : [])]

/** In the place of the description of the Agent tool, which is written for somebody who could also work alone. */
export const COORDINATOR_AGENT_PROMPT = {
  en: `Starts a worker: an agent with tools of its own (files, search, shell, web) and a context of its own; its last message is your result. Calls in one reply run side by side; with run_in_background you do not wait, and the end is told to you.
A worker sees nothing of this conversation: give it all it needs, and say what to report and whether to change files.
Types: worker (looks, changes, runs; the default), Explore (finds things in code, only reads, fast), Plan (works out how to build something, only reads), verification (tries to break a change by running it). Reminders may name more.`,
  zh: `启动一名 worker：有自己的工具（文件、搜索、shell、网络）和独立上下文的智能体；它的最后一条消息就是你的结果。一次回复中的多个调用并行；用 run_in_background 则不等待，结束时会通知你。
worker 看不到本对话：把所需的一切都给它，并说明要报告什么、是否可以改文件。
类型：worker（查看、修改、运行；默认）、Explore（在代码中查找，只读，快）、Plan（设计实现方案，只读）、verification（通过运行来找出改动的问题）。提醒中可能列出更多。`,
}

/** What a coordinator says to somebody who wants a copy of it. */
export const NO_COORDINATOR_FORK =
  "Coordinator mode can't be forked: a fork could only coordinate, too. Turn it off with /coordinator off first."
