export const WORKFLOW_PROMPT = `Runs a workflow in the background: a file of steps, each done by an agent or a command. Its end is told to you.
- name: one of the user's or the project's; scriptPath: a file; script: the text of one, as YAML. Give one of them.
- args: its inputs, by name. resumeFromRunId: goes on with a run that failed or was stopped; steps that are done are not repeated.
A workflow: "steps" is a list. A step has an "id" and either "prompt" (with "agent": the type, "output": a JSON schema for its answer, "isolation": worktree) or "run": a command. "forEach" repeats it for a list, "parallel" holds steps that run side by side, "when" is a condition; also "retry" and "continueOnError". \${{ inputs.x }} and \${{ steps.id.output.y }} stand for values in prompts; commands get values by "env", as WF_… variables. "inputs" has a schema for each input, "outputs" names what comes out.
Only use it when the user asks for a workflow, or when one of theirs fits the task.`
