import type { AgentDefinition } from '../../../protocol/extensions/agent-definition.ts'
import {
  EXPLORE_PROMPT,
  GENERAL_PROMPT,
  GUIDE_PROMPT,
  PLAN_PROMPT,
  STATUSLINE_PROMPT,
  VERIFICATION_PROMPT,
} from './prompts.ts'

/** They look; of commands only reading ones, and those the person allows anyway, pass in their mode. */
const LOOKING = ['Read', 'Glob', 'Grep', 'Bash', 'LSP', 'CodeMap', 'SyntaxGrep', 'WebFetch', 'WebSearch']
const CHANGES = ['Edit', 'Write', 'NotebookEdit']

/** The agents that are always there; files of the person or the project may put others in their place. */
export const BUILT_IN_AGENTS: readonly AgentDefinition[] = [
  {
    name: 'general-purpose',
    description: 'Any task of several steps, with all tools',
    prompt: GENERAL_PROMPT,
  },
  {
    name: 'Explore',
    description: 'Finds things in code; only reads, fast',
    prompt: EXPLORE_PROMPT,
    tools: LOOKING,
    permissionMode: 'dontAsk',
    model: 'small',
    bare: true,
    oneShot: true,
  },
  {
    name: 'Plan',
    description: 'Works out how something should be built; only reads',
    prompt: PLAN_PROMPT,
    tools: LOOKING,
    permissionMode: 'dontAsk',
    oneShot: true,
  },
  {
    name: 'verification',
    description:
      'Tries to break a change by running it; PASS, FAIL or PARTIAL for every check, with the command',
    prompt: VERIFICATION_PROMPT,
    disallowedTools: CHANGES,
    scratchpad: true,
  },
  {
    name: 'guide',
    description: 'Answers questions about Capstan itself: commands, settings, hooks, agents',
    prompt: GUIDE_PROMPT,
    tools: ['Read', 'Glob', 'Grep', 'Bash', 'WebFetch'],
    permissionMode: 'dontAsk',
    model: 'small',
    bare: true,
    oneShot: true,
  },
  {
    name: 'statusline-setup',
    description: "Sets up Capstan's status line",
    prompt: STATUSLINE_PROMPT,
    tools: ['Read', 'Edit', 'Write', 'Bash'],
    bare: true,
  },
]
