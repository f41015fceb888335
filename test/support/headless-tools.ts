import { toolRows } from '../../src/features/tools/index.ts'

/** Nobody can be asked in these runs, nothing is scheduled, teams are off, nothing is set up to search the web with, no
 * language server starts in a folder that nobody trusts, and no pull request is followed. */
const ABSENT = [
  'AskUserQuestion',
  'CronCreate',
  'CronDelete',
  'CronList',
  'EnterPlanMode',
  'LSP',
  'ScheduleWakeup',
  'SubscribePR',
  'TeamCreate',
  'TeamDelete',
  'WebSearch',
]

/** What a run without a screen offers, by the names programs know: those of the init message. */
export const HEADLESS_TOOLS: readonly string[] = [
  ...Object.keys(toolRows)
    .filter(name => !ABSENT.includes(name))
    .map(name => (name === 'Agent' ? 'Task' : name)),
  // For the prompts that come with the program.
  'Skill',
]
