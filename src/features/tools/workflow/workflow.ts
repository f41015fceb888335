import { resolve } from 'node:path'
import * as z from 'zod'
import type { WorkflowStarted, WorkflowWish } from '../../../protocol/agents/workflow.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { WORKFLOW_PROMPT } from './prompt.ts'

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
  description: WORKFLOW_PROMPT,
  deferred: { hint: 'steps of agents and commands from a file' },
  leavesTrace: true,
  input,
  noAccess: 'A workflow of the session by its name; each of its steps is decided when it runs.',
  access: ({ scriptPath }, cwd) =>
    scriptPath === undefined ? [] : [{ kind: 'read', path: resolve(cwd, scriptPath) }],
  run: withoutProgress(async (given, { workflows, id, cwd }) => {
    if (!workflows) throw new ToolError('Workflows cannot be run here.')
    return await workflows.start({ ...wishOf(given, cwd), toolUseId: id })
  }),
  show: ({ runId, name, steps, outputFile }) => [
    {
      type: 'text',
      text: `Workflow ${name} runs in the background as ${runId} (${steps} steps). You will be told when it ends; progress: ${outputFile}`,
    },
  ],
}

const wishOf = (
  { name, script, scriptPath, args, resumeFromRunId }: WorkflowInput,
  cwd: string,
): WorkflowWish => ({
  ...(name === undefined ? {} : { name }),
  ...(script === undefined ? {} : { text: script }),
  ...(scriptPath === undefined ? {} : { path: resolve(cwd, scriptPath) }),
  ...(args === undefined ? {} : { inputs: args }),
  ...(resumeFromRunId === undefined ? {} : { resume: resumeFromRunId }),
})
