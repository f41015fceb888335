import { toSdkModelUsage } from '../result-message.ts'
import { contextAnswer } from './context-answer.ts'
import type { Served } from './desk.ts'

type Names = 'get_context_usage' | 'get_usage' | 'get_session_cost' | 'get_binary_version' | 'list_models'

/** What fills the window, what was used, what there is. */
export const factRequests: Served<Names> = {
  async get_context_usage({ desk: { run } }) {
    const { engine } = run
    const [usage, instructions, agents, servers, history] = await Promise.all([
      engine.query('context'),
      engine.query('instructions'),
      engine.query('agents'),
      engine.query('servers'),
      engine.query('history'),
    ])
    return contextAnswer(usage, { instructions, agents, servers, history })
  },

  async get_usage({ desk: { run } }) {
    const cost = await run.engine.query('cost')
    return {
      session: {
        total_cost_usd: cost.totalCostUSD,
        total_api_duration_ms: Math.round(cost.apiDurationMs),
        total_duration_ms: Math.round(run.now() - run.startedAt),
        total_lines_added: cost.linesAdded,
        total_lines_removed: cost.linesRemoved,
        model_usage: Object.fromEntries(
          Object.entries(cost.modelUsage).map(([model, usage]) => [model, toSdkModelUsage(usage)]),
        ),
      },
      // Nobody here has a plan with windows.
      subscription_type: null,
      rate_limits_available: false,
      rate_limits: null,
      behaviors: null,
    }
  },

  async get_session_cost({ desk: { run } }) {
    const { totalCostUSD, unpricedModels } = await run.engine.query('cost')
    const unknown = unpricedModels.length > 0 ? ` (the price of ${unpricedModels.join(', ')} is unknown)` : ''
    return { text: `Cost: $${totalCostUSD.toFixed(4)}${unknown}`, total_cost_usd: totalCostUSD }
  },

  get_binary_version: async ({ desk: { run } }) => ({ version: run.options.version }),

  list_models: async ({ desk: { run } }) => ({ models: await run.engine.query('models') }),
}
