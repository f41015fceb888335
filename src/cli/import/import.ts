import { applyImport } from '../../features/import/apply-import.ts'
import { FOREIGN_AGENTS } from '../../features/import/foreign-agents.ts'
import { importSources } from '../../features/import/import-sources.ts'
import { agentNamed, planImport } from '../../features/import/plan-import.ts'
import { renderOutcome, renderPlan } from '../../features/import/render-import.ts'
import { findStart } from '../../host/start.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { oneOf } from '../args/read-value.ts'
import type { Process } from '../process.ts'
import { jsonText, say } from '../say.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, wantsHelp } from '../usage.ts'

const IMPORT = {
  name: 'import',
  usage: `Usage: capstan import [${FOREIGN_AGENTS.map(({ name }) => name).join('|')} …] [flags]   bring over what other tools have

  --from <tool>      the same as naming it; without any, all of them
  --scope <user|project>   only what is yours everywhere, or only this project's
  --yes              write it; without it only what would be written is shown
  --dry-run          only show it (the default)
  --with-secrets     also copy keys and tokens of MCP servers; otherwise variables stand in for them
  --json             the plan, or what was done, as JSON

Brings over instructions, MCP servers, commands, agents and skills. Nothing you have is overwritten.
Claude Code's files (.claude, CLAUDE.md, .mcp.json) and AGENTS.md need no import: they are used as they are.`,
  flags: {
    from: { type: 'string', multiple: true },
    scope: { type: 'string' },
    yes: { type: 'boolean', short: 'y' },
    'dry-run': { type: 'boolean' },
    'with-secrets': { type: 'boolean' },
    json: { type: 'boolean' },
  },
} as const

/** `capstan import …` */
export const importFrom = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(IMPORT.usage)
  const given = readOptions(IMPORT, argv)
  const names = [...given.words, ...given.list('from')].filter(name => name !== 'claude')
  if (names.length === 0 && given.words.length + given.list('from').length > 0) {
    say("Claude Code's files are used as they are: there is nothing to import.")
    return 0
  }
  const agents = names.map(name => {
    const agent = agentNamed(name)
    if (!agent) throw wrongUsage(IMPORT, argumentText('unknown_here', { name }))
    return agent
  })
  const scope = given.text('scope')
  if (scope !== undefined && scope !== 'user' && scope !== 'project')
    throw wrongUsage(
      IMPORT,
      argumentText('takes', {
        flag: '--scope',
        choices: oneOf(['user', 'project']),
        given: JSON.stringify(scope),
      }),
    )
  const places = importSources(findStart(from), {
    secrets: given.is('with-secrets'),
    ...(scope ? { scope } : {}),
  })
  const plan = planImport(agents.length > 0 ? agents : FOREIGN_AGENTS, places)
  if (!given.is('yes') || given.is('dry-run')) {
    say(given.is('json') ? jsonText({ dryRun: true, ...plan }) : renderPlan(plan).text)
    if (plan.items.length > 0 && !given.is('json')) say('Nothing was written: add --yes to do it.')
    return 0
  }
  const outcomes = applyImport(plan)
  say(
    given.is('json')
      ? jsonText({ dryRun: false, outcomes, skipped: plan.skipped })
      : renderOutcome(outcomes).text,
  )
  return outcomes.some(({ failed }) => failed !== undefined) ? 1 : 0
}
