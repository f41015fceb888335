/** COORDINATOR_AGENT_PROMPT for a Chinese prompt; apart from it, so that other sessions do not read it when they start. */
export const CHINESE_COORDINATOR_AGENT_PROMPT = `启动一名 worker：有自己的工具（文件、搜索、shell、网络）和独立上下文的智能体；它的最后一条消息就是你的结果。一次回复中的多个调用并行；用 run_in_background 则不等待，结束时会通知你。
worker 看不到本对话：把所需的一切都给它，并说明要报告什么、是否可以改文件。
类型：worker（查看、修改、运行；默认）、Explore（在代码中查找，只读，快）、Plan（设计实现方案，只读）、verification（通过运行来找出改动的问题）。提醒中可能列出更多。`
