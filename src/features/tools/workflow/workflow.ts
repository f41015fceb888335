import { resolve } from 'node:path'
import * as z from 'zod'
import type { WorkflowRequest, WorkflowStarted } from '../../../protocol/agents/workflow.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'

const says = modelTexts('workflow', {
  started: {
    en: 'Workflow {name} runs in the background as {id} ({steps:number} steps). You will be told when it ends; progress: {path}',
    zh: '工作流 {name} 在后台运行，编号 {id}（{steps:number} 步）。结束时会通知你；进度：{path}',
  },
  none: { en: 'Workflows cannot be run here.', zh: '这里无法运行工作流。' },
})

const DESCRIPTION = {
  en: `Runs a workflow in the background: a file of steps, each done by an agent or a command. Its end is told to you.
- name: one of the user's or the project's; scriptPath: a file; script: the text of one, as YAML. Give one of them.
- args: its inputs, by name. resumeFromRunId: goes on with a run that failed or was stopped; steps that are done are not repeated.
A workflow: "steps" is a list. A step has an "id" and either "prompt" (with "agent": the type, "output": a JSON schema for its answer, "isolation": worktree) or "run": a command. "forEach" does it once for each of a list (written out, or \${{ … }}), with \${{ item }} in its prompt and a list as its output; "parallel" holds steps that run side by side, "when" is a condition; also "retry" and "continueOnError". \${{ inputs.x }} and \${{ steps.id.output.y }} stand for values in prompts; commands get values by "env", as WF_… variables. "inputs" has a schema for each input, "outputs" names what comes out.
Only use it when the user asks for a workflow, or when one of theirs fits the task.`,
  zh: `在后台运行工作流：一个由步骤组成的文件，每步由智能体或命令完成。结束时会通知你。
- name：用户或项目的工作流；scriptPath：文件；script：YAML 文本。给出其中之一。
- args：按名称给出的输入。resumeFromRunId：接着运行失败或停止的那次；已完成的步骤不再重复。
工作流："steps" 是列表。每步有 "id"，以及 "prompt"（可配 "agent"：类型，"output"：回答的 JSON schema，"isolation"：worktree）或 "run"：命令。"forEach" 对列表（直接写出，或 \${{ … }}）的每项执行一次，prompt 中用 \${{ item }}，输出为列表；"parallel" 中的步骤并行，"when" 是条件；另有 "retry" 和 "continueOnError"。\${{ inputs.x }} 和 \${{ steps.id.output.y }} 在 prompt 中代表值；命令通过 "env" 以 WF_… 变量取得值。"inputs" 为每个输入给出 schema，"outputs" 指明输出什么。
仅在用户要求工作流，或用户已有的工作流适合任务时使用。`,
}

const input = fields({
  name: someText().optional(),
  scriptPath: someText().optional(),
  script: someText().optional(),
  args: z.record(z.string(), z.unknown()).optional(),
  resumeFromRunId: someText().optional(),
})
type WorkflowInput = z.output<typeof input>

export const workflowTool: Tool<WorkflowInput, WorkflowStarted> = {
  name: 'Workflow',
  present: presentInput,
  groups: ['conversation', 'unrestricted', 'workflows', 'local'],
  description: DESCRIPTION,
  deferred: { hint: { en: 'steps of agents and commands from a file', zh: '按文件执行智能体和命令的步骤' } },
  leavesTrace: true,
  input,
  noAccess: 'A workflow of the session by its name; each of its steps is decided when it runs.',
  access: ({ scriptPath }, cwd) =>
    scriptPath === undefined ? [] : [{ kind: 'read', path: resolve(cwd, scriptPath) }],
  run: withoutProgress(async (given, { workflows, id, cwd }) => {
    if (!workflows) throw new ToolError(says('none'))
    return await workflows.start({ ...wishOf(given, cwd), toolUseId: id })
  }),
  show: ({ runId, name, steps, outputFile }, language) =>
    textBlocks(says('started', { name, id: runId, steps, path: outputFile }), language),
}

const wishOf = (
  { name, script, scriptPath, args, resumeFromRunId }: WorkflowInput,
  cwd: string,
): WorkflowRequest => ({
  ...(name === undefined ? {} : { name }),
  ...(script === undefined ? {} : { text: script }),
  ...(scriptPath === undefined ? {} : { path: resolve(cwd, scriptPath) }),
  ...(args === undefined ? {} : { inputs: args }),
  ...(resumeFromRunId === undefined ? {} : { resume: resumeFromRunId }),
})
