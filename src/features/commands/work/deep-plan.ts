/** The name of its runs, and the command that starts and shows them. */
export const DEEP_PLAN = 'ultraplan'

/** At most so many agents: three explorers, a planner, a critic, and the planner again. */
export const DEEP_PLAN_AGENTS = 6

/** The steps whose answer is a plan, the better one first. */
export const PLAN_STEPS = ['revise', 'draft'] as const

const REPORTS = `
      Three explorers looked at the code.
      What it is about: \${{ steps.code.output }}
      What meets it: \${{ steps.around.output }}
      What can go wrong: \${{ steps.risks.output }}`

const FORM = `
      The plan is Markdown. It begins with a level-one heading and two or three sentences on what will be there when it is done.
      Then a level-two heading for each step, in the order of work; below each: the files and functions it changes, what changes, and how one sees that the step is done.
      The last section says how the whole is tested and what stays out. Name real paths and names only. Answer with the plan alone, in the language of the task.`

/** A plan that several agents make: they look, one writes, one attacks what was written, one mends it. */
export const DEEP_PLAN_TEXT = `
name: ${DEEP_PLAN}
description: Explores the code, drafts a plan, criticizes it and revises it
inputs:
  task: { type: string }
limits: { minutes: 60 }
steps:
  - id: explore
    parallel:
      - id: code
        agent: Explore
        continueOnError: true
        prompt: |
          Somebody will plan this task: \${{ inputs.task }}
          Find the code it is about: where it starts, which files and functions would change, how similar things are done there already. Give paths with line numbers and quote the lines that matter.
      - id: around
        agent: Explore
        continueOnError: true
        prompt: |
          Somebody will plan this task: \${{ inputs.task }}
          Find what meets the code it is about: callers, tests, settings, documentation, build and release steps, data that is stored already. Give paths with line numbers, and say for each what would break if it were forgotten.
      - id: risks
        agent: Explore
        continueOnError: true
        prompt: |
          Somebody will plan this task: \${{ inputs.task }}
          Look for what can go wrong: conventions written down in the repository, earlier attempts in the history, edge cases, security, speed, and open questions that only the person can answer. Give paths and commits.
  - id: draft
    agent: Plan
    prompt: |
      Plan this task: \${{ inputs.task }}
${REPORTS}
${FORM}
  - id: critique
    agent: Plan
    continueOnError: true
    prompt: |
      This plan was written for the task: \${{ inputs.task }}
      \${{ steps.draft.output }}
      Attack it. Open the files it names: does each exist and say what the plan believes? What is missing, in the wrong order, larger than needed, or untestable? Name each problem in a sentence or two, with the place. No praise; an empty list if there is nothing.
    output:
      type: object
      properties: { problems: { type: array, items: { type: string } } }
      required: [problems]
  - id: revise
    when: steps.critique.state == "done" and steps.critique.output.problems.length > 0
    agent: Plan
    continueOnError: true
    prompt: |
      Revise this plan for the task: \${{ inputs.task }}
      \${{ steps.draft.output }}
      A critic found: \${{ steps.critique.output.problems }}
      Check each of these against the code and mend the plan where the critic is right.
${FORM}
outputs:
  draft: \${{ steps.draft.output }}
  revised: \${{ steps.revise.output }}
`
