import { type PromptTexts, promptCommand } from '../prompt-command.ts'

const RUN: PromptTexts = {
  en: {
    title: 'Run this project: ',
    bare: 'the way its developers do, and show that it works',
    prompt: `1. Find out how: instructions of the project (AGENTS.md, CLAUDE.md, README), its manifest and scripts, a Makefile or compose file, the continuous integration. Say in one line what you are going to run and why that. If several things can be run (a server, a command, an example), take the one my words mean, else the main one.
2. See what it needs: dependencies installed, a build, a database, variables, a free port. Do what the project itself describes; do not install anything for the whole system, change configuration or invent secrets. If something is missing that only I can give, say exactly what, and stop.
3. Start it. What does not end by itself (a server, a watcher) runs in the background. Wait for its sign of life (a log line, an open port), not for a time, and then use it: request a page, call the command with a real argument, open the example.
4. If it fails, read the first error, not the last. Mend only what is plainly the environment; for a fault in the code say where it is and ask.

Answer: the command, what you saw (quote the lines that show it), the address or file where I can see it, and how to end it. Leave what runs running unless I said otherwise. If finding this out took some searching, mention that /run-skill-generator writes it down, so that /run knows it from then on.`,
  },
  zh: {
    title: '运行本项目：',
    bare: '按开发者平时的方式运行，并证明它能用',
    prompt: `1. 弄清如何运行：项目的说明（AGENTS.md、CLAUDE.md、README）、清单文件和脚本、Makefile 或 compose 文件、持续集成。用一行说明你要运行什么、为什么。如果有多种可运行的（服务器、命令、示例），取我所指的那个，否则取主要的那个。
2. 看它需要什么：已安装的依赖、构建、数据库、变量、空闲端口。按项目自己的说明做；不要为整个系统安装软件，不要改配置，不要编造密钥。缺少只有我能提供的东西时，准确说明缺什么，然后停下。
3. 启动。不会自行结束的（服务器、监视进程）在后台运行。等它就绪的标志（一行日志、一个打开的端口），不要等固定时间；然后真正用一下：请求一个页面，用真实参数调用命令，打开示例。
4. 失败时读第一个错误，而不是最后一个。只修复明显属于环境的问题；如果是代码的问题，说明在哪里并问我。

回答：用的命令、看到了什么（引用能证明的几行）、我可以在哪个地址或文件看到、如何结束它。除非我另有要求，让正在运行的继续运行。如果找出方法费了些功夫，请提到 /run-skill-generator 可以把它记下来，此后 /run 就会知道。`,
  },
}

export const runCommand = promptCommand('run', RUN)

const GENERATOR: PromptTexts = {
  en: {
    title: 'Write down how this project is run: ',
    bare: 'everything a later session needs to start it and see that it works',
    prompt: `The result is a skill of this project, .capstan/skills/run/SKILL.md. It is called as /run from then on, in the place of the general prompt of that name. If there is one already, improve it and keep what people wrote.

1. Find out how the project is run, and really do it: install what it declares, build, start, use it, end it. Only what you have seen work goes into the skill. Note what went wrong on the way and what helped, how long the steps take, and the sign by which one knows that it is up.
2. Look at what differs: development and production, parts that run by themselves (server, client, worker), data that is needed, ports, variables. Names of variables, never their values.
3. Write the file:
---
description: Runs <project>: <what>. Use when asked to start, try or look at it.
argument-hint: "[part]"
allowed-tools: only the commands that start and stop it and that you have run, such as Bash(npm run dev)
---
Then orders, in order: prepare (and how to see that it is done already, so that it is not repeated), start (in the background where it does not end by itself), the sign of life, one thing to try and what has to come back, how to end it, and what to do about the two or three failures that really happened. $ARGUMENTS says which part. Less than 60 lines.
4. Follow your own file from the top, in a clean state as far as that is cheap. Mend it where you had to think.
5. Show me the file, and which permissions its allowed-tools give without a question. It is shared with everybody who works here: say so if it should be committed.`,
  },
  zh: {
    title: '记录如何运行本项目：',
    bare: '之后的会话启动它并确认可用所需的一切',
    prompt: `结果是本项目的一个技能：.capstan/skills/run/SKILL.md。此后 /run 调用的就是它，取代同名的通用提示。如果已经有了，请改进它，保留别人写的内容。

1. 弄清项目如何运行，并真正做一遍：安装它声明的依赖，构建，启动，使用，结束。只有亲眼见到可行的才写进技能。记下途中出的问题和解决办法、各步骤要多久、凭什么知道它已就绪。
2. 看有哪些不同情况：开发与生产、可单独运行的部分（服务端、客户端、后台进程）、需要的数据、端口、变量。只写变量的名称，绝不写值。
3. 写文件：
---
description: 运行 <项目>：<内容>。要求启动、试用或查看它时使用。
argument-hint: "[部分]"
allowed-tools: 只写你运行过的启动和停止命令，例如 Bash(npm run dev)
---
然后按顺序写指令：准备（以及如何看出已经准备好，以免重复）、启动（不会自行结束的放在后台）、就绪标志、试一件事以及应得到的结果、如何结束，以及真正遇到过的两三种失败该怎么处理。$ARGUMENTS 表示哪一部分。少于 60 行。
4. 从头照自己的文件做一遍，在代价不大的前提下从干净的状态开始。凡是需要你思考的地方都改好。
5. 给我看文件，以及它的 allowed-tools 不经询问就允许了什么。它由所有在此工作的人共用：如果应当提交，请说明。`,
  },
}

export const runSkillGeneratorCommand = promptCommand('run_skill_generator', GENERATOR)
