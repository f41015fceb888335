import type { Command } from '../../../protocol/command.ts'
import type { BothLanguages } from '../../../protocol/tools/both-languages.ts'
import { described } from '../described.ts'
import { type ReportKind, runReport } from './report-run.ts'

/** A review by several agents that do not know of each other; what they find is refuted before it is reported. */
export const ultrareviewCommand: Command = {
  ...described('ultrareview'),
  group: 'work',
  headless: true,
  beside: true,
  run: async (args, host) => await runReport(REVIEW, args.trim(), host),
}

const FINDINGS = `
      type: object
      properties:
        findings:
          type: array
          maxItems: 10
          items:
            type: object
            properties: { place: { type: string }, problem: { type: string }, shows: { type: string } }
            required: [place, problem, shows]
      required: [findings]`

const VERDICTS = `
      type: object
      properties:
        checked:
          type: array
          items:
            type: object
            properties:
              place: { type: string }
              problem: { type: string }
              verdict: { enum: [real, unsure, refuted] }
              why: { type: string }
            required: [place, problem, verdict, why]
      required: [checked]`

interface Words {
  readonly description: string
  /** What every reviewer is told, then what each looks for. */
  readonly task: string
  readonly looks: readonly string[]
  readonly refute: string
  readonly report: string
}

const written = ({ description, task, looks, refute, report }: Words): string => `
name: ultrareview
description: ${description}
inputs:
  topic: { type: string }
limits: { minutes: 60 }
steps:
  - id: review
    forEach: ${JSON.stringify(looks)}
    as: look
    maxParallel: 4
    agent: Explore
    continueOnError: true
    prompt: |
      ${indented(task)}
      \${{ look }}
    output:${FINDINGS}
    limits: { turns: 40, minutes: 15 }
  - id: check
    forEach: \${{ steps.review.output }}
    as: found
    maxParallel: 4
    continueOnError: true
    prompt: |
      ${indented(refute)}
    output:${VERDICTS}
    limits: { turns: 40, minutes: 15 }
  - id: report
    prompt: |
      ${indented(report)}
    limits: { turns: 10 }
outputs:
  report: \${{ steps.report.output }}
`

/** As lines of a block of YAML. */
const indented = (text: string): string => text.split('\n').join('\n      ')

const WORKFLOW: BothLanguages = {
  en: written({
    description: 'Four reviewers look at a change, everything they find is tried to refute, then reported',
    task: `Review this change: \${{ inputs.topic }}
Find it with git (git diff, git log), read all of it, and the code around it that you need: callers, tests, conventions. Change nothing. Others look for other things: stay with yours. At most ten findings that you have checked against the code; none is a good answer. "place" is path:line, "problem" one sentence, "shows" the input or situation in which it goes wrong.`,
    looks: [
      'You look for what is wrong: does it do what it claims, edge cases, errors swallowed, races, resources left open.',
      'You look for what breaks elsewhere: interfaces, stored data, compatibility, settings, documentation, performance of what is called often.',
      'You look for what is unsafe: input that others control and where it does harm, missing checks of who may do what, secrets in code and logs, new dependencies.',
      'You look for what no test would notice: behavior that could be wrong without a failing test, tests that test nothing, and code that is harder to live with than it needs to be.',
    ],
    refute: `Reviewers of this change: \${{ inputs.topic }}
found: \${{ found }}
Try to refute each finding. Open the place and what leads there; where it is cheap and changes nothing, run it. Is the state reachable? Is it checked before? Was it like that before the change? "real": you can say how it happens. "refuted": it cannot happen, or is no fault. Otherwise "unsure". "why" in one or two sentences, with path:line. If there is nothing to check, answer with an empty list.`,
    report: `Write the result of a review of: \${{ inputs.topic }}
Findings of four reviewers, each of them checked by somebody else: \${{ steps.check.output }}
A list that is null was not checked: say which part is missing.
List what is real, the gravest first: path:line, what is wrong and when it shows, how to mend it. The same fault once. Then, shorter, what stayed unsure and what would settle it. Leave out what was refuted. If nothing is left, say so, and what was looked at. In the language of the request; answer with the list alone.`,
  }),
  zh: written({
    description: '四名审查者查看改动，逐条设法反驳其发现，然后报告',
    task: `审查这项改动：\${{ inputs.topic }}
用 git（git diff、git log）找到它，全部读完，并读所需的周边代码：调用者、测试、约定。不要改动任何东西。其他人负责其他方面：只看你的方面。最多十条，都要对照代码核实过；没有发现也是好答案。"place" 是 路径:行号，"problem" 一句话，"shows" 是出错的输入或情形。`,
    looks: [
      '你看哪里错了：是否做到了它声称的事、边界情况、被吞掉的错误、竞态、未释放的资源。',
      '你看会弄坏别处的什么：接口、已存储的数据、兼容性、设置、文档、频繁调用之处的性能。',
      '你看哪里不安全：他人可控的输入及其造成危害之处、缺少的权限检查、代码和日志中的密钥、新的依赖。',
      '你看测试发现不了什么：出错也没有测试失败的行为、什么也没测的测试，以及不必要地难以维护的代码。',
    ],
    refute: `有审查者查看了这项改动：\${{ inputs.topic }}
发现：\${{ found }}
设法反驳每一条。打开所指之处和通向那里的代码；代价小且不改动任何东西时，运行一下。这个状态能达到吗？之前已经检查过吗？改动之前就是这样吗？“real”：你能说出它如何发生。“refuted”：不会发生，或不算问题。否则为 “unsure”。"why" 用一两句话，写明 路径:行号。没有可核查的就回答空列表。`,
    report: `写出这次审查的结果：\${{ inputs.topic }}
四名审查者的发现，均由他人核查过：\${{ steps.check.output }}
为 null 的列表没有核查：说明缺少哪部分。
列出属实的，最严重的在前：路径:行号、错在哪里及何时出现、如何修复。同一问题只写一次。然后简短列出仍不确定的，以及怎样才能确定。被反驳的略去。什么都不剩时请直说，并写明看过什么。用提问的语言；只回答列表本身。`,
  }),
}

const REVIEW: ReportKind = {
  name: 'ultrareview',
  // Four that look, four that check, one that writes.
  agents: 9,
  workflow: WORKFLOW,
  bare: {
    en: 'what is not committed yet; if there is nothing, the commits of this branch that the main branch does not have; if there are none, the last commit',
    zh: '尚未提交的内容；没有的话，本分支有而主分支没有的提交；都没有的话，最后一个提交',
  },
}
